/// The colours for terminal output, if they are enabled.
struct Style {
    let isColoured: Bool
    /// Whether changed words are marked with signs even if colour is on.
    var marksWords = false

    func red(_ text: String) -> String { paint(text, "31") }
    func green(_ text: String) -> String { paint(text, "32") }
    func yellow(_ text: String) -> String { paint(text, "33") }
    func cyan(_ text: String) -> String { paint(text, "36") }
    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }

    /// Returns a removed part: red and struck through, or `[-…-]` without colour, as in
    /// `git diff --word-diff`.
    func removed(_ text: String) -> String {
        paint(isColoured && !marksWords ? text : "[-\(text)-]", marksWords ? "31" : "31;9")
    }

    /// Returns an added part: green, or `{+…+}` without colour.
    func added(_ text: String) -> String {
        paint(isColoured && !marksWords ? text : "{+\(text)+}", "32")
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
