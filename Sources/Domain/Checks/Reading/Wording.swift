/// Phrases for findings.
enum Wording {
    /// The maximum number of things that a sentence lists before it only counts them.
    private static let maximumNamed = 5

    /// Joins names as in “a, b and c”; of many, names the first and counts the rest.
    static func list(_ names: [String]) -> String {
        if names.count > maximumNamed + 1 {
            let named = names.prefix(maximumNamed).joined(separator: ", ")
            return "\(named) and \(names.count - maximumNamed) more"
        }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// Puts a piece of a text in quotation marks, and cuts a long one.
    static func quoted(_ text: String) -> String {
        text.unicodeScalars.count > 60
            ? "“\(String(text.unicodeScalars.prefix(59)))…”" : "“\(text)”"
    }
}
