import GRDB
public import Texts
public import Translation

/// A proposal with its outcome and the current text of its string.
public struct ProposalRow: Sendable {
    /// The id of the event that made the proposal.
    public let id: EventID
    /// The language of the proposed text.
    public let locale: LanguageTag
    /// The string of the proposed text.
    public let string: StringID
    /// The event that made the proposal.
    public let event: Event
    /// The proposed text, with its guid.
    public let proposed: ProposedText
    /// The proposal's author, if known; a copy that was made when a string was renamed has the
    /// original proposal's author.
    public let proposer: Actor?
    /// The state of the proposal.
    public let state: Proposal.State
    /// The event that decided the proposal, if any.
    public let decision: Event?
    /// The current text, which the proposal would replace.
    public let current: Value?
    /// True if the text or the source text changed after the proposal was made.
    public let isOutdated: Bool
    /// The number of guids and people that endorsed the proposal.
    public let endorsements: Int
    /// The number of comments on the proposal.
    public let comments: Int
}

/// A filter for proposals; a `nil` or empty criterion matches everything.
public struct ProposalFilter: Sendable {
    /// Only proposals for this language.
    public var locale: LanguageTag?
    /// Only proposals for strings in this section.
    public var section: String?
    /// Only proposals for this string.
    public var string: StringID?
    /// Only proposals by this guid.
    public var owner: HashedGuid?
    /// Only proposals in one of these states.
    public var states: [Proposal.State]
    /// Only proposals from this origin and its models; `machine:NAME` includes
    /// `machine:NAME/MODEL`.
    ///
    /// A text that ends with a colon, such as `reference:`, matches everything that begins with it.
    public var origin: String?
    /// The pattern for keys: `*` matches anything, and all other characters match themselves.
    public var keyPattern: String?
    /// Only proposals by people with this text in their name or email address, ignoring case.
    public var author: String?
    /// False for readers who may not see addresses: ``author`` then applies to names only.
    public var matchesAddresses = true
    /// Only proposals whose ids are greater than this id.
    public var after: EventID?
    /// Only proposals whose ids are not greater than this id.
    public var through: EventID?
    /// The maximum number of proposals, counted from the newest.
    public var limit: Int?
    /// True if ``limit`` counts from the oldest proposal.
    public var takesOldest = false

    /// Creates a filter; by default it matches everything.
    public init(
        locale: LanguageTag? = nil, section: String? = nil, string: StringID? = nil,
        owner: HashedGuid? = nil, states: [Proposal.State] = [], origin: String? = nil,
        keyPattern: String? = nil, author: String? = nil, after: EventID? = nil,
        through: EventID? = nil, limit: Int? = nil
    ) {
        self.locale = locale
        self.section = section
        self.string = string
        self.owner = owner
        self.states = states
        self.origin = origin
        self.keyPattern = keyPattern
        self.author = author
        self.after = after
        self.through = through
        self.limit = limit
    }
}

extension ReadModel {
    /// Returns the proposals in ascending order of id.
    ///
    /// Proposals for a removed language or string are omitted until the language or string is
    /// restored. A proposal for a new key does not require a string.
    public func proposals(_ filter: ProposalFilter = ProposalFilter()) throws -> [ProposalRow] {
        var conditions = Conditions()
        let locales = [project.source] + (try localeTags())
        conditions.add("s.locale", among: locales.map(\.rawValue))
        conditions.add("s.locale = ?", filter.locale?.rawValue)
        conditions.add("s.section = ?", filter.section.map(StoredText.init))
        if let string = filter.string { conditions.add(string, in: project) }
        conditions.add("p.guid = ?", filter.owner.map { StoredText($0.rawValue) })
        conditions.add("p.state", among: filter.states.map(\.rawValue))
        if let origin = filter.origin { conditions.add(origin: origin) }
        conditions.add("p.id > ?", filter.after?.description)
        conditions.add("p.id <= ?", filter.through?.description)
        let pattern = filter.keyPattern.map(KeyPattern.init)
        let author = filter.author.map {
            PersonMatcher($0, matchesAddresses: filter.matchesAddresses)
        }
        // SQLite keeps the order of a cross join, so the smaller table comes first.
        let tables =
            filter.string == nil
            ? "proposal p CROSS JOIN subject s ON s.id = p.subject"
            : "subject s CROSS JOIN proposal p ON p.subject = s.id"
        return try read { db in
            let cursor = try Row.fetchCursor(
                db,
                sql: """
                    SELECT p.id, s.locale, s.section, s.key, e.body, p.state, p.decision, u.value,
                      p.is_outdated, p.endorsements, p.comments,
                      (SELECT is_existing FROM string WHERE subject = s.string)
                    FROM \(tables) CROSS JOIN event e ON e.id = p.id AND e.standing = 0
                    LEFT JOIN unit_state u ON u.subject = p.subject
                    WHERE \(conditions.sql) ORDER BY p.id \(filter.takesOldest ? "ASC" : "DESC")
                    """, arguments: conditions.arguments)
            var rows: [ProposalRow] = []
            var credits = Credits(db: db, project: project)
            while rows.count < filter.limit ?? .max, let row = try cursor.next() {
                guard let proposal = try ProposalRow(row, in: db, &credits),
                    proposal.proposed.isNew || row[11] as Bool? == true,
                    pattern?.matches(proposal.string.key) ?? true,
                    author?.matches(proposal.proposer) ?? true
                else { continue }
                rows.append(proposal)
            }
            return filter.takesOldest ? rows : rows.reversed()
        }
    }
}

