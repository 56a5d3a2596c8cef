/// Colours of a terminal, or none.
struct Style {
    let isColoured: Bool
    /// Whether words that changed have signs around them also where there is colour.
    var marksWords = false

    func red(_ text: String) -> String { paint(text, "31") }
    func green(_ text: String) -> String { paint(text, "32") }
    func yellow(_ text: String) -> String { paint(text, "33") }
    func cyan(_ text: String) -> String { paint(text, "36") }
    func bold(_ text: String) -> String { paint(text, "1") }
    func dim(_ text: String) -> String { paint(text, "2") }

    /// A part that is gone: red and struck where there is colour, else `[-…-]` as `git diff --word-diff` has it.
    func removed(_ text: String) -> String {
        paint(isColoured && !marksWords ? text : "[-\(text)-]", marksWords ? "31" : "31;9")
    }

    /// A part that is new: green where there is colour, else `{+…+}`.
    func added(_ text: String) -> String {
        paint(isColoured && !marksWords ? text : "{+\(text)+}", "32")
    }

    private func paint(_ text: String, _ code: String) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
