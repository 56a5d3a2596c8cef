import CICU

/// A pattern to find in texts, and what replaces it.
///
/// The pattern is a text, or a regular expression in ICU's syntax:
/// <https://unicode-org.github.io/icu/userguide/strings/regexp.html>. In the replacement of a
/// regular expression, `$0` to `$9` are the match and its groups, and a backslash protects the next
/// character. In other replacements, every character stands for itself.
public struct TextPattern: Hashable, Sendable {
    /// The text or regular expression to find.
    public var pattern: String
    /// The replacement.
    public var replacement: String
    /// True if upper and lower case differ.
    public var isCaseSensitive: Bool
    /// True if a match must begin and end at the boundary of a word; see ``Segmenter``.
    public var matchesWholeWords: Bool
    /// True if the pattern is a regular expression.
    public var isExpression: Bool

    /// Creates a pattern.
    public init(
        _ pattern: String, replacement: String, isCaseSensitive: Bool = false,
        matchesWholeWords: Bool = false, isExpression: Bool = false
    ) {
        self.pattern = pattern
        self.replacement = replacement
        self.isCaseSensitive = isCaseSensitive
        self.matchesWholeWords = matchesWholeWords
        self.isExpression = isExpression
    }

    /// The reason why a pattern cannot be used.
    public enum Fault: Error, Hashable, Sendable {
        /// The pattern is empty.
        case empty
        /// The pattern is not a regular expression; the value is the position of the fault, from 1.
        case syntax(Int)
        /// The pattern matches the empty text, and therefore at every place.
        case matchesNothing
        /// The replacement has a group that the regular expression lacks.
        case group(Int)
        /// The comparison with a text took too long.
        case slow
    }
}

/// Replaces the matches of a pattern in texts.
///
/// An instance is used by one thread, for any number of texts.
public final class TextReplacer {
    private let pattern: TextPattern
    private let expression: ICUHandle<RegularExpressionObject>
    private let parts: [Part]

    /// A part of the replacement.
    private enum Part {
        case text([UInt16])
        case group(Int32)
    }

    /// The limit for a comparison with one text.
    ///
    /// A unit is some thousands of steps of ICU's engine, about a sixth of a millisecond.
    private static let timeLimit: Int32 = 500

    /// Compiles a pattern.
    public init(_ pattern: TextPattern) throws(TextPattern.Fault) {
        guard !pattern.pattern.isEmpty else { throw .empty }
        let units = Array(pattern.pattern.utf16)
        let flags =
            (pattern.isCaseSensitive ? 0 : UInt32(ICU_REGEX_IGNORES_CASE))
            | (pattern.isExpression ? 0 : UInt32(ICU_REGEX_LITERAL))
        var error = ICUParseError()
        guard let count = Int32(exactly: units.count),
            let expression = ICUHandle<RegularExpressionObject>({
                icu_uregex_open(units, count, flags, &error, &$0)
            })
        else { throw .syntax(max(1, Int(error.offset))) }
        var status: ICUStatus = 0
        icu_uregex_setTimeLimit(expression.pointer, Self.timeLimit, &status)
        let groups = icu_uregex_groupCount(expression.pointer, &status)
        let parts = try Self.parts(of: pattern, groups: groups)
        self.pattern = pattern
        self.expression = expression
        self.parts = parts
        guard try matches(in: []).isEmpty else { throw .matchesNothing }
    }

