import JSON

/// A dictionary key that is compared by its bytes, because JavaScript compares code units.
struct ExactText: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (a: ExactText, b: ExactText) -> Bool { a.text.isBytewiseEqual(to: b.text) }

    func hash(into hasher: inout Hasher) { text.feedBytes(to: &hasher) }
}

extension String {
    /// Splits the text at a separator, like JavaScript's `split`.
    ///
    /// The separator is matched by its bytes.
    func parts(separatedBy separator: String) -> [String] {
        let (bytes, separator) = (Array(utf8), Array(separator.utf8))
        guard let first = separator.first, bytes.count >= separator.count else { return [self] }
        var parts: [String] = []
        var (start, index) = (0, 0)
        while index <= bytes.count - separator.count {
            if bytes[index] == first, bytes[index...].starts(with: separator) {
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                index += separator.count
                start = index
            } else {
                index += 1
            }
        }
        if parts.isEmpty { return [self] }
        parts.append(String(decoding: bytes[start...], as: UTF8.self))
        return parts
    }

    /// Returns true if the text contains the bytes of `part`.
    func containsBytes(of part: String) -> Bool {
        guard let first = part.utf8.first else { return true }
        guard part.utf8.count > 1 else { return utf8.contains(first) }
        var rest = utf8[...]
        while let index = rest.firstIndex(of: first) {
            rest = rest[index...]
            if rest.starts(with: part.utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
