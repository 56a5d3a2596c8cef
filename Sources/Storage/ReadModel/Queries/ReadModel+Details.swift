import GRDB
public import JSON
public import Texts
public import Translation

/// The details of a project's strings, without their texts.
public struct DetailsOfStrings: Sendable {
    fileprivate var details: [Int64: StringDetails] = [:]

    /// Returns the details of a string, which must come from the same state.
    public subscript(string: SourceString) -> StringDetails {
        details[string.number] ?? StringDetails()
    }
}

/// The details of one language's texts, without their content.
public struct DetailsOfTexts: Sendable {
    fileprivate var details: [Int64: TextDetails] = [:]

    /// Returns the details of a string's text; the string must come from the same state.
    public subscript(string: SourceString) -> TextDetails {
        details[string.number] ?? TextDetails()
    }
}

extension ReadModel {
    /// Returns the details of the existing strings, with the metadata stored under the name of a
    /// format.
    ///
    /// Cost: reads all strings.
    public func detailsOfStrings(meta name: String) throws -> DetailsOfStrings {
        try read { db in
            let cursor = try Row.fetchCursor(
                db,
                sql: """
                    SELECT s.subject, s.definition, \(Self.bodyWithMeta) FROM string s
                    LEFT JOIN event e ON e.id = s.event AND e.standing = 0 WHERE s.is_existing
                    """)
            var all = DetailsOfStrings()
            while let row = try cursor.next() {
                guard let json = try row.json(1) else { continue }
                let definition = try Definition(json: json)
                all.details[row[0]] = StringDetails(
                    comment: definition.comment, maximumLength: definition.maximumLength,
                    isTranslatable: definition.isTranslatable, references: definition.references,
                    meta: try Self.meta(name, in: row, 2))
            }
            return all
        }
    }

    /// Returns the details of a language's own texts, with the metadata stored under the name of a
    /// format.
    ///
    /// A text needs work if it is flagged or stale. A last reviewed text needs work only if it is
    /// stale. Cost: reads the texts in this language.
    public func detailsOfTexts(
        of locale: LanguageTag, _ choice: TextChoice = TextChoice(), meta name: String
    ) throws -> DetailsOfTexts {
        let columns = TextColumns(choice, of: locale, in: project)
        return try read { db in
            let cursor = try Row.fetchCursor(
                db,
                sql: """
                    SELECT u.string, \(columns.isFlagged), \(columns.isStale), \(Self.bodyWithMeta)
                    FROM unit_state u\(columns.join)
                    LEFT JOIN event e ON e.id = \(columns.event) AND e.standing = 0
                    WHERE u.locale = ? AND \(columns.exists)
                    """, arguments: [locale.rawValue])
            var all = DetailsOfTexts()
            while let row = try cursor.next() {
                let (isFlagged, isStale): (Bool, Bool) = (row[1], row[2])
                all.details[row[0]] = TextDetails(
                    needsWork: isFlagged || isStale, meta: try Self.meta(name, in: row, 3))
            }
            return all
        }
    }

    /// Returns the format-specific metadata of a language's own texts, by the events that set them.
    ///
    /// Texts without metadata are omitted. Cost: reads the texts in this language.
    public func metaOfTexts(
        of locale: LanguageTag, named name: String
    ) throws -> [EventID: JSONObject] {
        try read { db in
            let cursor = try Row.fetchCursor(
                db,
                sql: """
                    SELECT u.event, \(Self.bodyWithMeta) FROM unit_state u
                    LEFT JOIN event e ON e.id = u.event AND e.standing = 0
                    WHERE u.locale = ? AND u.event IS NOT NULL
                    """, arguments: [locale.rawValue])
            var all: [EventID: JSONObject] = [:]
            while let row = try cursor.next() {
                guard let id = row.eventID(0), let meta = try Self.meta(name, in: row, 1) else {
                    continue
                }
                all[id] = meta
            }
            return all
        }
    }

    /// The body of an event if it contains metadata, otherwise null, so that few bodies are read.
    private static let bodyWithMeta =
        "CASE WHEN instr(e.body, CAST('\"meta\":' AS BLOB)) THEN e.body END"

    private static func meta(_ name: String, in row: Row, _ column: Int) throws -> JSONObject? {
        guard let body = try row.blob(column) else { return nil }
        return try Event.stored(body)?.meta?[name]?.objectValue
    }
}
