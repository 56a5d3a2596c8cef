/// A key press or another terminal event.
package enum Key: Hashable, Sendable {
    /// A character other than a control character; combining marks arrive separately.
    case character(Unicode.Scalar)
    case enter
    /// The key that deletes the character before the cursor.
    case backspace
    /// The key that deletes the character at the cursor.
    case delete
    /// Escape alone.
    case escape
    case up, down, left, right
    /// The keys that move to the ends of a line.
    case home, end
    case tab
    /// A letter in lower case, pressed with Control, unless the combination has a case of its own.
    case control(Unicode.Scalar)
    /// A text pasted as one piece, as terminals with bracketed paste report it.
    case paste(String)
    /// The program was stopped and continues; the screen has to be drawn again.
    case resumed
    /// The input ended: the terminal was closed, or the program was asked to exit.
    case hangUp
    /// An unsupported key.
    case unknown
}
