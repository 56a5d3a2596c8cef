import GRDB

/// The newest event for each language, updated as events are added and removed.
///
/// The table `last_event` has a row for each language that events are about. It is needed because
/// the log has no index by language.
enum LastEvents {
    static let table = """
        CREATE TABLE last_event (locale TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID;

        """

    /// Adds the rows of events after `mark`, and replaces newest events that were removed.
    ///
    /// Cost: reads the new rows. If a language's newest event was removed, for example because
    /// history was rewritten, reads all events.
    static func update(after mark: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO last_event (locale, id)
                SELECT locale, max(id) FROM event WHERE row > ? GROUP BY locale
                ON CONFLICT (locale) DO UPDATE SET id = max(id, excluded.id)
                """
        ).execute(arguments: [mark])
        let orphans = try String.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT l.locale FROM last_event l
                    WHERE l.id IN (SELECT id FROM contested)
                      AND NOT EXISTS (SELECT 1 FROM event e WHERE e.id = l.id AND e.locale = l.locale)
                    """))
        for locale in orphans {
            try db.execute(
                sql: "DELETE FROM last_event WHERE locale = ?", arguments: [locale])
            try db.execute(
                sql: """
                    INSERT INTO last_event (locale, id)
                    SELECT locale, max(id) FROM event WHERE locale = ? GROUP BY locale
                    """, arguments: [locale])
        }
    }
}
