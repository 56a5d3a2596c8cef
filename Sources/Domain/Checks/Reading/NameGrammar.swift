import Texts

/// Texts that define their own placeholders, from which a program generates names.
///
/// Such a text is a grammar, such as `main={prefix}{suffix}` and `prefix=Am|An` on separate lines.
/// Each language has its own grammar, so the text is not compared with its source.
enum NameGrammar {
    /// Returns whether a line of the text defines a name that the text uses in braces.
    static func isOne(_ text: ScannedText) -> Bool {
        guard text.contains("{"), text.contains("="), text.contains("\n") else { return false }
        let used = Set(
            text.placeholders.placeholders.filter { $0.kind == .brace && $0.format.isEmpty }
                .map { Value.Text($0.name) })
        guard !used.isEmpty else { return false }
        return text.bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            let line = line.drop(while: PlaceholderScanner.isSpace)
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return false }
            return used.contains(
                Value.Text(String(decoding: line[..<equals], as: UTF8.self)))
        }
    }
}
