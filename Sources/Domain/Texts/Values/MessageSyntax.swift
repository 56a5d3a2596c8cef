/// The parts of an ICU message, such as `{count, plural, one {# file} other {# files}}`.
///
/// Source: <https://unicode-org.github.io/icu/userguide/format_parse/messages/>. Errors that ICU
/// reports in addition to syntax errors, such as a plural without `other`, are accepted here.
package struct MessageSyntax {
    /// A piece of a message.
    package enum Part {
        /// Literal text, including apostrophes that do not quote anything.
        case text(Range<Int>)
        /// Quoted text, including its apostrophes.
        case quoted(Range<Int>)
        /// The sign `#` in a plural, which shows the number.
        case number(Range<Int>)
        /// A simple argument, such as `{name}` or `{n, number}`, or nested braces, which are not
        /// ICU syntax.
        case argument(Range<Int>)
        /// A choice with a message for each case.
        case choice(Choice)

        package var range: Range<Int> {
            switch self {
            case .text(let range), .quoted(let range), .number(let range), .argument(let range):
                range
            case .choice(let choice): choice.range
            }
        }
    }

    /// An argument that selects one of several messages.
    package struct Choice {
        /// The range, including the braces.
        package let range: Range<Int>
        /// The type of choice.
        package let selector: Value.Selector
        /// Whether the choice has an `offset`, so the shown number differs from the selecting
        /// number.
        package let hasOffset: Bool
        /// The messages, in order.
        package let cases: [Case]
    }

    /// A message in a choice, with the word that selects it.
    package struct Case {
        /// The range of the selecting word.
        package let name: Range<Int>
        /// The range of the message, without the braces.
        package let range: Range<Int>
        /// The pieces of the message.
        package let parts: [Part]
    }

    /// The text.
    package let bytes: [UInt8]
    /// The pieces in order.
    ///
    /// Each byte belongs to exactly one piece.
    package private(set) var parts: [Part] = []

    /// An error that is thrown if the text is not a message.
    private struct Malformed: Error {}

    /// The maximum depth of nested arguments.
    private static let maximumDepth = 8

    /// Parses a text in time linear in its length; `nil` if it is not a message.
    package init?(_ text: String) {
        bytes = Array(text.utf8)
        do throws(Malformed) {
            parts = try message(at: 0, inPlural: false, depth: 0).parts
        } catch { return nil }
    }

    /// Whether the message contains a choice.
    package var hasChoice: Bool {
        parts.contains { if case .choice = $0 { true } else { false } }
    }

    /// Returns the text of a range without surrounding white space.
    package func word(_ range: Range<Int>) -> String {
        let start = skippingSpace(range.lowerBound)
        guard start < range.upperBound else { return "" }
        let last = bytes[start..<range.upperBound].lastIndex { !PlaceholderScanner.isSpace($0) }
        return String(decoding: bytes[start..<(last.map { $0 + 1 } ?? start)], as: UTF8.self)
    }

    // MARK: Messages

    /// Parses a message up to the end of the text, or up to the closing brace of the enclosing
    /// argument.
    private func message(
        at start: Int, inPlural: Bool, depth: Int
    ) throws(Malformed) -> (parts: [Part], end: Int) {
        guard depth <= Self.maximumDepth else { throw Malformed() }
        var parts: [Part] = []
        var index = start
        var textStart = start
        func add(_ part: Part) {
            if part.range.lowerBound > textStart {
                parts.append(.text(textStart..<part.range.lowerBound))
            }
            parts.append(part)
            index = part.range.upperBound
            textStart = index
        }
        loop: while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "'"):
                if let end = quoteEnd(from: index, inPlural: inPlural) {
                    add(.quoted(index..<end))
                } else {
                    index += next(index) == UInt8(ascii: "'") ? 2 : 1
                }
            case UInt8(ascii: "{"): add(try argument(at: index, depth: depth))
            case UInt8(ascii: "}") where depth > 0: break loop
            case UInt8(ascii: "#") where inPlural: add(.number(index..<(index + 1)))
            default: index += 1
            }
        }
        guard depth == 0 || index < bytes.count else { throw Malformed() }
        if index > textStart { parts.append(.text(textStart..<index)) }
        return (parts, index)
    }

    /// Returns the end of the text quoted by an apostrophe, or `nil` if the apostrophe quotes
    /// nothing.
    private func quoteEnd(from start: Int, inPlural: Bool) -> Int? {
        switch next(start) {
        case UInt8(ascii: "{"), UInt8(ascii: "}"): break
        case UInt8(ascii: "#") where inPlural: break
        default: return nil
        }
        return literalEnd(from: start) ?? bytes.count
    }

    /// Returns the position after the closing apostrophe, or `nil` if there is none.
    ///
    /// A doubled apostrophe is a literal apostrophe.
    private func literalEnd(from start: Int) -> Int? {
        var index = start + 1
        while let close = bytes[index...].firstIndex(of: UInt8(ascii: "'")) {
            guard next(close) == UInt8(ascii: "'") else { return close + 1 }
            index = close + 2
        }
        return nil
    }

    private func next(_ index: Int) -> UInt8? {
        index + 1 < bytes.count ? bytes[index + 1] : nil
    }

    // MARK: Arguments

    private func argument(at open: Int, depth: Int) throws(Malformed) -> Part {
        let name = try word(from: open + 1)
        guard bytes[name.end] == UInt8(ascii: ",") else {
            return .argument(open..<(try closing(name.end) + 1))
        }
        let type = try word(from: name.end + 1)
        let selector: Value.Selector? =
            switch type.word {
            case "plural": .plural
            case "selectordinal": .ordinal
            case "select": .select
            default: nil
            }
        guard let selector, bytes[type.end] == UInt8(ascii: ",") else {
            return .argument(open..<(try closing(type.end) + 1))
        }
        return .choice(try choice(from: open, by: selector, style: type.end + 1, depth: depth))
    }

    /// Parses a word in an argument.
    ///
    /// Also returns the position of the sign that ends it.
    private func word(from start: Int) throws(Malformed) -> (word: String, end: Int) {
        guard let end = bytes[start...].firstIndex(where: { ",{}".utf8.contains($0) }) else {
            throw Malformed()
        }
        return (word(start..<end), end)
    }

    /// Returns the position of an argument's closing brace, searching from a position inside the
    /// argument.
    private func closing(_ start: Int) throws(Malformed) -> Int {
        var depth = 1
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "'"):
                guard let end = literalEnd(from: index) else { throw Malformed() }
                index = end - 1
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        throw Malformed()
    }

    private func choice(
        from open: Int, by selector: Value.Selector, style: Int, depth: Int
    ) throws(Malformed) -> Choice {
        var cases: [Case] = []
        var index = skippingSpace(style)
        let hasOffset = selector != .select && bytes[index...].starts(with: "offset:".utf8)
        if hasOffset {
            index = skippingSpace(index + "offset:".utf8.count)
            index = bytes[index...].firstIndex { !PlaceholderScanner.isDigit($0) } ?? bytes.count
            index = skippingSpace(index)
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: "}") {
            let name = try word(from: index)
            guard bytes[name.end] == UInt8(ascii: "{"), !name.word.isEmpty else {
                throw Malformed()
            }
            let start = name.end + 1
            let message = try message(
                at: start, inPlural: selector != .select, depth: depth + 1)
            cases.append(
                Case(name: index..<name.end, range: start..<message.end, parts: message.parts))
            index = skippingSpace(message.end + 1)
        }
        guard index < bytes.count, !cases.isEmpty else { throw Malformed() }
        return Choice(
            range: open..<(index + 1), selector: selector, hasOffset: hasOffset, cases: cases)
    }

    private func skippingSpace(_ index: Int) -> Int {
        bytes[index...].firstIndex { !PlaceholderScanner.isSpace($0) } ?? bytes.count
    }
}
