import GRDB
import Translation

/// Writes what the folds say into the tables for queries.
struct StateWriter {
    private let db: Database
    private let conflicts: RowStatement
    private let proposals: RowStatement
    private let units: RowStatement
    private let strings: RowStatement
    private let hashes: RowStatement

    /// Begins to write into tables that say nothing of the subjects to come.
    ///
    /// A rebuild writes what files say before it knows which of two events of one id counts. Both may make a proposal; their
    /// subjects are written again later.
    init(_ db: Database, allowsTwins: Bool) throws {
        self.db = db
        conflicts = try RowStatement(
            db, "INSERT OR IGNORE INTO conflict (subject, winner, loser) VALUES (?, ?, ?)")
        proposals = try RowStatement(
            db,
            """
            INSERT \(allowsTwins ? "OR IGNORE" : "") INTO proposal (id, subject, state, guid, origin, decision, is_outdated,
              endorsements, comments)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        units = try RowStatement(
            db,
            """
            INSERT INTO unit (subject, locale, string, event, value, author_name, author_email,
              reviewer_name, reviewer_email, is_reviewed, is_flagged, is_stale, reviewed_event,
              reviewed_value, reviewed_author_name, reviewed_author_email, reviewed_is_stale,
              open_proposals, has_conflict)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        strings = try RowStatement(
            db,
            """
            INSERT INTO string (subject, section, key, is_existing, is_translatable, position,
              words, event, definition)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        hashes = try RowStatement(db, "UPDATE subject SET row_hash = ? WHERE id = ?")
    }

    /// Takes out what is said of the touched subjects; at once, since a proposal may move between two of them.
    func clearTouched() throws {
        for table in ["conflict", "proposal", "unit", "string"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE subject IN (SELECT subject FROM touched)")
        }
        try db.execute(
            sql: "UPDATE subject SET row_hash = NULL WHERE id IN (SELECT subject FROM touched)")
    }

    /// Writes the digest of a subject's row.
    func write(hash: [UInt8], of subject: Int64) throws {
        try hashes.execute {
            $0.add(blob: hash)
            $0.add(subject)
        }
    }

    /// Writes the rows of a subject, but for its digest; `string` is the number of a unit's string.
    func write(_ rows: SubjectRows, of subject: Int64, string: Int64?) throws {
        for conflict in rows.conflicts {
            try conflicts.execute {
                $0.add(subject)
                $0.add(conflict.winner)
                $0.add(conflict.loser)
            }
        }
        for proposal in rows.proposals { try write(proposal, of: subject) }
        if let text = rows.text { try write(text, of: subject, string: string) }
        if let definition = rows.definition { try write(definition, of: subject) }
    }

    private func write(_ proposal: Proposal, of subject: Int64) throws {
        try proposals.execute {
            $0.add(proposal.id)
            $0.add(subject)
            $0.add(text: proposal.state.rawValue)
            $0.add(blob: proposal.proposed.guid.rawValue)
            $0.add(blob: proposal.proposed.origin.description)
            $0.add(proposal.decision?.id)
            $0.add(proposal.isOutdated)
            $0.add(Int64(proposal.endorsements))
            $0.add(Int64(proposal.comments))
        }
    }

    private func write(_ row: SubjectRows.UnitRow, of subject: Int64, string: Int64?) throws {
        try units.execute {
            $0.add(subject)
            $0.add(text: row.locale.rawValue)
            $0.add(string)
            $0.add(row.text?.id)
            $0.add(blob: row.value)
            $0.add(row.text?.author)
            $0.add(row.text?.reviewer)
            $0.add(row.text?.isReviewed ?? false)
            $0.add(row.text?.isFlagged ?? false)
            $0.add(row.text?.isStale ?? false)
            $0.add(row.reviewed?.id)
            $0.add(blob: row.reviewedValue)
            $0.add(row.reviewed?.author)
            $0.add(row.reviewed?.isStale ?? false)
            $0.add(Int64(row.openProposals))
            $0.add(row.hasConflict)
        }
    }

    private func write(_ row: SubjectRows.DefinitionRow, of subject: Int64) throws {
        try strings.execute {
            $0.add(subject)
            $0.add(blob: row.string.section)
            $0.add(blob: row.string.key)
            $0.add(row.definition != nil)
            $0.add(row.definition?.wantsTranslation ?? true)
            $0.add(row.definition?.order)
            $0.add(Int64(row.words))
            $0.add(row.event)
            $0.add(blob: row.json)
        }
    }
}

extension RowStatement.Parameters {
    /// Adds a person's name and address, or two nulls.
    mutating func add(_ actor: Actor?) {
        add(blob: actor?.name)
        add(blob: actor?.email)
    }
}
