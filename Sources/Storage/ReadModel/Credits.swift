import GRDB
import Texts
import Translation

/// Reads the credits of copied texts and proposals from the tables.
///
/// Results are cached, so use an instance only while the tables are unchanged.
struct Credits {
    private let db: Database
    private let project: Project
    fileprivate var ledger: CreditLedger

    init(db: Database, project: Project) {
        self.db = db
        self.project = project
        ledger = CreditLedger(project)
    }

    /// Returns the credits of the texts and proposals that the given events created.
    mutating func credits(of ids: [EventID]) throws -> [EventID: Credit] {
        ledger.forgetIfLarge()
        var credits: [EventID: Credit] = [:]
        for id in Set(ids) { credits[id] = try credit(of: id) }
        return credits
    }

    /// Returns the credit of the text or proposal that an event created.
    ///
    /// Follows copies of copies to the original.
    mutating func credit(of id: EventID) throws -> Credit? {
        try ledger.credit(of: id) { id in
            try db.countingRow(of: id).flatMap { try Event.stored(try $0.blob(1) ?? []) }
        } events: { unit in
            try db.events(of: unit, in: project)
        }
    }
}

extension Event {
    /// Parses a stored event, or returns `nil` if its version is newer than this program's.
    static func stored(_ body: [UInt8]) throws -> Event? {
        guard case .event(let event) = try Event.read(line: body) else { return nil }
        return event
    }
}

extension Database {
    /// Returns the id, body, subject and original of the event that counts for an id.
    ///
    /// For an alias, returns the row of its original. Returns `nil` if there is no such event.
    func countingRow(of id: EventID) throws -> Row? {
        let row = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT id, body, subject, alias_of FROM event WHERE id = ? AND standing = 0
                    """), arguments: [id.description])
        guard let row, let canonical = row[3] as String? else { return row }
        return try Row.fetchOne(
            cachedStatement(
                sql: "SELECT id, body, subject, alias_of FROM event WHERE id = ? AND standing = 0"),
            arguments: [canonical])
    }

    /// Returns a subject's events without aliases, sorted by id.
    ///
    /// Events that concern only proposals by people outside `proposers` may be missing. The result
    /// is empty if no event is about the subject.
    func events(
        of subject: Subject, by proposers: Proposers = .everybody, in project: Project
    ) throws -> [Event] {
        try number(of: subject, in: project).map { try events(ofSubject: $0, by: proposers) } ?? []
    }

    /// Returns a string in a language; proposals by people outside `proposers` may be missing.
    func unit(
        _ locale: LanguageTag, _ string: StringID, by proposers: Proposers, in project: Project
    ) throws -> Unit {
        let isSource = locale == project.source
        let own = try Unit(
            locale: project.source, string: string,
            events: try events(
                of: .unit(project.source, string), by: isSource ? proposers : .nobody, in: project),
            source: nil, in: self, project)
        guard !isSource else { return own }
        return try Unit(
            locale: locale, string: string,
            events: try events(of: .unit(locale, string), by: proposers, in: project),
            source: own.definitions, in: self, project)
    }

    /// Returns the events of the subject with the given row number, without aliases, sorted by id.
    func events(ofSubject subject: Int64) throws -> [Event] {
        let cursor = try Row.fetchCursor(
            cachedStatement(
                sql: """
                    SELECT body FROM event WHERE subject = ? AND standing = 0 ORDER BY id
                    """), arguments: [subject])
        var events: [Event] = []
        while let row = try cursor.next() {
            if let event = try Event.stored(try row.blob(0) ?? []) { events.append(event) }
        }
        return try hasAliases() ? aliases(of: subject).resolve(events) : events
    }

    /// Returns true if any event is an alias.
    func hasAliases() throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM event WHERE alias_of IS NOT NULL)")) ?? false
    }

    /// Returns the aliases that concern a subject or its string; see ``Aliases``.
    ///
    /// An alias is included if the alias itself or its original is an event of either subject.
    func aliases(of subject: Int64) throws -> Aliases {
        var canonical: [EventID: EventID] = [:]
        let statement = try cachedStatement(
            sql: """
                WITH own AS (
                  SELECT e.id, e.alias_of FROM event e
                  WHERE e.subject IN (
                      :subject, (SELECT s.string FROM subject s WHERE s.id = :subject))
                    AND e.standing = 0
                )
                SELECT id, alias_of FROM own WHERE alias_of IS NOT NULL
                UNION
                SELECT a.id, a.alias_of FROM own CROSS JOIN event a ON a.alias_of = own.id
                """)
        try statement.forEachRow(["subject": subject]) { row in
            if let id = row.eventID(0), let first = row.eventID(1) { canonical[id] = first }
        }
        return Aliases(canonical: canonical)
    }
}

extension Unit {
    /// Folds events, and reads the credits of copies from the database.
    init(
        locale: LanguageTag, string: StringID, events: [Event], source: DefinitionHistory?,
        in db: Database, _ project: Project
    ) throws {
        var credits: [EventID: Credit] = [:]
        if events.contains(where: { $0.copies != nil }) {
            var resolved = Credits(db: db, project: project)
            resolved.ledger.note(events, of: .unit(locale, string))
            credits = try resolved.credits(of: events.compactMap(\.copies))
        }
        self.init(locale: locale, string: string, events: events, source: source) { credits[$0] }
    }
}
