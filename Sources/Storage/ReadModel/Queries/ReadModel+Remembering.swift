import GRDB
package import Texts
package import Translation

/// A text that a translation memory can store.
package struct TextToRemember: Sendable {
    package let value: Texts.Value
    /// True if the text was reviewed.
    package let isReviewed: Bool
}

extension ReadModel {
    /// Returns a language's usable texts for a range of strings, by string number.
    ///
    /// Stale and flagged texts are omitted. Cost: reads the language's own texts in the range.
    package func textsToRemember(
        in locale: LanguageTag, strings: ClosedRange<Int64>
    ) throws -> [Int64: TextToRemember] {
        try read { db in
            var texts: [Int64: TextToRemember] = [:]
            try db.cachedStatement(
                sql: """
                    SELECT string, value, is_reviewed FROM unit_state
                    WHERE locale = ? AND string BETWEEN ? AND ?
                      AND event IS NOT NULL AND NOT is_stale AND NOT is_flagged
                    """
            ).forEachRow([locale.rawValue, strings.lowerBound, strings.upperBound]) { row in
                guard let number = row.number(0), let value = try row.storedValue(1) else { return }
                texts[number] = TextToRemember(value: value, isReviewed: row.flag(2))
            }
            return texts
        }
    }

    /// Returns the numbers of up to `limit` removed strings after `number`, in ascending order.
    package func removedStrings(after number: Int64, limit: Int) throws -> [Int64] {
        try read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT subject FROM string WHERE subject > ? AND NOT is_existing
                    ORDER BY subject LIMIT ?
                    """, arguments: [number, limit])
        }
    }

    /// Returns a removed string with its last definition, and the texts that fit this definition.
    ///
    /// Returns `nil` if the string exists, was never defined, or was renamed, so that its texts
    /// moved to the new key. The texts are listed by language. Cost: reads the string's events in
    /// these languages.
    package func removedString(
        _ number: Int64, in locales: [LanguageTag]
    ) throws -> (string: StringID, definition: Definition, texts: [LanguageTag: TextToRemember])? {
        let found = try read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT section, key FROM string WHERE subject = ? AND NOT is_existing"),
                arguments: [number]
            ).map { try $0.stringID(0) }
        }
        guard let string = found else { return nil }
        let source = try unit(project.source, string)
        guard let definition = source.definitions.latest, try !wasRenamed(source) else {
            return nil
        }
        var texts: [LanguageTag: TextToRemember] = [:]
        for locale in locales {
            guard let text = try unit(locale, string).text, !text.isFlagged,
                !source.definitions.isOutdated(madeFor: text.event.source)
            else { continue }
            texts[locale] = TextToRemember(value: text.value, isReviewed: text.isReviewed)
        }
        return (string, definition, texts)
    }

    private func wasRenamed(_ source: Unit) throws -> Bool {
        try source.events.contains { event in
            try events(copying: event.id).contains { copy in
                guard case .stringDefined = copy.payload, copy.string(in: project) != source.string
                else { return false }
                return try isRename(copy, of: event)
            }
        }
    }
}
