import GRDB
import Texts
import Translation

/// A text for which only some proposals need to be rewritten, because nothing else can have
/// changed.
struct FoldedAside {
    /// The row number of the text.
    let subject: Int64
    /// The proposals by the guids that the new events concern.
    let proposals: [Proposal]
}

extension Projector {
    /// The value of `round` in the table `touched` for texts that are not folded completely.
    private static let asideRound = -1
    /// The number of new asides above which folding their texts completely is faster.
    private static let asideLimit = 4_000

    /// Records a new event that concerns only one guid's proposals.
    func note(_ event: Event, of subject: Int64) {
        asideCount += 1
        if asideCount > Self.asideLimit { asides = nil }
        asides?[subject, default: []].append(event)
    }

    /// Touches the subjects in which a new aside can change more than proposals.
    ///
    /// A text or proposal can arrive before the proposal that it copies. A text can arrive before a
    /// proposal that decides its authorship: an older proposal, or the one that it accepts.
    func touchSubjectsOfAsides(after mark: Int64) throws {
        guard let asides, !asides.isEmpty else { return }
        try db.cachedStatement(
            sql: """
                INSERT OR IGNORE INTO touched (subject, round)
                SELECT e.subject, 0 FROM event n CROSS JOIN event e ON e.copies = n.id
                WHERE n.row > :mark AND n.is_aside AND e.subject IS NOT NULL
                UNION
                SELECT n.subject, 0 FROM event n
                CROSS JOIN event e ON e.subject = n.subject AND e.is_aside = 0
                WHERE n.row > :mark AND n.is_aside AND (e.id > n.id OR e.proposal = n.id)
                """
        ).execute(arguments: ["mark": mark])
    }

    /// Folds the proposals affected by the new asides, in all texts that are not already touched.
    ///
    /// Touches these texts. If more than these proposals may have changed, the text is folded
    /// completely. Cost: reads the asides, and their texts' events that are not asides.
    func foldAsides() throws -> [FoldedAside] {
        guard let asides, !asides.isEmpty else { return [] }
        var folded: [FoldedAside] = []
        for (subject, events) in asides.sorted(by: { $0.key < $1.key }) {
            let isTouched = try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM touched WHERE subject = ?)"),
                arguments: [subject])
            if isTouched == true { continue }
            let aside = try fold(events, of: subject)
            try touch(subject, round: aside == nil ? 0 : Self.asideRound)
            if let aside { folded.append(aside) }
        }
        return folded
    }

    /// Folds the proposals affected by a text's asides, or returns `nil` if anything else may have
    /// changed.
    private func fold(_ asides: [Event], of subject: Int64) throws -> FoldedAside? {
        var events: [Event] = []
        for event in asides where try !isContested(event.id) { events.append(event) }
        guard !events.isEmpty, let key = try unitWithEvents(subject) else { return nil }
        var guids: Set<HashedGuid> = []
        for event in events {
            if let guid = try proposer(of: event, in: subject) { guids.insert(guid) }
        }
        guard let known = try db.someEvents(ofSubject: subject, by: guids) else { return nil }
        var source: DefinitionHistory?
        if key.locale != project.source {
            source = try db.unit(project.source, key.string, by: .nobody, in: project).definitions
        }
        let unit = try Unit(
            locale: key.locale, string: key.string, events: known, source: source, in: db, project)
        let proposals = unit.proposals.filter { guids.contains($0.proposed.guid) }
        // Conflicts are written only with the complete text.
        guard proposals.allSatisfy(\.contradictions.isEmpty) else { return nil }
        return FoldedAside(subject: subject, proposals: proposals)
    }

    private func isContested(_ id: EventID) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM contested WHERE id = ?)"),
            arguments: [id.description]) ?? false
    }

    /// Returns the language and string of a subject, if it is a text that has been folded.
    private func unitWithEvents(
        _ subject: Int64
    ) throws -> (locale: LanguageTag, string: StringID)? {
        var unit: (locale: LanguageTag, string: StringID)?
        try db.cachedStatement(
            sql: """
                SELECT kind, locale, section, key FROM subject
                WHERE id = ? AND row_hash IS NOT NULL AND open_proposals IS NOT NULL
                """
        ).forEachRow([subject]) { row in
            guard case .unit(let locale, let string) = SubjectKey(row, at: 0)?.subject else {
                return
            }
            unit = (locale, string)
        }
        return unit
    }

    /// Returns the guid whose proposals an aside concerns, or `nil` if the proposal is missing.
    private func proposer(of event: Event, in subject: Int64) throws -> HashedGuid? {
        if case .proposalMade(let proposed) = event.payload { return proposed.guid }
        guard let id = event.payload.proposal, let row = try db.countingRow(of: id),
            row[2] as Int64? == subject, let made = try Event.stored(try row.blob(1) ?? []),
            case .proposalMade(let proposed) = made.payload
        else { return nil }
        return proposed.guid
    }

    /// Rewrites some of a text's proposals, and its number of open proposals.
    ///
    /// The text's state row contains all proposals, so the row's hash is computed on demand.
    func write(_ aside: FoldedAside) throws {
        var open = 0
        for proposal in aside.proposals {
            let id = proposal.id.description
            let state = try String.fetchOne(
                db.cachedStatement(sql: "SELECT state FROM proposal WHERE id = ?"),
                arguments: [id])
            if state == Proposal.State.open.rawValue { open -= 1 }
            if proposal.state == .open { open += 1 }
            if state != nil {
                try db.cachedStatement(sql: "DELETE FROM proposal WHERE id = ?")
                    .execute(arguments: [id])
            }
            try writer.write(proposal, of: aside.subject)
        }
        try db.cachedStatement(
            sql: """
                UPDATE subject SET open_proposals = open_proposals + ?, row_hash = x'' WHERE id = ?
                """
        ).execute(arguments: [open, aside.subject])
    }
}
