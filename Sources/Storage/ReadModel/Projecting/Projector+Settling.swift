import GRDB

/// The values of the `standing` column in `event`, which decide whether a row counts.
///
/// A row is compared with the other rows that have the same id.
enum Standing {
    /// The row counts.
    static let counting: Int64 = 0
    /// Another row with the same bytes counts.
    static let repeated: Int64 = 1
    /// Another row with smaller bytes counts.
    static let shadowed: Int64 = 2
}

extension Projector {
    /// Determines the row that counts for each id that has several rows or whose row was removed.
    ///
    /// The row with the smallest bytes counts. If several rows have the same bytes, the row in the
    /// first file counts. New rows are those after `mark`; they count until this call changes that.
    func settleDuplicates(after mark: Int64) throws {
        // In a rebuild all rows are new, so one pass finds the duplicates. Otherwise each new row
        // is looked up.
        try db.execute(
            sql: isRebuild
                ? """
                INSERT OR IGNORE INTO contested
                SELECT id FROM event GROUP BY id HAVING count(*) > 1
                """
                : """
                INSERT OR IGNORE INTO contested
                SELECT n.id FROM event n
                WHERE n.row > \(mark)
                  AND EXISTS (SELECT 1 FROM event o WHERE o.id = n.id AND o.row <> n.row)
                """)
        for id in try String.fetchAll(db, sql: "SELECT id FROM contested") {
            try settle(id, after: mark)
        }
    }

    /// Touches the subjects of new rows whose ids occur only once, except for rows in ``asides``.
    func touchSubjects(ofRowsAfter mark: Int64) throws {
        let condition = isRebuild || asides == nil ? "" : "AND is_aside = 0"
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT subject, 0 FROM event
                WHERE row > \(mark) AND subject IS NOT NULL \(condition)
                  AND id NOT IN (SELECT id FROM contested)
                """)
    }

    private struct Claim {
        let row: Int64
        let subject: Int64?
        let alias: String?
        let body: [UInt8]
        let standing: Int64

        /// Reads five columns in the order of the properties.
        init(_ row: Row) throws {
            self.row = row[0]
            subject = row[1]
            alias = row[2]
            body = try row.blob(3) ?? []
            standing = row[4]
        }
    }

    private func settle(_ id: String, after mark: Int64) throws {
        let claims = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT e.row, e.subject, e.alias_of, e.body, e.standing
                    FROM event e JOIN file f ON f.id = e.file
                    WHERE e.id = ? ORDER BY e.body, f.path, f.content, e.line
                    """), arguments: [id]
        ).map(Claim.init)
        let gone = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT 0, subject, alias_of, body, 0 FROM gone WHERE id = ?"),
            arguments: [id])
        let before =
            try gone.map(Claim.init)
            ?? claims.first { $0.row <= mark && $0.standing == Standing.counting }
        let winner = claims.first
        for claim in claims {
            let standing =
                claim.row == winner?.row
                ? Standing.counting
                : claim.body == winner?.body ? Standing.repeated : Standing.shadowed
            guard standing != claim.standing else { continue }
            try db.cachedStatement(
                sql: "UPDATE event SET standing = ?, alias_of = NULL WHERE row = ?"
            ).execute(arguments: [standing, claim.row])
        }
        if before?.body == winner?.body {
            // The same bytes in another file, for example after gathering, do not change the state.
            // The new row inherits `alias_of`. If the original was removed too, `settleGroup` must
            // see the change.
            if let before, let winner, before.row != winner.row {
                try db.cachedStatement(sql: "UPDATE event SET alias_of = ? WHERE row = ?")
                    .execute(arguments: [before.alias, winner.row])
            }
            return
        }
        try touch(before?.subject)
        try touch(winner?.subject)
        // References to this event were resolved to its original.
        if let canonical = before?.alias { try touchSubjects(of: canonical) }
        try touchCopies(of: id)
    }

    /// Updates the aliases among events that share an owner and idempotency key.
    ///
    /// Considers only keys of events that were added or removed, or whose id is contested.
    func settleIdempotency(after mark: Int64) throws {
        guard
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM event WHERE idem IS NOT NULL)
                      OR EXISTS (SELECT 1 FROM gone WHERE idem IS NOT NULL)
                    """) ?? false
        else { return }
        let groups = try Row.fetchAll(
            db,
            sql: """
                SELECT owner, idem FROM event WHERE row > \(mark) AND idem IS NOT NULL
                UNION SELECT owner, idem FROM gone WHERE idem IS NOT NULL
                UNION SELECT e.owner, e.idem FROM contested c JOIN event e ON e.id = c.id
                  WHERE e.idem IS NOT NULL
                """)
        for group in groups {
            try settleGroup(owner: group[0], key: group[1])
        }
    }

    private func settleGroup(owner: DatabaseValue, key: DatabaseValue) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT row, id, subject, alias_of FROM event
                    WHERE owner = ? AND idem = ? AND standing = 0 ORDER BY id
                    """), arguments: [owner, key])
        guard let canonical = rows.first?[1] as String? else { return }
        for row in rows {
            let id: String = row[1]
            let old: String? = row[3]
            let new = id == canonical ? nil : canonical
            guard old != new else { continue }
            try db.cachedStatement(sql: "UPDATE event SET alias_of = ? WHERE row = ?")
                .execute(arguments: [new, row[0] as Int64])
            try touch(row[2])
            for named in [old, new].compactMap(\.self) { try touchSubjects(of: named) }
            try touchCopies(of: id)
        }
    }

    /// Touches the subjects of copies of an event, and of copies of its aliases, which have the
    /// same credit.
    ///
    /// ``spread()`` cannot find these copies if the event itself has no subject.
    private func touchCopies(of id: String) throws {
        try touchSubjects(where: "copies", is: id)
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT e.subject, 0 FROM event a CROSS JOIN event e ON e.copies = a.id
                WHERE a.alias_of = ? AND e.subject IS NOT NULL
                """
        ).execute(arguments: [id])
    }

    private func touchSubjects(of id: String) throws { try touchSubjects(where: "id", is: id) }

    /// Touches the subjects of events that contain the given id in the given column.
    private func touchSubjects(where column: String, is id: String) throws {
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT subject, 0 FROM event WHERE \(column) = ? AND subject IS NOT NULL
                """
        ).execute(arguments: [id])
    }
}
