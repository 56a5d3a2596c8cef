/// Phrases for findings.
enum Wording {
    /// The number of items that a shortened list names.
    private static let maximumNamed = 5

    /// Joins names as in “a, b and c”.
    ///
    /// If there are more than six names, lists the first five and counts the rest.
    static func list(_ names: [String]) -> String {
        if names.count > maximumNamed + 1 {
            let named = names.prefix(maximumNamed).joined(separator: ", ")
            return "\(named) and \(names.count - maximumNamed) more"
        }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// Quotes a text, and shortens it if it is longer than 60 characters.
    static func quoted(_ text: String) -> String {
        text.unicodeScalars.count > 60
            ? "“\(String(text.unicodeScalars.prefix(59)))…”" : "“\(text)”"
    }
}
