/// The i18next options, converted for searching and parsing texts.
struct I18nextSyntax: Sendable {
    let keySeparator: String?
    let namespaceSeparator: String?
    let ignoresJSONStructure: Bool
    let returnsEmptyText: Bool
    /// True if a separator differs from i18next's default, so that no key is treated as a sentence.
    let hasOwnSeparators: Bool
    let placeholder: CodeUnitPattern
    let rawPlaceholder: CodeUnitPattern
    let nesting: CodeUnitPattern
    let formatSeparator: String
    let nestingOptionsSeparator: String
    /// The code units that mark placeholders.
    let placeholderUnits: Set<UInt16>
    private let prefix: String
    private let nestingPrefix: String

    init(_ options: I18nextOptions) {
        func own(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        let (own, standard) = (own, I18nextInterpolation())
        let marks = options.interpolation
        keySeparator = own(options.keySeparator)
        namespaceSeparator = own(options.namespaceSeparator)
        hasOwnSeparators =
            ![nil, "."].contains(keySeparator) || ![nil, ":"].contains(namespaceSeparator)
        ignoresJSONStructure = options.ignoresJSONStructure
        returnsEmptyText = options.returnsEmptyText
        prefix = own(marks.prefix) ?? standard.prefix
        let suffix = own(marks.suffix) ?? standard.suffix
        nestingPrefix = own(marks.nestingPrefix) ?? standard.nestingPrefix
        placeholder = CodeUnitPattern(prefix, suffix)
        rawPlaceholder = CodeUnitPattern(prefix + (own(marks.rawMark) ?? standard.rawMark), suffix)
        placeholderUnits = Set(rawPlaceholder.start + rawPlaceholder.end)
        nesting = CodeUnitPattern(
            nestingPrefix, own(marks.nestingSuffix) ?? standard.nestingSuffix)
        formatSeparator = own(marks.formatSeparator) ?? standard.formatSeparator
        nestingOptionsSeparator =
            own(marks.nestingOptionsSeparator) ?? standard.nestingOptionsSeparator
    }

    /// Returns true if a text may contain placeholders or references.
    func hasMarks(_ text: String) -> Bool {
        text.containsBytes(of: prefix) || text.containsBytes(of: nestingPrefix)
    }

    /// Returns true if a key with a namespace separator is a sentence, not a name with a namespace.
    ///
    /// A sentence contains a space or one of `, ? ! ;`. If it contains a key separator, one of
    /// these characters must occur before the first separator.
    func isSentence(_ key: String) -> Bool {
        guard !hasOwnSeparators else { return false }
        func isMark(_ byte: UInt8) -> Bool { " ,?!;".utf8.contains(byte) }
        guard key.utf8.contains(where: isMark) else { return false }
        guard keySeparator != nil, let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")),
            dot > key.startIndex
        else { return true }
        return key.utf8[..<dot].contains(where: isMark)
    }
}

/// A start and an end mark with at least one code unit and no line terminator between them.
///
/// Matches the same texts as the JavaScript regular expression `start(.+?)end`.
struct CodeUnitPattern: Sendable {
    struct Match {
        let whole: Range<Int>
        let content: Range<Int>
    }

    let start: [UInt16]
    let end: [UInt16]

    init(_ start: String, _ end: String) {
        self.start = Array(start.utf16)
        self.end = Array(end.utf16)
    }

    /// Returns the first match at or after an index, in time linear in the number of code units.
    func firstMatch(in units: [UInt16], from index: Int = 0) -> Match? {
        var index = index
        while let found = units.firstIndex(of: start, from: index) {
            let content = found + start.count
            var position = content + 1
            guard content < units.count else { return nil }
            if Self.isLineTerminator(units[content]) {
                index = content + 1
                continue
            }
            var line: Int?
            while position < units.count {
                if units.matches(end, at: position) {
                    return Match(
                        whole: found..<position + end.count, content: content..<position)
                }
                if Self.isLineTerminator(units[position]) {
                    line = position + 1
                    break
                }
                position += 1
            }
            // If the line has no end mark, no later start mark on the line has one either.
            guard let line else { return nil }
            index = line
        }
        return nil
    }

    /// Returns the number of non-overlapping matches.
    func count(in units: [UInt16]) -> Int {
        var (count, index) = (0, 0)
        while let match = firstMatch(in: units, from: index) {
            count += 1
            index = match.whole.upperBound
        }
        return count
    }

    private static func isLineTerminator(_ unit: UInt16) -> Bool {
        unit == 0x0A || unit == 0x0D || unit == 0x2028 || unit == 0x2029
    }
}

extension [UInt16] {
    /// Returns true if the code units at an index equal `part`.
    func matches(_ part: [UInt16], at index: Int) -> Bool {
        guard index + part.count <= count else { return false }
        for offset in part.indices where self[index + offset] != part[offset] { return false }
        return true
    }

    /// Returns the first index at or after `index` where `part` occurs.
    func firstIndex(of part: [UInt16], from index: Int) -> Int? {
        var index = index
        while index + part.count <= count {
            if matches(part, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// The code units as a string.
    var text: String { String(decoding: self, as: UTF16.self) }
}
