import GRDB
import Texts
import Translation

extension Database {
    /// Returns the events of the subject with the given row number, without aliases, sorted by id.
    ///
    /// Events that concern only proposals by people outside `proposers` may be missing.
    func events(ofSubject subject: Int64, by proposers: Proposers) throws -> [Event] {
        guard case .only(let guids) = proposers else { return try events(ofSubject: subject) }
        return try someEvents(ofSubject: subject, by: guids) ?? events(ofSubject: subject)
    }

    /// Returns a subject's events, except for events that concern only other guids' proposals.
    ///
    /// The subject is given by its row number. The events are returned without aliases, sorted by
    /// id. Returns `nil` if the fold needs an omitted event. Cost: reads the returned events.
    func someEvents(ofSubject subject: Int64, by guids: Set<HashedGuid>) throws -> [Event]? {
        var events = try recordedEvents(ofSubject: subject, by: guids)
        if try hasAliases() {
            events = try aliases(of: events, inSubject: subject).resolve(events)
        }
        let statement = try cachedStatement(
            sql: """
                SELECT EXISTS (
                  SELECT 1 FROM event WHERE id = ? AND +subject = ? AND standing = 0)
                """)
        for id in events.missingReferences
        where try Bool.fetchOne(statement, arguments: [id.description, subject]) == true {
            return nil
        }
        return events.sorted { $0.id < $1.id }
    }

    /// Returns the recorded events of a subject that concern the guids, in arbitrary order.
    ///
    /// These are all events that are not asides (``Event/isAside``), the asides with one of the
    /// guids, and the asides about these guids' proposals.
    func recordedEvents(ofSubject subject: Int64, by guids: Set<HashedGuid>) throws -> [Event] {
        var events: [Event] = []
        var ids: Set<EventID> = []
        func add(_ condition: String, _ arguments: StatementArguments) throws {
            try cachedStatement(
                sql: "SELECT body FROM event WHERE \(condition) AND standing = 0"
            ).forEachRow(arguments) { row in
                guard let event = try Event.stored(row.blob(0) ?? []),
                    ids.insert(event.id).inserted
                else { return }
                events.append(event)
            }
        }
        try add("subject = ? AND is_aside = 0", [subject])
        guard !guids.isEmpty else { return events }
        for guid in guids {
            try add(
                "subject = ? AND is_aside = 1 AND guid = ?",
                [subject, Array(guid.rawValue.utf8).blob])
        }
        let proposals = events.filter { event in
            if case .proposalMade(let proposed) = event.payload {
                guids.contains(proposed.guid)
            } else {
                false
            }
        }.map(\.id)
        let hasAliases = try hasAliases()
        for id in proposals {
            var names = [id.description]
            if hasAliases {
                names += try String.fetchAll(
                    cachedStatement(
                        sql: "SELECT id FROM event WHERE alias_of = ? AND standing = 0"),
                    arguments: [id.description])
            }
            for name in names {
                try add("proposal = ? AND +subject = ? AND is_aside = 1", [name, subject])
            }
        }
        return events
    }

    /// Returns the aliases that concern events of a subject, or events of its string that are not
    /// asides.
    ///
    /// An alias is included if the alias itself or its original is such an event.
    private func aliases(of events: [Event], inSubject subject: Int64) throws -> Aliases {
        var ids = events.map(\.id.description)
        ids += try String.fetchAll(
            cachedStatement(
                sql: """
                    SELECT e.id FROM subject s CROSS JOIN event e ON e.subject = s.string
                    WHERE s.id = ? AND s.string <> s.id AND e.is_aside = 0 AND e.standing = 0
                    """), arguments: [subject])
        let statement = try cachedStatement(
            sql: """
                SELECT id, alias_of FROM event
                WHERE id = :id AND standing = 0 AND alias_of IS NOT NULL
                UNION ALL
                SELECT id, alias_of FROM event WHERE alias_of = :id
                """)
        var canonical: [EventID: EventID] = [:]
        for id in ids {
            try statement.forEachRow(["id": id]) { row in
                if let id = row.eventID(0), let first = row.eventID(1) { canonical[id] = first }
            }
        }
        return Aliases(canonical: canonical)
    }

    /// Computes the hash of a text's state row, or returns `nil` if the subject is not a text.
    func hashOfRow(of subject: Int64, in project: Project) throws -> [UInt8]? {
        var unit: Subject?
        try cachedStatement(sql: "SELECT kind, locale, section, key FROM subject WHERE id = ?")
            .forEachRow([subject]) { unit = SubjectKey($0, at: 0)?.subject }
        guard case .unit(let locale, let string) = unit else { return nil }
        return SubjectRows.hash(
            of: try self.unit(locale, string, by: .everybody, in: project).stateRow)
    }
}
