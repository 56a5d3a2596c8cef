/// A text in parts: what a pseudo-language may change, and what it keeps.
struct PseudoParts {
    /// A part of a text.
    enum Part: Equatable {
        /// What stays as it is.
        case kept(String)
        /// What is read.
        case words(String)
    }

    /// The white space before the text.
    let leading: String
    /// The parts between the white space, in order.
    private(set) var parts: [Part] = []
    /// The white space after the text.
    let trailing: String

    /// How many characters are read.
    var length: Int {
        parts.reduce(0) { count, part in
            if case .words(let words) = part { count + words.count } else { count }
        }
    }

    /// Whether a letter or digit is read.
    var hasWords: Bool {
        parts.contains { part in
            guard case .words(let words) = part else { return false }
            return words.contains { $0.isLetter || $0.isNumber }
        }
    }

    /// Divides a text, in time linear in its length for all texts that people write.
    init(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        var end = bytes.count
        while start < end, PlaceholderScanner.isSpace(bytes[start]) { start += 1 }
        while end > start, PlaceholderScanner.isSpace(bytes[end - 1]) { end -= 1 }
        func string(_ range: Range<Int>) -> String {
            String(decoding: bytes[range], as: UTF8.self)
        }
        leading = string(0..<start)
        trailing = string(end..<bytes.count)
        var index = start
        for range in Self.keptRanges(of: text, bytes) where range.upperBound > index {
            let lower = min(max(range.lowerBound, index), end)
            let upper = min(range.upperBound, end)
            guard upper > lower else { continue }
            if lower > index { parts.append(.words(string(index..<lower))) }
            parts.append(.kept(string(lower..<upper)))
            index = upper
        }
        if index < end { parts.append(.words(string(index..<end))) }
    }

    /// What is kept, by where it begins; ranges may overlap.
    private static func keptRanges(of text: String, _ bytes: [UInt8]) -> [Range<Int>] {
        var ranges = PlaceholderScan(text).placeholders.map { placeholder in
            placeholder.kind == .nesting
                ? placeholder.range.lowerBound..<callEnd(from: placeholder.range.lowerBound, bytes)
                : placeholder.range
        }
        for index in bytes.indices {
            let end: Int? =
                switch bytes[index] {
                case UInt8(ascii: "<"): tagEnd(from: index, bytes)
                case UInt8(ascii: "&"): entityEnd(from: index, bytes)
                // An escape that the app itself resolves.
                case UInt8(ascii: "\\"): escapeEnd(from: index, bytes)
                default: nil
                }
            if let end { ranges.append(index..<end) }
        }
        ranges += addresses(bytes)
        return ranges.sorted {
            ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
        }
    }

    /// Where an escape ends: behind the character that follows the sign.
    private static func escapeEnd(from start: Int, _ bytes: [UInt8]) -> Int {
        var end = min(start + 2, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// Where the call that begins at `$t(` ends: behind the bracket that closes it.
    private static func callEnd(from start: Int, _ bytes: [UInt8]) -> Int {
        var depth = 0
        for index in start..<bytes.count {
            if bytes[index] == UInt8(ascii: "(") { depth += 1 }
            guard bytes[index] == UInt8(ascii: ")") else { continue }
            depth -= 1
            if depth == 0 { return index + 1 }
        }
        return bytes.count
    }

    /// How many bytes a tag or an entity may have: one that is never closed must not be sought to the end of
    /// a long text again and again.
    private static let maximumTag = 1000
    private static let maximumEntity = 32

    /// Where a tag of HTML, XML or i18next (`<1>`) ends; nil where none begins.
    private static func tagEnd(from start: Int, _ bytes: [UInt8]) -> Int? {
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "/") { index += 1 }
        guard index < bytes.count,
            PlaceholderScanner.isLetterOrDigit(bytes[index]) || bytes[index] == UInt8(ascii: "!")
        else { return nil }
        var quote: UInt8?
        for index in index..<min(bytes.count, start + maximumTag) {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil {
                    quote = bytes[index]
                } else if quote == bytes[index] {
                    quote = nil
                }
            case UInt8(ascii: "<") where quote == nil: return nil
            case UInt8(ascii: ">") where quote == nil: return index + 1
            default: break
            }
        }
        return nil
    }

    /// Where an entity such as `&amp;` or `&#39;` ends; nil where none begins.
    private static func entityEnd(from start: Int, _ bytes: [UInt8]) -> Int? {
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
        let name = bytes[min(index, bytes.count)..<min(bytes.count, start + maximumEntity)]
            .prefix { PlaceholderScanner.isLetterOrDigit($0) }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
        else { return nil }
        return name.endIndex + 1
    }

    /// The words that are addresses of pages or of mail.
    private static func addresses(_ bytes: [UInt8]) -> [Range<Int>] {
        bytes.split(whereSeparator: PlaceholderScanner.isSpace).compactMap { word in
            let isPage =
                String(decoding: word, as: UTF8.self).contains("://")
                || word.starts(with: "www.".utf8)
            guard !isPage else { return word.indices }
            guard let at = word.firstIndex(of: UInt8(ascii: "@")), at > word.startIndex,
                word[(at + 1)...].contains(UInt8(ascii: ".")),
                PlaceholderScanner.isLetterOrDigit(word[at - 1])
            else { return nil }
            return word.indices
        }
    }
}
