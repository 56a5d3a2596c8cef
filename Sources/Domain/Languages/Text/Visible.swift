import Texts

/// Makes visible what a terminal would hide or obey.
public enum Visible {
    /// Returns the text with every character visible, on one line.
    ///
    /// A line feed becomes `⏎`, a tab `⇥`. Other control characters (ESC among them), line and
    /// paragraph separators, the characters that turn the direction of text, byte order marks and
    /// others that have no shape become `<U+202E>`. Joiners stay where they shape the letters
    /// around them, as Persian, Hindi and emoji need them to.
    ///
    /// The result can be printed on any terminal; it can't be turned back.
    public static func escaping(_ text: String) -> String {
        HiddenCharacters.escaping(text, keeping: Joiner.isShaping)
    }
}
