import GRDB
import Texts
import Translation

/// Writes folded states into the tables for queries.
struct StateWriter {
    private let db: Database
    private let conflicts: RowStatement
    private let humanTexts: RowStatement
    private let proposals: RowStatement
    private let newSubjects: RowStatement
    private let subjects: RowStatement
    private let strings: RowStatement

    /// Creates a writer; the tables must not yet contain folded state for the subjects to write.
    ///
    /// If `allowsTwins` is true, ignores a proposal whose id was already written. A rebuild writes
    /// folders before it knows which of two events with the same id counts. Both may be proposals.
    /// Their subjects are written again later.
    init(_ db: Database, allowsTwins: Bool) {
        self.db = db
        conflicts = RowStatement(
            db, "INSERT OR IGNORE INTO conflict (subject, winner, loser) VALUES (?, ?, ?)")
        humanTexts = RowStatement(
            db,
            """
            INSERT INTO human_text (subject, is_reviewed_only, event, value, is_reviewed, is_flagged,
              is_stale, authorship)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """)
        proposals = RowStatement(
            db,
            """
            INSERT \(allowsTwins ? "OR IGNORE" : "") INTO proposal (id, number, subject, state, guid, origin, decision, is_outdated,
              endorsements, comments)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        newSubjects = RowStatement(
            db,
            """
            INSERT OR IGNORE INTO subject (id, kind, locale, section, key, string, \(Schema.unitColumns), row_hash)
            VALUES (?, ?, ?, ?, ?, ?, \(Self.marks))
            """)
        subjects = RowStatement(
            db,
            "UPDATE subject SET (\(Schema.unitColumns), row_hash) = (\(Self.marks)) WHERE id = ?")
        strings = RowStatement(
            db,
            """
            INSERT INTO string (subject, section, key, is_existing, is_translatable, position,
              words, event, value, definition)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
    }

    /// The SQL parameters for a subject's folded state.
    private static let marks =
        Schema.unitColumns.split(separator: ",").map { _ in "?, " }.joined() + "?"

    /// Removes the rows of all touched subjects at once, because a proposal can move between two of
    /// them.
    func clearTouched() throws {
        for table in ["conflict", "human_text", "proposal", "string"] {
            try db.execute(
                sql:
                    "DELETE FROM \(table) WHERE subject IN (SELECT subject FROM touched WHERE round >= 0)"
            )
        }
        let nothing = Self.marks.replacing("?", with: "NULL")
        try db.execute(
            sql: """
                UPDATE subject SET (\(Schema.unitColumns), row_hash) = (\(nothing))
                WHERE id IN (SELECT subject FROM touched WHERE round >= 0)
                """)
    }

    /// Inserts the row of a subject, with its folded state if known; returns false if the row
    /// already exists.
    func insert(
        _ key: SubjectKey, as number: Int64, string: Int64?, _ rows: SubjectRows?
    ) throws -> Bool {
        try newSubjects.execute {
            $0.add(number)
            $0.add(key.kind.rawValue)
            $0.add(text: key.locale)
            $0.add(blob: key.section.string)
            $0.add(blob: key.key.string)
            $0.add(string)
            $0.add(rows?.text)
            $0.add(blob: rows?.hash)
        }
    }

    /// Writes the folded state into a subject's row.
    func update(_ subject: Int64, _ rows: SubjectRows) throws {
        try subjects.execute {
            $0.add(rows.text)
            $0.add(blob: rows.hash)
            $0.add(subject)
        }
    }

    /// Writes a subject's conflicts, texts by people, proposals and definition into their tables.
    func write(_ rows: SubjectRows, of subject: Int64) throws {
        for conflict in rows.conflicts {
            try conflicts.execute {
                $0.add(subject)
                $0.add(conflict.winner)
                $0.add(conflict.loser)
            }
        }
        for human in rows.humanTexts {
            try humanTexts.execute {
                $0.add(subject)
                $0.add(human.isReviewedOnly)
                $0.add(human.text.id)
                $0.add(blob: human.value)
                $0.add(human.text.isReviewed)
                $0.add(human.text.isFlagged)
                $0.add(human.text.isStale)
                $0.add(text: human.text.authorship.stored)
            }
        }
        for proposal in rows.proposals { try write(proposal, of: subject) }
        if let definition = rows.definition { try write(definition, of: subject) }
    }

    /// Inserts the row of a proposal.
    func write(_ proposal: Proposal, of subject: Int64) throws {
        try proposals.execute {
            $0.add(proposal.id)
            $0.add(proposal.id.proposalNumber)
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
            $0.add(blob: row.value)
            $0.add(blob: row.json)
        }
    }
}

extension RowStatement.Parameters {
    /// Adds the columns of a text in the order of ``Schema/unitColumns``, or nulls if there is no
    /// text.
    fileprivate mutating func add(_ row: SubjectRows.UnitRow?) {
        let (text, reviewed) = (row?.text, row?.reviewed)
        add(text?.id)
        add(blob: row?.value)
        add(text?.author)
        add(text?.reviewer)
        add(row.map { _ in text?.isReviewed ?? false })
        add(row.map { _ in text?.isFlagged ?? false })
        add(row.map { _ in text?.isStale ?? false })
        add(text: text?.authorship.stored)
        add(reviewed?.id)
        add(blob: row?.reviewedValue)
        add(reviewed?.author)
        add(row.map { _ in reviewed?.isStale ?? false })
        add(text: reviewed?.authorship.stored)
        add((row?.openProposals).map(Int64.init))
        add(row?.hasConflict)
    }

    /// Adds a person's name and email address, or two nulls.
    mutating func add(_ actor: Actor?) {
        add(blob: actor?.name)
        add(blob: actor?.email)
    }
}
