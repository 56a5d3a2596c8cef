/// A pattern for keys, in which `*` matches any text and all other characters match themselves.
///
/// Matches by bytes. In the worst case, a match takes time proportional to the key's length times
/// the pattern's length.
public struct KeyPattern: Sendable {
    private let parts: [[UInt8]]

    /// Parses a pattern.
    ///
    /// Every text is a valid pattern.
    public init(_ text: String) {
        parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
            .map(Array.init)
    }

    /// Returns true if the pattern matches the whole key.
    public func matches(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard let first = parts.first, let last = parts.last, bytes.starts(with: first) else {
            return false
        }
        guard parts.count > 1 else { return bytes.count == first.count }
        var start = first.count
        for part in parts.dropFirst().dropLast() {
            guard let found = Self.index(of: part, in: bytes, from: start) else { return false }
            start = found + part.count
        }
        return bytes.count - start >= last.count && bytes.suffix(last.count).elementsEqual(last)
    }

    private static func index(of part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count - start >= part.count else { return nil }
        return (start...(bytes.count - part.count)).first {
            bytes[$0...].starts(with: part)
        }
    }
}
