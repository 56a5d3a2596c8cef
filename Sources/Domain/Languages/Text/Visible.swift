import Texts

/// Makes characters visible that a terminal would hide or interpret.
public enum Visible {
    /// Returns the text with every character visible, on one line.
    ///
    /// A line feed becomes `⏎`, and a tab becomes `⇥`. Other control characters (including ESC),
    /// line and paragraph separators, bidi controls, byte order marks and other invisible
    /// characters become notations such as `<U+202E>`. Joiners are kept if they shape the letters
    /// around them, as they do in Persian, Hindi and emoji.
    ///
    /// The result can be printed on any terminal. It cannot be converted back to the text.
    public static func escaping(_ text: String) -> String {
        HiddenCharacters.escaping(text, keeping: Joiner.isShaping)
    }
}
