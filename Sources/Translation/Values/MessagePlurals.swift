/// Chooses among the forms of plurals that stand in a text, as ICU's MessageFormat has them:
/// `{count, plural, one {# file} other {# files}}`.
///
/// Source: <https://unicode-org.github.io/icu/userguide/format_parse/messages/>. What comes out is a
/// message again: quotes and other arguments stay as they are written.
struct MessagePlurals {
    private let bytes: [UInt8]
    private let count: Value.Count

    /// What ends the reading of a message.
    private enum Failure: Error {
        /// It is no message.
        case malformed
        /// A plural has no form for the number.
        case noForm
    }

    /// How deep arguments may stand in each other.
    private static let maximumDepth = 8

    private init(_ text: String, _ count: Value.Count) {
        bytes = Array(text.utf8)
        self.count = count
    }

    /// Returns a text with its plurals chosen; nil where one has no form for the number.
    ///
    /// A text that is no message is returned as it is, and so is a plural with an `offset`.
    static func form(of text: String, for count: Value.Count) -> String? {
        // i18next's own plurals are several texts.
        guard !count.isStrict, text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let message = MessagePlurals(text, count)
        do throws(Failure) {
            return String(
                decoding: try message.message(message.bytes.indices, number: nil, depth: 0),
                as: UTF8.self)
        } catch {
            return error == .noForm ? nil : text
        }
    }

    /// The message of a range; `number` stands for `#` inside a form.
    private func message(
        _ range: Range<Int>, number: String?, depth: Int
    ) throws(Failure) -> [UInt8] {
        guard depth <= Self.maximumDepth else { throw .malformed }
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let end: Int
            switch bytes[index] {
            case UInt8(ascii: "'"):
                end = quoteEnd(from: index, before: range.upperBound, inPlural: number != nil)
                result += bytes[index..<end]
            case UInt8(ascii: "{"):
                let close = try closing(index, before: range.upperBound)
                end = close + 1
                result += try argument(index..<end, number: number, depth: depth)
            case UInt8(ascii: "}"): throw .malformed
            case UInt8(ascii: "#") where number != nil:
                end = index + 1
                result += number.map { Array($0.utf8) } ?? []
            default:
                end = index + 1
                result.append(bytes[index])
            }
            index = end
        }
        return result
    }

    /// What stands for an argument, braces included.
    private func argument(
        _ range: Range<Int>, number: String?, depth: Int
    ) throws(Failure) -> [UInt8] {
        let inner = (range.lowerBound + 1)..<(range.upperBound - 1)
        let whole = Array(bytes[range])
        guard let comma = firstComma(in: inner),
            let second = firstComma(in: (comma + 1)..<inner.upperBound)
        else { return whole }
        let style = (second + 1)..<inner.upperBound
        let type = string((comma + 1)..<second)
        let selector: Value.Selector? =
            switch type {
            case "plural": .plural
            case "selectordinal": .ordinal
            case "select": .select
            default: nil
            }
        guard let selector, let cases = try cases(in: style) else { return whole }
        guard selector == count.selector else {
            return try keeping(range, cases, selector == .select ? number : nil, depth)
        }
        for name in count.names {
            guard let item = cases.first(where: { string($0.name) == name }) else { continue }
            return try message(item.message, number: count.number, depth: depth + 1)
        }
        throw .noForm
    }

    /// An argument as it is written, with what is to be chosen in its messages chosen.
    private func keeping(
        _ range: Range<Int>, _ cases: [Case], _ number: String?, _ depth: Int
    ) throws(Failure) -> [UInt8] {
        var result: [UInt8] = []
        var index = range.lowerBound
        for item in cases {
            result += bytes[index..<item.message.lowerBound]
            result += try message(item.message, number: number, depth: depth + 1)
            index = item.message.upperBound
        }
        return result + bytes[index..<range.upperBound]
    }

    /// A form of an argument: its name, and its message without the braces.
    private struct Case {
        let name: Range<Int>
        let message: Range<Int>
    }

    /// The forms of a style; nil for one with an offset.
    private func cases(in style: Range<Int>) throws(Failure) -> [Case]? {
        var cases: [Case] = []
        var index = skippingSpace(style.lowerBound, before: style.upperBound)
        while index < style.upperBound {
            guard let open = bytes[index..<style.upperBound].firstIndex(of: UInt8(ascii: "{"))
            else { throw .malformed }
            guard !bytes[index..<open].contains(UInt8(ascii: ":")) else { return nil }
            let close = try closing(open, before: style.upperBound)
            cases.append(Case(name: index..<open, message: (open + 1)..<close))
            index = skippingSpace(close + 1, before: style.upperBound)
        }
        guard !cases.isEmpty else { throw .malformed }
        return cases
    }

    /// Where the brace that is opened at an index is closed.
    private func closing(_ open: Int, before end: Int) throws(Failure) -> Int {
        var depth = 0
        var index = open
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: "'"):
                index = quoteEnd(from: index, before: end, inPlural: true)
                continue
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
            index += 1
        }
        throw .malformed
    }

    /// Where what begins with an apostrophe ends: a quoted part, a doubled apostrophe, or the sign alone.
    private func quoteEnd(from start: Int, before end: Int, inPlural: Bool) -> Int {
        guard start + 1 < end else { return start + 1 }
        switch bytes[start + 1] {
        case UInt8(ascii: "'"): return start + 2
        case UInt8(ascii: "{"), UInt8(ascii: "}"): break
        case UInt8(ascii: "#") where inPlural: break
        default: return start + 1
        }
        let close = bytes[(start + 2)..<end].firstIndex(of: UInt8(ascii: "'"))
        return close.map { $0 + 1 } ?? end
    }

    private func firstComma(in range: Range<Int>) -> Int? {
        let index = bytes[range].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "{") }
        return index.flatMap { bytes[$0] == UInt8(ascii: ",") ? $0 : nil }
    }

    private func skippingSpace(_ index: Int, before end: Int) -> Int {
        bytes[index..<end].firstIndex { !PlaceholderScanner.isSpace($0) } ?? end
    }

    private func string(_ range: Range<Int>) -> String {
        let start = skippingSpace(range.lowerBound, before: range.upperBound)
        let last = bytes[start..<range.upperBound].lastIndex { !PlaceholderScanner.isSpace($0) }
        return String(decoding: bytes[start..<(last.map { $0 + 1 } ?? start)], as: UTF8.self)
    }
}
