import Crypto
import GRDB
import JSON
public import Translation

/// Writes what the folds say into the tables for queries.
struct StateWriter {
    private let db: Database
    private let project: Project

    /// Begins to write into tables that say nothing of the subjects to come.
    init(_ db: Database, project: Project) {
        self.db = db
        self.project = project
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

    /// Writes a language, a setting or a section.
    func write(_ subject: Projector.Loaded) throws {
        let events = subject.events
        guard !events.isEmpty else { return }
        let register: Register
        let row: JSONValue
        switch subject.subject {
        case .locale(let tag):
            let state = LocaleState(tag: tag, events: events)
            (register, row) = (state.register, state.stateRow)
        case .setting(let name):
            let state = SettingState(events: events)
            (register, row) = (state.register, state.stateRow(name: name.string))
        case .resource(let section):
            let state = ResourceState(events: events)
            (register, row) = (state.register, state.stateRow(section: section.string))
        case .unit: return
        }
        try begin(subject, row)
        try writeConflicts(of: register, subject.number)
    }

    /// Writes a string in a language.
    func write(_ unit: Unit, _ subject: Projector.Loaded) throws {
        guard !subject.events.isEmpty else { return }
        try begin(subject, unit.stateRow)
        try writeConflicts(of: unit.register, subject.number)
        for proposal in unit.proposals { try write(proposal, subject.number) }
        try writeText(of: unit, subject)
        if unit.locale == project.source { try writeString(unit, subject) }
    }

    private func begin(_ subject: Projector.Loaded, _ row: JSONValue) throws {
        let hash = Array(SHA256.hash(data: CanonicalJSON.encode(row)))
        try db.cachedStatement(sql: "UPDATE subject SET row_hash = ? WHERE id = ?")
            .execute(arguments: [hash.blob, subject.number])
    }

    private func writeConflicts(of register: Register, _ subject: Int64) throws {
        guard let winner = register.current else { return }
        for loser in register.losers { try writeConflict(winner, loser, subject) }
    }

    private func writeConflict(_ winner: EventID, _ loser: EventID, _ subject: Int64) throws {
        try db.cachedStatement(
            sql: "INSERT OR IGNORE INTO conflict (subject, winner, loser) VALUES (?, ?, ?)"
        ).execute(arguments: [subject, winner.description, loser.description])
    }

    private func write(_ proposal: Proposal, _ subject: Int64) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO proposal (id, subject, state, guid, origin, decision, is_outdated,
                  endorsements, comments)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            proposal.id.description, subject, proposal.state.rawValue,
            StoredText(proposal.proposed.guid.rawValue),
            StoredText(proposal.proposed.origin.description), proposal.decision?.id.description,
            proposal.isOutdated, proposal.endorsements, proposal.comments,
        ])
        guard let decision = proposal.decision else { return }
        for other in proposal.contradictions { try writeConflict(decision.id, other, subject) }
    }

    private func writeText(of unit: Unit, _ subject: Projector.Loaded) throws {
        let text = unit.text
        let reviewed = unit.reviewedText
        let open = unit.proposals.count { $0.state == .open }
        let hasConflict =
            !unit.register.losers.isEmpty
            || unit.proposals.contains { !$0.contradictions.isEmpty }
        try db.cachedStatement(
            sql: """
                INSERT INTO unit (subject, locale, string, event, value, author_name, author_email,
                  reviewer_name, reviewer_email, is_reviewed, is_flagged, is_stale, reviewed_event,
                  reviewed_value, reviewed_author_name, reviewed_author_email, reviewed_is_stale,
                  open_proposals, has_conflict)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            subject.number, unit.locale.rawValue, subject.string,
            text?.id.description, text?.value.json.blob,
            text?.author.map { StoredText($0.name) }, text?.author.map { StoredText($0.email) },
            text?.reviewer.map { StoredText($0.name) },
            text?.reviewer.map { StoredText($0.email) },
            text?.isReviewed ?? false, text?.isFlagged ?? false, text?.isStale ?? false,
            reviewed?.id.description, reviewed?.value.json.blob,
            reviewed?.author.map { StoredText($0.name) },
            reviewed?.author.map { StoredText($0.email) }, reviewed?.isStale ?? false,
            open, hasConflict,
        ])
    }

    private func writeString(_ unit: Unit, _ subject: Projector.Loaded) throws {
        // A string without a definition event is only proposed, or waits for its definition.
        guard !unit.register.heads.isEmpty else { return }
        let definition = unit.definitions.currentDefinition
        try db.cachedStatement(
            sql: """
                INSERT INTO string (subject, section, key, is_existing, is_translatable, position,
                  words, event, definition)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            subject.number, StoredText(unit.string.section), StoredText(unit.string.key),
            definition != nil, definition?.wantsTranslation ?? true, definition?.order,
            definition?.value.wordCount ?? 0, unit.definitions.current?.description,
            definition?.json.blob,
        ])
    }
}

extension Value {
    /// How many words the texts of the value have, counted by the space between them.
    public var wordCount: Int {
        texts.reduce(0) { count, item in
            count + item.text.split(whereSeparator: \.isWhitespace).count
        }
    }
}
