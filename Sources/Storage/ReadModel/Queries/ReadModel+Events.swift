import GRDB
public import Texts
public import Translation

/// A stored event.
public struct StoredEvent: Sendable {
    /// The parsed event.
    public let event: Event
    /// The line of the event, byte for byte, without the newline.
    public let line: [UInt8]
    /// The path of the event's file, relative to the log's root.
    public let path: String

    /// Creates an event with its position in the log.
    public init(event: Event, line: [UInt8], path: String) {
        self.event = event
        self.line = line
        self.path = path
    }
}

/// A filter for events; a `nil` or empty criterion matches everything.
public struct EventFilter: Sendable {
    /// Only events about this language.
    public var locale: LanguageTag?
    /// Only events about strings in this section.
    public var section: String?
    /// Only events about this string, in any language.
    public var string: StringID?
    /// Only events about strings whose keys match this pattern: `*` matches anything, and all other
    /// characters match themselves.
    public var keyPattern: String?
    /// Only events with this guid, and events about the guid's proposals, such as decisions and
    /// comments.
    public var guid: HashedGuid?
    /// Only events by people with this text in their name or email address, ignoring case.
    public var author: String?
    /// False if ``author`` is compared only with names, for readers who may not see addresses.
    public var matchesAddresses = true
    /// Only events by matching people, and all events that accept proposals, because their authors
    /// may match.
    public var creditable: PersonMatcher?
    /// Only events of these types, such as `translation.set`.
    public var types: [String]
    /// Only events whose ids are greater than this id.
    public var after: EventID?
    /// Only events whose ids are not greater than this id.
    public var through: EventID?
    /// The maximum number of events, counted from the newest.
    public var limit: Int?
    /// True to return the oldest events first, so that ``limit`` counts from the oldest.
    public var takesOldest = false

    /// Creates a filter; by default it matches everything.
    public init(
        locale: LanguageTag? = nil, section: String? = nil, string: StringID? = nil,
        keyPattern: String? = nil, guid: HashedGuid? = nil, author: String? = nil,
        types: [String] = [],
        after: EventID? = nil, through: EventID? = nil, limit: Int? = nil
    ) {
        self.locale = locale
        self.section = section
        self.string = string
        self.keyPattern = keyPattern
        self.guid = guid
        self.author = author
        self.types = types
        self.after = after
        self.through = through
        self.limit = limit
    }
}

extension ReadModel {
    /// Returns the events that count, including aliases, newest first.
    public func events(_ filter: EventFilter = EventFilter()) throws -> [StoredEvent] {
        var events: [StoredEvent] = []
        try forEachEvent(filter) { event in
            events.append(event)
            return true
        }
        return events
    }

    /// Calls `body` with each event that counts, newest first, until it returns false.
    ///
    /// Holds only one event in memory at a time.
    public func forEachEvent(
        _ filter: EventFilter, _ body: (StoredEvent) throws -> Bool
    ) throws {
        var conditions = Conditions()
        conditions.add("e.standing = 0")
        conditions.add("e.locale = ?", filter.locale?.rawValue)
        if let guid = filter.guid { conditions.add(guid) }
        conditions.add("e.type", among: filter.types.map(StoredText.init))
        conditions.add("e.id > ?", filter.after?.description)
        conditions.add("e.id <= ?", filter.through?.description)
        conditions.add("s.section = ?", filter.section.map(StoredText.init))
        if let string = filter.string { conditions.add(string, in: project) }
        var tables = "event e"
        if filter.string != nil {
            tables = "subject s CROSS JOIN event e ON e.subject = s.id"
        } else if filter.section != nil || filter.keyPattern != nil {
            tables = "event e JOIN subject s ON s.id = e.subject"
        }
        if filter.keyPattern != nil {
            conditions.add("s.kind = ?", SubjectKey.Kind.unit.rawValue)
        }
        let pattern = filter.keyPattern.map(KeyPattern.init)
        let author = filter.author.map {
            PersonMatcher($0, matchesAddresses: filter.matchesAddresses)
        }
        var left = filter.limit ?? .max
        try read { db in
            let cursor = try Row.fetchCursor(
                db,
                sql: """
                    SELECT e.body, f.path, e.name, e.email, e.type\(pattern == nil ? "" : ", s.key")
                    FROM \(tables) CROSS JOIN file f ON f.id = e.file
                    WHERE \(conditions.sql) ORDER BY e.id \(filter.takesOldest ? "ASC" : "DESC")
                    """, arguments: conditions.arguments)
            while left > 0, let row = try cursor.next() {
                if let author, try !author.matches(row.actor(2)) { continue }
                if let creditable = filter.creditable, try !creditable.matches(row.actor(2)),
                    try row.requiredText(4) != "proposal.accepted"
                {
                    continue
                }
                if let pattern, try !pattern.matches(row.requiredText(5)) { continue }
                guard let stored = try StoredEvent(row) else { continue }
                left -= 1
                guard try body(stored) else { return }
            }
        }
    }