    private static func parts(
        of pattern: TextPattern, groups: Int32
    ) throws(TextPattern.Fault) -> [Part] {
        guard pattern.isExpression else { return [.text(Array(pattern.replacement.utf16))] }
        var parts: [Part] = []
        var text: [UInt16] = []
        var scalars = pattern.replacement.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\\", let next = scalars.popFirst() {
                text += Array(String(next == "n" ? "\n" : next == "t" ? "\t" : next).utf16)
            } else if scalar == "$", let digit = scalars.first, ("0"..."9").contains(digit) {
                scalars.removeFirst()
                let group = Int32(digit.value) - 48
                guard group <= groups else { throw .group(Int(group)) }
                parts += [.text(text), .group(group)]
                text = []
            } else {
                text += Array(String(scalar).utf16)
            }
        }
        return parts + [.text(text)]
    }

    /// Returns the text with all matches replaced, or `nil` if nothing matches.
    ///
    /// Throws ``TextPattern/Fault/slow`` if the comparison takes too long.
    public func replacing(in text: String) throws(TextPattern.Fault) -> String? {
        let units = Array(text.utf16)
        let found = try matches(in: units, boundingWordsOf: pattern.matchesWholeWords ? text : nil)
        guard !found.isEmpty else { return nil }
        var result: [UInt16] = []
        var position = 0
        for match in found {
            result += units[position..<match.range.lowerBound]
            for part in parts {
                switch part {
                case .text(let text): result += text
                case .group(let group): result += units[match.groups[Int(group)]]
                }
            }
            position = match.range.upperBound
        }
        result += units[position...]
        return String(decoding: result, as: UTF16.self)
    }

    private struct Match {
        let range: Range<Int>
        /// The match and its groups; a group that did not take part is empty.
        let groups: [Range<Int>]
    }

    /// Returns for each position in a text whether a word begins or ends there.
    private static func boundaries(of text: String, count: Int) -> [Bool] {
        var boundaries = [Bool](repeating: false, count: count + 1)
        var end = 0
        boundaries[end] = true
        for word in Segmenter.words(in: text) {
            end += word.utf16.count
            boundaries[end] = true
        }
        return boundaries
    }

    /// Returns the matches, without those of the empty text unless the text is empty.
    ///
    /// If `text` is given, a match must begin and end at the boundary of a word in it.
    private func matches(
        in units: [UInt16], boundingWordsOf text: String? = nil
    ) throws(TextPattern.Fault) -> [Match] {
        let expression = expression.pointer
        let groups = parts.contains { if case .group = $0 { true } else { false } } ? 9 : 0
        var found: [Match] = []
        var status: ICUStatus = 0
        // Most texts have no match, so the words are found when they are needed.
        var boundaries: [Bool]?
        // ICU does not copy the text.
        units.withUnsafeBufferPointer { buffer in
            var none: UInt16 = 0
            withUnsafePointer(to: &none) { none in
                icu_uregex_setText(
                    expression, buffer.baseAddress ?? none, Int32(clamping: buffer.count), &status)
                let last = min(Int32(groups), icu_uregex_groupCount(expression, &status))
                var next: Int?
                while status.isSuccess {
                    let isFound =
                        if let start = next {
                            icu_uregex_find(expression, Int32(clamping: start), &status)
                        } else {
                            icu_uregex_findNext(expression, &status)
                        }
                    next = nil
                    guard isFound != 0 else { break }
                    var ranges: [Range<Int>] = []
                    for group in 0...last {
                        let start = Int(icu_uregex_start(expression, group, &status))
                        let end = Int(icu_uregex_end(expression, group, &status))
                        ranges.append(start < 0 || end < start ? 0..<0 : start..<end)
                    }
                    guard let range = ranges.first, !range.isEmpty || units.isEmpty else {
                        continue
                    }
                    if let text {
                        let known = boundaries ?? Self.boundaries(of: text, count: units.count)
                        boundaries = known
                        guard known[range.lowerBound], known[range.upperBound] else {
                            // The rejected match may cover the start of another one, which begins
                            // at a later boundary.
                            next = (range.lowerBound + 1..<units.count).first { known[$0] }
                            guard next != nil else { break }
                            continue
                        }
                    }
                    found.append(Match(range: range, groups: ranges))
                }
            }
        }
        guard status.isSuccess else { throw .slow }
        return found
    }
}
