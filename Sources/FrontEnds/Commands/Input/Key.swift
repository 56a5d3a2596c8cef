/// A key that somebody pressed, or what came in place of one.
public enum Key: Hashable, Sendable {
    /// A character that is no control character; marks that combine come one by one.
    case character(Unicode.Scalar)
    /// The key that ends a line.
    case enter
    /// The key that takes the character before the cursor away.
    case backspace
    /// The key that takes the character at the cursor away.
    case delete
    /// Escape by itself.
    case escape
    /// An arrow.
    case up, down, left, right
    /// The keys to both ends of a line.
    case home, end
    /// The tabulator.
    case tab
    /// A letter with Control held, in lower case; those that have a name of their own are not among them.
    case control(Unicode.Scalar)
    /// A text that was pasted as one, as terminals with bracketed paste tell it.
    case paste(String)
    /// The program was stopped and goes on: what the screen shows is to be shown again.
    case resumed
    /// Nobody is there any more: the terminal was closed, or the program was asked to end.
    case hangUp
    /// A key that no verb knows.
    case unknown
}
