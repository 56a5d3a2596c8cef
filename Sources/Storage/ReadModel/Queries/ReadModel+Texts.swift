import GRDB
public import Texts
import Translation

/// An existing string and its source definition: the data shared by the languages in an export.
public struct SourceString: Sendable {
    /// The section and key of the string.
    public let string: StringID
    /// The source text.
    public let value: Texts.Value
    /// True if the string needs a text in other languages.
    public let isTranslatable: Bool
    /// The string's number in the database.
    let number: Int64
}

/// A language's own texts.
public struct LanguageTexts: Sendable {
    /// The numbers of the strings with a text, in ascending order for binary search.
    ///
    /// For a single pass, arrays are cheaper to create than a dictionary.
    private let strings: [Int64]
    private let values: [Texts.Value]
    private let stale: Set<Int64>

    fileprivate init(ofAscending strings: [Int64], values: [Texts.Value], stale: Set<Int64>) {
        self.strings = strings
        self.values = values
        self.stale = stale
    }

    /// Returns true if the text of a string is stale.
    public func isStale(_ string: SourceString) -> Bool { stale.contains(string.number) }

    /// Returns the text of a string, or `nil` if the language has no text for it.
    ///
    /// The string must come from the same state.
    public subscript(string: SourceString) -> Texts.Value? {
        var range = strings.indices
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if strings[middle] == string.number { return values[middle] }
            range =
                strings[middle] < string.number
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

extension ReadModel {
    /// Returns the existing strings, sorted by section, position in the section and key.
    ///
    /// Strings without a position come last. If a section is given, returns only its strings. Cost:
    /// reads the returned strings.
    public func sourceStrings(section: String? = nil) throws -> [SourceString] {
        var conditions = Conditions()
        conditions.add("is_existing")
        conditions.add("section = ?", section.map(StoredText.init))
        return try read { db in
            var strings: [SourceString] = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT subject, section, key, value, is_translatable FROM string WHERE \(conditions.sql)
                    ORDER BY section, position IS NULL, position, key
                    """)
            try statement.forEachRow(conditions.arguments) { row in
                guard let number = row.number(0), let section = row.text(1),
                    let key = row.text(2),
                    let value = try row.storedValue(3)
                else { return }
                strings.append(
                    SourceString(
                        string: StringID(section: section, key: key), value: value,
                        isTranslatable: row.number(4) != 0, number: number))
            }
            return strings
        }
    }

    /// Returns a language's own texts, including texts of removed strings.
    ///
    /// `isReviewedOnly` and `omitsStale` work as in ``EntryFilter``. If a section is given, returns
    /// only the texts of its existing strings. Cost: reads the texts in this language, or the
    /// strings in the section.
    public func texts(
        of locale: LanguageTag, section: String? = nil, isReviewedOnly: Bool = false,
        omitsStale: Bool = false
    ) throws -> LanguageTexts {
        let kind = isReviewedOnly ? "reviewed_" : ""
        let current = omitsStale ? " AND NOT u.\(kind)is_stale" : ""
        // SQLite keeps the order of a cross join, so the strings of the section come before their
        // texts.
        let tables =
            section == nil
            ? "unit_state u"
            : "string s CROSS JOIN unit_state u ON u.string = s.subject AND s.is_existing AND s.section = ?"
        return try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT u.string, u.\(kind)value, u.\(kind)is_stale FROM \(tables)
                    WHERE u.locale = ? AND u.\(kind)event IS NOT NULL\(current) ORDER BY u.string
                    """)
            var strings: [Int64] = []
            var values: [Texts.Value] = []
            var stale: Set<Int64> = []
            var arguments: StatementArguments = []
            if let section { arguments += [StoredText(section)] }
            arguments += [locale.rawValue]
            try statement.forEachRow(arguments) { row in
                guard let string = row.number(0), let value = try row.storedValue(1) else { return }
                strings.append(string)
                values.append(value)
                if row.number(2) == 1 { stale.insert(string) }
            }
            return LanguageTexts(ofAscending: strings, values: values, stale: stale)
        }
    }
}
