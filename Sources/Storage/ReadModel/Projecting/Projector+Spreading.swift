import GRDB

extension Projector {
    /// Touches the subjects whose folds depend on touched subjects.
    ///
    /// A text that copies another text also copies its credit, through any number of copies. A text
    /// and its proposals depend on the definitions of their string.
    func spread() throws {
        let hasCopies =
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM event WHERE copies IS NOT NULL)") ?? false
        if hasCopies { try spreadAlongCopies() }
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT u.id, 0 FROM touched t CROSS JOIN subject s ON s.id = t.subject
                CROSS JOIN subject u ON u.string = s.id
                WHERE s.string = s.id
                """)
    }

    private func spreadAlongCopies() throws {
        var round = 0
        repeat {
            // Find the copies of a touched subject's events, by the event's own id or by an alias.
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO touched (subject, round)
                    SELECT e.subject, :next FROM touched t
                    CROSS JOIN event x ON x.subject = t.subject
                    CROSS JOIN event e ON e.copies = x.id
                    WHERE t.round = :round AND e.subject IS NOT NULL
                    UNION
                    SELECT e.subject, :next FROM touched t
                    CROSS JOIN event x ON x.subject = t.subject
                    CROSS JOIN event a ON a.alias_of = x.id
                    CROSS JOIN event e ON e.copies = a.id
                    WHERE t.round = :round AND e.subject IS NOT NULL
                    """, arguments: ["round": round, "next": round + 1])
            round += 1
        } while db.changesCount > 0
    }
}
