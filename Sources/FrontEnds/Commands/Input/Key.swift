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
    /// A lowercase letter pressed with Control, unless the combination has its own case.
    case control(Unicode.Scalar)
    /// A pasted text as a whole, as reported by terminals with bracketed paste.
    case paste(String)
    /// The program was suspended and has resumed; the screen has to be drawn again.
    case resumed
    /// The input ended: the terminal was closed, or the program was asked to exit.
    case hangUp
    /// An unsupported key.
    case unknown
}