extension ReadModel {
    /// Returns the open proposals of strings in a language, in ascending order of id.
    ///
    /// Cost: a lookup for each string, with a prepared statement.
    public func openProposals(
        _ locale: LanguageTag, of strings: [StringID]
    ) throws -> [StringID: [ProposalRow]] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT p.id, s.locale, s.section, s.key, e.body, p.state, p.decision, u.value,
                      p.is_outdated, p.endorsements, p.comments
                    FROM subject s CROSS JOIN proposal p ON p.subject = s.id
                    CROSS JOIN event e ON e.id = p.id AND e.standing = 0
                    LEFT JOIN unit_state u ON u.subject = p.subject
                    WHERE s.string = (\(SubjectKey.numberQuery)) AND s.locale = ?
                      AND p.state = '\(Proposal.State.open.rawValue)'
                    ORDER BY p.id
                    """)
            var credits = Credits(db: db, project: project)
            var proposals: [StringID: [ProposalRow]] = [:]
            for string in strings {
                let key = SubjectKey(.unit(project.source, string))
                let rows = try Row.fetchAll(
                    statement, arguments: key.arguments + [locale.rawValue])
                proposals[string] = try rows.compactMap { try ProposalRow($0, in: db, &credits) }
            }
            return proposals
        }
    }

    /// Returns the ids and states of all proposals from an origin or one of its models, including
    /// proposals for removed languages and strings.
    public func proposals(from origin: Origin) throws -> [EventID: Proposal.State] {
        var conditions = Conditions()
        conditions.add(origin: origin.description)
        return try read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT p.id, p.state FROM proposal p WHERE \(conditions.sql)",
                arguments: conditions.arguments)
            return Dictionary(
                rows.compactMap { row in
                    guard let id = row.eventID(0), let state = Proposal.State(rawValue: row[1])
                    else { return nil }
                    return (id, state)
                }, uniquingKeysWith: { $1 })
        }
    }

    /// Returns the ids of all of a guid's proposals, including proposals for removed languages and
    /// strings.
    public func proposals(of guid: HashedGuid) throws -> [EventID] {
        try read { db in
            try String.fetchAll(
                db, sql: "SELECT id FROM proposal WHERE guid = ? ORDER BY id",
                arguments: [StoredText(guid.rawValue)]
            ).compactMap { EventID($0) }
        }
    }
}

extension ProposalRow {
    fileprivate init?(_ row: Row, in db: Database, _ credits: inout Credits) throws {
        guard let id = row.eventID(0), let locale = row.tag(1),
            let event = try Event.stored(try row.blob(4) ?? []),
            case .proposalMade(let proposed) = event.payload,
            let state = Proposal.State(rawValue: row[5])
        else { return nil }
        let copied = try event.copies.flatMap {
            try credits.credit(of: $0)
        }
        self.init(
            id: id, locale: locale, string: try row.stringID(2), event: event, proposed: proposed,
            proposer: Credit(of: proposed, madeBy: event, copied: copied).author, state: state,
            decision: try row.eventID(6).flatMap { try db.countingRow(of: $0) }
                .flatMap { try Event.stored(try $0.blob(1) ?? []) },
            current: try row.storedValue(7), isOutdated: row[8], endorsements: row[9],
            comments: row[10])
    }
}
