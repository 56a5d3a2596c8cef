import GRDB
public import Translation

/// A string that exists, and what its source says: what the languages of an export share.
public struct SourceString: Sendable {
    /// The string.
    public let string: StringID
    /// The text of the source language.
    public let value: Translation.Value
    /// The number that the database knows the string by.
    let number: Int64
}

/// The texts that one language has itself.
public struct LanguageTexts: Sendable {
    private let values: [Int64: Translation.Value]

    fileprivate init(_ values: [Int64: Translation.Value]) { self.values = values }

    /// The text of a string of the same state, or `nil` where the language has none.
    public subscript(string: SourceString) -> Translation.Value? { values[string.number] }
}

extension ReadModel {
    /// The strings that exist, by section, order (strings without one last) and key.
    ///
    /// With a section, those of it. Cost: these strings.
    public func sourceStrings(section: String? = nil) throws -> [SourceString] {
        var conditions = Conditions()
        conditions.add("is_existing")
        conditions.add("section = ?", section.map(StoredText.init))
        return try read { db in
            let cursor = try Row.fetchCursor(
                db,
                // The text of the source language is the definition's value, without the rest to be parsed.
                sql: """
                    SELECT subject, section, key, u.value, iif(u.value IS NULL, definition, NULL)
                    FROM (SELECT subject, section, key, definition, position, event FROM string
                      WHERE \(conditions.sql)) s
                    LEFT JOIN unit u USING (subject)
                    ORDER BY section, position IS NULL, position, key
                    """, arguments: conditions.arguments)
            var strings: [SourceString] = []
            while let row = try cursor.next() {
                guard
                    let value = try row.storedValue(3)
                        ?? row.json(4).map({ try Definition(json: $0).value })
                else { continue }
                strings.append(
                    SourceString(string: try row.stringID(1), value: value, number: row[0]))
            }
            return strings
        }
    }

    /// The texts that a language has itself, of strings that exist or not.
    ///
    /// As ``EntryFilter`` has it: with `isReviewedOnly` the last text of each string that came through review; with
    /// `omitsStale` none that was made for another source text. Cost: the texts of this language.
    public func texts(
        of locale: LanguageTag, isReviewedOnly: Bool = false, omitsStale: Bool = false
    ) throws -> LanguageTexts {
        let kind = isReviewedOnly ? "reviewed_" : ""
        let current = omitsStale ? " AND NOT \(kind)is_stale" : ""
        return try read { db in
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT string, \(kind)value FROM unit
                        WHERE locale = ? AND \(kind)event IS NOT NULL\(current)
                        """), arguments: [locale.rawValue])
            var values: [Int64: Translation.Value] = [:]
            while let row = try cursor.next() { values[row[0]] = try row.storedValue(1) }
            return LanguageTexts(values)
        }
    }
}