    /// Returns the events that copy another event's text, author and review, sorted by id.
    public func events(copying id: EventID) throws -> [Event] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT body FROM event WHERE copies = ? AND standing = 0 ORDER BY id"),
                arguments: [id.description]
            ).compactMap { try Event.stored(try $0.blob(0) ?? []) }
        }
    }

    /// Returns the person credited with an event's text, and whether someone vouched for the text.
    ///
    /// Returns `nil` if the event does not exist.
    public func credit(of id: EventID) throws -> Credit? {
        try credits(of: [id])[id]
    }

    /// Returns the credits of several texts and proposals.
    ///
    /// Cost: reads the events that these texts and proposals copy, directly or indirectly, and all
    /// events in the copied events' units.
    public func credits(of ids: [EventID]) throws -> [EventID: Credit] {
        try read { db in
            var credits = Credits(db: db, project: project)
            return try credits.credits(of: ids)
        }
    }

    /// Returns the event that counts for an id, as stored; an alias is not replaced by its
    /// original.
    public func storedEvent(_ id: EventID) throws -> StoredEvent? {
        try read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT e.body, f.path FROM event e JOIN file f ON f.id = e.file
                    WHERE e.id = ? AND e.standing = 0
                    """, arguments: [id.description]
            ).flatMap { try StoredEvent($0) }
        }
    }

    /// Returns the original of each alias, which counts instead of the alias.
    ///
    /// An alias has the same owner and idempotency key as its original. Cost: proportional to the
    /// number of aliases.
    public func aliases() throws -> [EventID: EventID] {
        try read { db in
            let pairs = try Row.fetchAll(
                db,
                sql: "SELECT id, alias_of FROM event WHERE alias_of IS NOT NULL AND standing = 0"
            ).compactMap { row -> (EventID, EventID)? in
                guard let alias = EventID(row[0] as String),
                    let counting = EventID(row[1] as String)
                else { return nil }
                return (alias, counting)
            }
            return Dictionary(pairs) { first, _ in first }
        }
    }

    /// Returns the sorted aliases of each event that has aliases.
    public func aliasesByCounting() throws -> [EventID: [EventID]] {
        Dictionary(grouping: try aliases()) { $0.value }.mapValues { $0.map(\.key).sorted() }
    }

    /// Returns all stored lines about a subject, including duplicates and aliases.
    public func storedEvents(of subject: Subject) throws -> [StoredEvent] {
        try read { db in
            guard let number = try db.number(of: subject, in: project) else { return [] }
            return try db.storedEvents(where: "e.subject = ?", [number])
        }
    }

    /// Returns all stored lines with one of the ids, or with one of the pairs of owner and
    /// idempotency key.
    ///
    /// A line may be returned twice.
    public func storedEvents(
        withIDs ids: some Sequence<EventID>, or repetitions: some Sequence<Event.Repetition>
    ) throws -> [StoredEvent] {
        try read { db in
            try ids.flatMap { try db.storedEvents(where: "e.id = ?", [$0.description]) }
                + repetitions.flatMap {
                    try db.storedEvents(
                        where: "e.owner = ? AND e.idem = ?",
                        [$0.owner.bytes.blob, StoredText($0.key.string)])
                }
        }
    }

    /// Returns the subjects without a line that counts.
    ///
    /// Each of their lines is a repetition, or an alias of another subject's event. Cost:
    /// proportional to the number of aliases, and of ids that occur in more than one line.
    public func silentSubjects() throws -> Set<Subject> {
        try read { db in
            var subjects: Set<Subject> = []
            let statement = try db.cachedStatement(
                sql: """
                    SELECT s.kind, s.locale, s.section, s.key FROM (
                      SELECT subject FROM event WHERE standing > 0
                      UNION SELECT subject FROM event WHERE alias_of IS NOT NULL
                    ) e CROSS JOIN subject s ON s.id = e.subject WHERE s.row_hash IS NULL
                    """)
            try statement.forEachRow([]) { row in
                if let subject = SubjectKey(row, at: 0)?.subject { subjects.insert(subject) }
            }
            return subjects
        }
    }

    /// Returns true if an id occurs in more than one line.
    public func hasRepeatedIDs() throws -> Bool {
        try read { db in
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM event WHERE standing > 0)")) ?? false
        }
    }

    /// Returns the sorted ids that begin or end with a fragment of at least four characters.
    public func eventIDs(matching fragment: String) throws -> [EventID] {
        try ids(matching: fragment, in: "event")
    }

    /// Returns the sorted proposal ids that begin or end with a fragment of at least four
    /// characters.
    ///
    /// Includes the ids of proposals' aliases.
    public func proposalIDs(matching fragment: String) throws -> [EventID] {
        let aliases = try ids(matching: fragment, in: "event").filter { id in
            guard let event = try event(id), event.id != id else { return false }
            return if case .proposalMade = event.payload { true } else { false }
        }
        return Set(try ids(matching: fragment, in: "proposal") + aliases).sorted()
    }

    private func ids(matching fragment: String, in table: String) throws -> [EventID] {
        let length = fragment.utf8.count
        guard (4...EventID.length).contains(length), fragment.utf8.allSatisfy({ $0 < 0x80 }) else {
            return []
        }
        return try read { db in
            // `~` sorts after every character of an id.
            try String.fetchAll(
                db,
                sql: """
                    SELECT id FROM \(table) WHERE id >= :fragment AND id < :fragment || '~'
                    UNION
                    SELECT id FROM \(table)
                    WHERE substr(id, -4) = substr(:fragment, -4) AND substr(id, -\(length)) = :fragment
                    ORDER BY id
                    """, arguments: ["fragment": fragment]
            ).compactMap(EventID.init)
        }
    }

    /// Returns the smallest id, or `nil` if the log has no events.
    public func firstEventID() throws -> EventID? {
        try read { db in
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT min(id) FROM event")
            ).flatMap { EventID($0) }
        }
    }

    /// Returns the greatest id whose time is not later than the given time, in Unix milliseconds.
    public func lastEventID(notAfter milliseconds: UInt64) throws -> EventID? {
        try read { db in
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT max(id) FROM event WHERE id <= ?"),
                arguments: [EventID.highest(at: milliseconds).description]
            ).flatMap { EventID($0) }
        }
    }

    /// Returns the sorted ids whose time is later than the given time, in Unix milliseconds.
    public func eventIDs(after milliseconds: UInt64) throws -> [EventID] {
        try read { db in
            try String.fetchAll(
                db,
                sql: "SELECT id FROM event WHERE id > ? AND standing = 0 ORDER BY id",
                arguments: [EventID.highest(at: milliseconds).description]
            ).compactMap { EventID($0) }
        }
    }

    /// Returns the number of events that count, including aliases.
    public func eventCount() throws -> Int {
        try read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT (SELECT count(*) FROM event)
                      - (SELECT count(*) FROM event WHERE standing > 0)
                    """) ?? 0
        }
    }
}

extension Database {
    fileprivate func storedEvents(
        where condition: String, _ arguments: StatementArguments
    ) throws -> [StoredEvent] {
        try Row.fetchAll(
            cachedStatement(
                sql: """
                    SELECT e.body, f.path FROM event e JOIN file f ON f.id = e.file
                    WHERE \(condition) ORDER BY e.id, f.path, e.line
                    """), arguments: arguments
        ).compactMap { try StoredEvent($0) }
    }
}

extension StoredEvent {
    /// Parses the line in the first of two columns, and reads the path in the second.
    fileprivate init?(_ row: Row) throws {
        let line = try row.blob(0) ?? []
        guard let event = try Event.stored(line) else { return nil }
        self.init(event: event, line: line, path: try row.requiredText(1))
    }
}
