/// Finds placeholders in a text, byte by byte.
///
/// A sign alone is never a placeholder: `{`, `{ }`, `100% sure`, `{see below}` and `$5` are text.
/// Quotes do not hide a placeholder, because only ICU uses quoting, and source and translation are
/// scanned in the same way.
package struct PlaceholderScanner {
    /// The text.
    package let bytes: [UInt8]
    /// For each `{`, the position of its closing `}`, or -1 if it is not closed.
    package let closing: [Int]
    /// The groups of placeholders that are recognized; all others are text.
    let families: PlaceholderFamilies
    /// Whether `%1` is an argument, as in Qt and KDE, and not a printf width.
    package let isNumbered: Bool
    /// The position of the last `)`, or -1.
    private let lastParenthesis: Int
    /// The number of `%%`.
    package var escapedPercents = 0
    /// The number of `%` signs that are plain text.
    package var lonePercents = 0

    /// The maximum depth of nested ICU plurals and selects that are scanned.
    package static let maximumDepth = 8

    /// Prepares to scan a text.
    package init(_ text: String) { self.init(text, .all) }

    /// Prepares to scan a text for only some groups of placeholders.
    init(_ text: String, _ families: PlaceholderFamilies) {
        let bytes = Array(text.utf8)
        var closing = [Int](repeating: -1, count: bytes.count)
        var open: [Int] = []
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "{") {
                open.append(index)
            } else if byte == UInt8(ascii: "}"), let start = open.popLast() {
                closing[start] = index
            }
        }
        self.bytes = bytes
        self.closing = closing
        self.families = families
        isNumbered = Self.hasNumbers(bytes)
        lastParenthesis = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
    }

    /// Returns whether a text contains `%1`, and also a numbered `%` that is not a printf
    /// conversion.
    private static func hasNumbers(_ bytes: [UInt8]) -> Bool {
        var hasFirst = false
        var hasBare = false
        var index = 0
        while let start = bytes[index...].firstIndex(of: UInt8(ascii: "%")) {
            let digits = bytes[(start + 1)...].prefix(while: isDigit)
            index = max(digits.endIndex, start + 1)
            guard (1...2).contains(digits.count), digits.first != UInt8(ascii: "0") else {
                continue
            }
            hasFirst = hasFirst || digits.elementsEqual("1".utf8)
            hasBare =
                hasBare || PrintfConversion(at: start, before: bytes.count, in: bytes) == nil
        }
        return hasFirst && hasBare
    }

    /// Returns the placeholders of the whole text.
    package mutating func scan() -> [Placeholder] { scan(bytes.indices, depth: 0) }

    /// Returns the placeholders of a part of the text.
    package mutating func scan(_ range: Range<Int>, depth: Int) -> [Placeholder] {
        var found: [Placeholder] = []
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                index = scanPercent(at: index, before: range.upperBound, into: &found)
            case UInt8(ascii: "$"):
                index = scanDollar(at: index, before: range.upperBound, into: &found)
            case UInt8(ascii: "{"):
                index = scanBrace(
                    at: index, before: range.upperBound, depth: depth, into: &found)
            default:
                index += 1
            }
        }
        return found
    }

    private mutating func scanPercent(
        at start: Int, before end: Int, into found: inout [Placeholder]
    ) -> Int {
        if byte(at: start + 1, before: end) == UInt8(ascii: "%") {
            escapedPercents += 1
            return start + 2
        }
        guard
            let placeholder = named(.percentBrace, of: .percentBraces, at: start, before: end)
                ?? conversion(at: start, before: end)?.placeholder
        else {
            lonePercents += 1
            return start + 1
        }
        found.append(placeholder)
        return placeholder.range.upperBound
    }

    /// Reads a printf conversion, if printf conversions are recognized.
    func conversion(at start: Int, before end: Int) -> PrintfConversion? {
        guard families.contains(.printf) else { return nil }
        return PrintfConversion(at: start, before: end, in: bytes, isNumbered: isNumbered)
    }

    private func scanDollar(
        at start: Int, before end: Int, into found: inout [Placeholder]
    ) -> Int {
        if let placeholder = named(.dollarBrace, of: .dollarBraces, at: start, before: end) {
            found.append(placeholder)
            return placeholder.range.upperBound
        }
        guard families.contains(.templates) else { return start + 1 }
        if var parameter = parameter(at: start, before: end) {
            let follows = found.last.map { $0.kind == .parameter && $0.range.upperBound == start }
            parameter.isAttached =
                follows != true && start > 0 && Self.isLetterOrDigit(bytes[start - 1])
            found.append(parameter)
            return parameter.range.upperBound
        }
        guard bytes[start..<end].starts(with: "$t(".utf8) else { return start + 1 }
        let key = bytes[(start + 3)..<end].prefix { !",()".utf8.contains($0) }
        // Without a closing parenthesis, this is text. The options may contain placeholders, which
        // are found later.
        guard key.endIndex < end, bytes[key.endIndex] != UInt8(ascii: "("),
            key.endIndex <= lastParenthesis, let name = trimmed(key.indices)
        else { return start + 1 }
        let isClosed = bytes[key.endIndex] == UInt8(ascii: ")")
        found.append(
            Placeholder(
                kind: .nesting, name: string(name), text: string(start..<key.endIndex) + ")",
                range: start..<(key.endIndex + (isClosed ? 1 : 0))))
        return start + 3
    }

    /// Reads `$1` to `$99`.
    ///
    /// `$1.50` and `$100` are money, and `US$5` may be, too.
    private func parameter(at start: Int, before end: Int) -> Placeholder? {
        let digits = bytes[(start + 1)..<end].prefix(while: Self.isDigit)
        guard (1...2).contains(digits.count), digits.first != UInt8(ascii: "0")
        else { return nil }
        let next = digits.endIndex
        if let sign = byte(at: next, before: end), sign == UInt8(ascii: ".") || sign == 0x2C,
            let digit = byte(at: next + 1, before: end), Self.isDigit(digit)
        {
            return nil
        }
        let word = bytes[..<start].reversed()
        let isSelector =
            word.first == UInt8(ascii: ":") && byte(at: next, before: end) == UInt8(ascii: "|")
            && word.dropFirst().drop(while: Self.isLetter).starts(with: "{{".utf8)
        return Placeholder(
            kind: .parameter, name: string(digits.indices), isSelector: isSelector,
            text: string(start..<next), range: start..<next)
    }

    /// Reads `%{name}` or `${name}`.
    private func named(
        _ kind: Placeholder.Kind, of family: PlaceholderFamilies, at start: Int, before end: Int
    ) -> Placeholder? {
        guard families.contains(family), byte(at: start + 1, before: end) == UInt8(ascii: "{"),
            let name = identifier(at: start + 2, before: end),
            byte(at: name.upperBound, before: end) == UInt8(ascii: "}")
        else { return nil }
        let range = start..<(name.upperBound + 1)
        return Placeholder(kind: kind, name: string(name), text: string(range), range: range)
    }

    /// Returns the byte at an index, if the index is before the end.
    package func byte(at index: Int, before end: Int) -> UInt8? { index < end ? bytes[index] : nil }

    /// Returns the text of a range.
    package func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns the first index at or after `index` that is not white space.
    package func skippingSpace(from index: Int, before end: Int) -> Int {
        var index = index
        while index < end, Self.isSpace(bytes[index]) { index += 1 }
        return index
    }

    /// Returns a range without the white space around it; `nil` if nothing is left.
    package func trimmed(_ range: Range<Int>) -> Range<Int>? {
        let start = skippingSpace(from: range.lowerBound, before: range.upperBound)
        var end = range.upperBound
        while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
        return start < end ? start..<end : nil
    }

    /// Returns the identifier that begins at an index: letters, digits and `_`, and after the first
    /// character also `.`, `-`, `[`, `]`.
    package func identifier(at start: Int, before end: Int) -> Range<Int>? {
        var index = start
        while index < end {
            let byte = bytes[index]
            let isInside =
                byte >= 0x80 || Self.isLetterOrDigit(byte) || byte == UInt8(ascii: "_")
            guard isInside || (index > start && ".-[]".utf8.contains(byte)) else { break }
            index += 1
        }
        guard index > start else { return nil }
        let isName = string(start..<index).unicodeScalars.allSatisfy {
            $0.isASCII || $0.properties.isXIDContinue
        }
        return isName ? start..<index : nil
    }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    package static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    package static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    package static func isLetterOrDigit(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
}
