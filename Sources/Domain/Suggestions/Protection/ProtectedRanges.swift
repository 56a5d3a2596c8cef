import Texts

/// Finds the parts of a text that must stay unchanged in a translation.
///
/// These are:
/// - all placeholders that the check `placeholders` may compare (`$1`, but not amounts of money
///   such as `$1.50` and `$100`), and `%%`;
/// - everything else in braces, and i18next's `$t(…)`;
/// - wiki links, and MediaWiki's marks for italics and bold (`'''`);
/// - tags, comments, entities and URLs;
/// - the escapes `\n`, `\r` and `\t`.
struct ProtectedRanges {
    /// Returns the parts in order, as ranges of UTF-8 bytes.
    ///
    /// The ranges do not overlap.
    static func ranges(in text: String, _ notations: PlaceholderNotations) -> [Range<Int>] {
        var ends: [Int: Int] = [:]
        let scan = PlaceholderScan(text, notations)
        let parameters = scan.parameters + scan.attachedParameters
        for placeholder in scan.joined(besides: [scan]).placeholders + parameters {
            let range = placeholder.range
            ends[range.lowerBound] = max(ends[range.lowerBound] ?? 0, range.upperBound)
        }
        let scanner = ProtectedRanges(bytes: Array(text.utf8))
        var found: [Range<Int>] = []
        var position = 0
        while position < scanner.bytes.count {
            let candidates = [ends[position], scanner.end(ofPartAt: position)]
            if let end = candidates.compactMap(\.self).max() {
                found.append(position..<end)
                position = end
            } else {
                position += 1
            }
        }
        return found
    }

    /// The maximum length of an argument in braces or of a tag.
    ///
    /// The limit keeps scanning linear in practice.
    private static let longest = 2000

    private let bytes: [UInt8]

    private func byte(_ position: Int) -> UInt8 { position < bytes.count ? bytes[position] : 0 }

    private func end(ofPartAt position: Int) -> Int? {
        switch byte(position) {
        case UInt8(ascii: "%"): byte(position + 1) == UInt8(ascii: "%") ? position + 2 : nil
        case UInt8(ascii: "'"): quotes(position)
        case UInt8(ascii: "{"): balanced(position, "{", "}")
        case UInt8(ascii: "$"): dollar(position)
        case UInt8(ascii: "<"): tag(position)
        case UInt8(ascii: "&"): entity(position)
        case UInt8(ascii: "["): link(position)
        case UInt8(ascii: "]"): byte(position + 1) == UInt8(ascii: "]") ? position + 2 : nil
        case UInt8(ascii: "\\"): "nrt".utf8.contains(byte(position + 1)) ? position + 2 : nil
        case let letter where letter.isLetter: address(position)
        default: nil
        }
    }

    /// Returns the end of MediaWiki's mark for italics or bold: two to five apostrophes.
    ///
    /// In ICU messages, two apostrophes within a word are an escape.
    private func quotes(_ start: Int) -> Int? {
        var end = start
        while byte(end) == UInt8(ascii: "'") { end += 1 }
        let isWithinWord = start > 0 && byte(start - 1).isWord && byte(end).isWord
        let count = end - start
        return (2...5).contains(count) && !(count == 2 && isWithinWord) ? end : nil
    }

    private func dollar(_ start: Int) -> Int? {
        switch byte(start + 1) {
        case UInt8(ascii: "{"): return balanced(start + 1, "{", "}")
        case UInt8(ascii: "t") where byte(start + 2) == UInt8(ascii: "("):
            return balanced(start + 2, "(", ")")
        default: return nil
        }
    }

    private func balanced(_ start: Int, _ open: Unicode.Scalar, _ close: Unicode.Scalar) -> Int? {
        var depth = 0
        for position in start..<min(bytes.count, start + Self.longest) {
            if bytes[position] == UInt8(ascii: open) { depth += 1 }
            if bytes[position] == UInt8(ascii: close) { depth -= 1 }
            if depth == 0 { return position + 1 }
        }
        return nil
    }

    /// Returns the end of the protected part of a wiki link: the whole link, or the page before the
    /// displayed text, as in `[[Help:Contents|help]]`.
    private func link(_ start: Int) -> Int? {
        guard byte(start + 1) == UInt8(ascii: "[") else { return nil }
        for position in start + 2..<max(start + 2, min(bytes.count, start + 256)) {
            switch bytes[position] {
            case UInt8(ascii: "|"): return position + 1
            case UInt8(ascii: "]"):
                return byte(position + 1) == UInt8(ascii: "]") ? position + 2 : nil
            case UInt8(ascii: "["), UInt8(ascii: "\n"): return nil
            default: continue
            }
        }
        return nil
    }

    private func tag(_ start: Int) -> Int? {
        let end = min(bytes.count, start + Self.longest)
        if bytes[start..<end].starts(with: "<!--".utf8) {
            return (start + 4..<max(start + 4, end)).first {
                $0 + 2 < end && bytes[$0...].starts(with: "-->".utf8)
            }.map { $0 + 3 }
        }
        let name = byte(start + 1) == UInt8(ascii: "/") ? start + 2 : start + 1
        if byte(name).isDigit { return numberedTag(name) }
        guard byte(name).isLetter else { return nil }
        var quote: UInt8?
        for position in name..<end {
            let byte = bytes[position]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: ">") {
                return position + 1
            } else if byte == UInt8(ascii: "<") {
                return nil
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
                bytes[position - 1] == UInt8(ascii: "=")
            {
                quote = byte
            }
        }
        return nil
    }

    /// Returns the end of i18next's `<1>`, `</1>` or `<1/>`.
    ///
    /// “I <3 you” contains no tag.
    private func numberedTag(_ number: Int) -> Int? {
        var position = number
        while byte(position).isDigit { position += 1 }
        while byte(position) == UInt8(ascii: " ") { position += 1 }
        if byte(position) == UInt8(ascii: "/") { position += 1 }
        return byte(position) == UInt8(ascii: ">") ? position + 1 : nil
    }

    private func entity(_ start: Int) -> Int? {
        var position = start + 1
        if byte(position) == UInt8(ascii: "#") { position += 1 }
        let name = position
        while byte(position).isLetter || byte(position).isDigit, position < name + 32 {
            position += 1
        }
        return position > name && byte(position) == UInt8(ascii: ";") ? position + 1 : nil
    }

    /// Returns the end of a URL, without the punctuation after it.
    private func address(_ start: Int) -> Int? {
        guard start == 0 || !bytes[start - 1].isWord else { return nil }
        var position = start
        while byte(position).isLetter || byte(position).isDigit
            || "+-.".utf8.contains(byte(position)), position < start + 32
        {
            position += 1
        }
        let rest = bytes[position...]
        guard
            rest.starts(with: "://".utf8)
                || (rest.starts(with: ":".utf8)
                    && bytes[start..<position].elementsEqual("mailto".utf8))
        else { return nil }
        position += 1
        let body = position
        while position < bytes.count, bytes[position] > 0x20,
            !"<>\"{}".utf8.contains(bytes[position])
        {
            position += 1
        }
        while position > body, ".,;:!?)'".utf8.contains(bytes[position - 1]) { position -= 1 }
        return position > body + 2 ? position : nil
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isWord: Bool { isDigit || isLetter || self == 0x5F || self >= 0x80 }
}
