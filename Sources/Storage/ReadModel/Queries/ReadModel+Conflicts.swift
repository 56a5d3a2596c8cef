import GRDB
public import Texts
public import Translation

/// Two concurrent events with different content.
public struct Conflict: Sendable {
    /// The subject of both events.
    public let subject: Subject
    /// The language of both events.
    public let locale: LanguageTag
    /// The string of both events, if their subject is a string in a language.
    public let string: StringID?
    /// The event that currently counts.
    public let winner: Event
    /// The event that does not count.
    public let loser: Event
}

extension ReadModel {
    /// Returns the conflicts for a person to resolve: losing heads of registers, and decisions that
    /// contradict an acceptance.
    ///
    /// Sorted by kind of subject, language, section, key and the loser's id. Conflicts about the
    /// texts of a removed language or string are omitted until the language or string is restored.
    public func conflicts(locale: LanguageTag? = nil) throws -> [Conflict] {
        var conditions = Conditions()
        conditions.add("w.locale = ?", locale?.rawValue)
        conditions.add(
            """
            (s.kind <> \(SubjectKey.Kind.unit.rawValue)
              OR EXISTS (SELECT 1 FROM string t WHERE t.subject = s.string AND t.is_existing)
                AND (s.id = s.string OR EXISTS (SELECT 1 FROM chain n WHERE n.locale = s.locale)))
            """)
        return try read { db in
            var conflicts: [Conflict] = []
            let statement = try db.makeStatement(
                sql: """
                    SELECT s.kind, s.locale, s.section, s.key, w.body, l.body
                    FROM conflict c CROSS JOIN subject s ON s.id = c.subject
                    CROSS JOIN event w ON w.id = c.winner AND w.standing = 0
                    CROSS JOIN event l ON l.id = c.loser AND l.standing = 0
                    WHERE \(conditions.sql)
                    ORDER BY s.kind, s.locale, s.section, s.key, c.loser, c.winner
                    """)
            try statement.forEachRow(conditions.arguments) { row in
                guard let subject = SubjectKey(row, at: 0)?.subject,
                    let winner = try Event.stored(row.blob(4) ?? []),
                    let loser = try Event.stored(row.blob(5) ?? [])
                else { return }
                conflicts.append(
                    Conflict(
                        subject: subject, locale: winner.locale,
                        string: winner.string(in: project), winner: winner, loser: loser))
            }
            return conflicts
        }
    }
}
