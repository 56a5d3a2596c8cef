import Texts

/// A text divided into parts that a pseudo-language changes and parts that stay unchanged.
struct PseudoParts {
    /// A part of a text.
    enum Part: Equatable {
        /// Text that stays unchanged.
        case kept(String)
        /// Text for readers.
        case words(String)
    }

    /// The white space before the text.
    let leading: String
    /// The parts between the white space, in order.
    private(set) var parts: [Part] = []
    /// The white space after the text.
    let trailing: String

    /// The number of characters that readers see.
    ///
    /// If a message has cases, only the longest case counts.
    private(set) var length = 0

    /// True if the text for readers contains a letter or digit.
    var hasWords: Bool {
        parts.contains { part in
            guard case .words(let words) = part else { return false }
            return words.contains { $0.isLetter || $0.isNumber }
        }
    }

    /// Divides a text.
    ///
    /// Takes time linear in the text's length for any realistic text. In an ICU message with cases,
    /// only the texts in the cases are for readers; the syntax around them stays unchanged.
    init(_ text: String, _ notations: PlaceholderNotations = .implied) {
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
        let message = MessageSyntax(text).flatMap { $0.hasChoice ? $0 : nil }
        var words: [(start: Int, length: Int)] = []
        func add(_ range: Range<Int>) {
            let text = string(range)
            parts.append(.words(text))
            words.append((range.lowerBound, text.count))
        }
        var index = start
        for range in Self.keptRanges(of: text, bytes, message, notations)
        where range.upperBound > index {
            let lower = min(max(range.lowerBound, index), end)
            let upper = min(range.upperBound, end)
            guard upper > lower else { continue }
            if lower > index { add(index..<lower) }
            parts.append(.kept(string(lower..<upper)))
            index = upper
        }
        if index < end { add(index..<end) }
        var unread = words[...]
        length = Self.length(of: message?.parts ?? [.text(bytes.indices)], &unread)
    }

    /// Returns the number of characters for readers in a message.
    ///
    /// For each choice, only the longest case counts. Removes the message's words from the front of
    /// `words`.
    private static func length(
        of parts: [MessageSyntax.Part], _ words: inout ArraySlice<(start: Int, length: Int)>
    ) -> Int {
        var total = 0
        for part in parts {
            if case .choice(let choice) = part {
                total += choice.cases.map { length(of: $0.parts, &words) }.max() ?? 0
                continue
            }
            while let word = words.first, word.start < part.range.upperBound {
                total += word.length
                words.removeFirst()
            }
        }
        return total
    }

    /// Returns the ranges that stay unchanged, sorted by their start.
    ///
    /// Ranges may overlap.
    private static func keptRanges(
        of text: String, _ bytes: [UInt8], _ message: MessageSyntax?,
        _ notations: PlaceholderNotations
    ) -> [Range<Int>] {
        var scanner = PlaceholderScanner(text)
        var ranges: [Range<Int>] = []
        func addPlaceholders(in range: Range<Int>) {
            for placeholder in scanner.scan(range, depth: 0) where placeholder.kind != .parameter {
                let start = placeholder.range.lowerBound
                ranges.append(
                    placeholder.kind == .nesting
                        ? start..<callEnd(from: start, bytes) : placeholder.range)
            }
        }
        func addSyntax(_ parts: [MessageSyntax.Part], in range: Range<Int>) {
            var start = range.lowerBound
            for part in parts {
                switch part {
                case .text, .number: break
                case .quoted(let range), .argument(let range): ranges.append(range)
                case .choice(let choice):
                    addPlaceholders(in: start..<choice.range.lowerBound)
                    start = choice.range.lowerBound
                    for item in choice.cases {
                        ranges.append(start..<item.range.lowerBound)
                        addSyntax(item.parts, in: item.range)
                        start = item.range.upperBound
                    }
                    ranges.append(start..<choice.range.upperBound)
                    start = choice.range.upperBound
                }
            }
            addPlaceholders(in: start..<range.upperBound)
        }
        addSyntax(message?.parts ?? [], in: bytes.indices)
        for index in bytes.indices {
            let end: Int? =
                switch bytes[index] {
                case UInt8(ascii: "<"): tagEnd(from: index, bytes)
                case UInt8(ascii: "&"): entityEnd(from: index, bytes)
                // The app resolves escapes itself.
                case UInt8(ascii: "\\"): escapeEnd(from: index, bytes)
                default: nil
                }
            if let end { ranges.append(index..<end) }
        }
        let scan = PlaceholderScan(text, notations)
        ranges += scan.joined(besides: [scan]).placeholders.filter(\.isNotated).map(\.range)
        ranges += addresses(bytes)
        ranges += WikiMarkup(bytes).kept
        return ranges.sorted {
            ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound)
        }
    }

    /// Returns the end of an escape: the index after the character that follows the backslash.
    private static func escapeEnd(from start: Int, _ bytes: [UInt8]) -> Int {
        var end = min(start + 2, bytes.count)
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    /// Returns the end of the `$t(` call at an index: the index after its closing bracket.
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

    /// The maximum number of bytes in a tag or an entity.
    ///
    /// Without this limit, each unclosed tag would cause a search to the end of the text.
    private static let maximumTag = 1000
    private static let maximumEntity = 32

    /// Returns the end of the tag at an index, or nil if there is no tag.
    ///
    /// The tag can be in HTML, XML or i18next notation (`<1>`).
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

    /// Returns the end of the entity at an index, or nil if there is no entity.
    ///
    /// Examples of entities are `&amp;` and `&#39;`.
    private static func entityEnd(from start: Int, _ bytes: [UInt8]) -> Int? {
        var index = start + 1
        if index < bytes.count, bytes[index] == UInt8(ascii: "#") { index += 1 }
        let name = bytes[min(index, bytes.count)..<min(bytes.count, start + maximumEntity)]
            .prefix { PlaceholderScanner.isLetterOrDigit($0) }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
        else { return nil }
        return name.endIndex + 1
    }

    /// Returns the ranges of words that are URLs or mail addresses.
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
