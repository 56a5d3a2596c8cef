import GRDB
public import Texts
public import Translation

/// Criteria for the open proposals of a string; a `nil` criterion matches everything.
public struct OpenProposalFilter: Hashable, Sendable {
    /// Only proposals by one of these guids.
    public var guids: Set<HashedGuid>?
    /// Only proposals from this origin and its models; see ``ProposalFilter/origin``.
    public var origin: String?
    /// Only proposals whose ids are not less than this id.
    public var since: EventID?

    /// Creates a filter; by default it matches everything.
    public init(guids: Set<HashedGuid>? = nil, origin: String? = nil, since: EventID? = nil) {
        self.guids = guids
        self.origin = origin
        self.since = since
    }

    /// Returns true if a proposal matches the criteria.
    public func matches(_ id: EventID, _ proposed: ProposedText) -> Bool {
        guids?.contains(proposed.guid) ?? true
            && origin.map { OriginFilter($0).matches(proposed.origin) } ?? true
            && since.map { $0 <= id } ?? true
    }

    /// Returns the SQL condition that the text `u` has such a proposal, and adds its arguments.
    func condition(_ arguments: inout [String: (any DatabaseValueConvertible)?]) -> String {
        var parts = ["p.subject = u.subject", "p.state = '\(Proposal.State.open.rawValue)'"]
        if let guids {
            let names = guids.sorted { $0.rawValue < $1.rawValue }.enumerated().map { index, guid in
                arguments["offerGuid\(index)"] = StoredText(guid.rawValue)
                return ":offerGuid\(index)"
            }
            parts.append("p.guid IN (\(names.joined(separator: ", ")))")
        }
        if let origin {
            let filter = OriginFilter(origin)
            arguments["offerOrigin"] = StoredText(origin)
            arguments["offerModels"] = StoredText(filter.prefix)
            parts.append(filter.condition(is: ":offerOrigin", begins: ":offerModels"))
        }
        if let since {
            arguments["offerSince"] = since.description
            parts.append("p.id >= :offerSince")
        }
        return "EXISTS (SELECT 1 FROM proposal p WHERE \(parts.joined(separator: " AND ")))"
    }
}

/// A guid with open proposals, and the person that it belongs to.
public struct OpenProposer: Sendable {
    /// The hash of the guid.
    public let guid: HashedGuid
    /// The person, or `nil` for a tester.
    public let person: Actor?
}

extension ReadModel {
    /// Returns the guids with open proposals in a language, in ascending order.
    ///
    /// Cost: an index scan of the open proposals in all languages.
    public func openProposers(_ locale: LanguageTag) throws -> [OpenProposer] {
        try read { db in
            // A renaming copies proposals with its own actor, so the copies come last.
            let first = try db.cachedStatement(
                sql: """
                    SELECT e.name, e.email FROM proposal p JOIN event e ON e.id = p.id
                    WHERE p.guid = ?1 AND e.standing = 0 AND e.copies IS NULL LIMIT 1
                    """)
            return try StoredText.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT DISTINCT p.guid FROM proposal p CROSS JOIN subject s
                          ON s.id = p.subject
                        WHERE p.state = ? AND s.locale = ? ORDER BY p.guid
                        """), arguments: [Proposal.State.open.rawValue, locale.rawValue]
            ).map { guid in
                let row = try Row.fetchOne(first, arguments: [guid])
                return OpenProposer(
                    guid: HashedGuid(guid.string), person: try row?.actor(0))
            }
        }
    }

    /// Returns the origins of the open proposals in a language, in ascending order.
    ///
    /// Cost: an index scan of the open proposals in all languages.
    public func openOrigins(_ locale: LanguageTag) throws -> [String] {
        try read { db in
            try StoredText.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT DISTINCT p.origin FROM proposal p CROSS JOIN subject s
                          ON s.id = p.subject
                        WHERE p.state = ? AND s.locale = ? ORDER BY p.origin
                        """), arguments: [Proposal.State.open.rawValue, locale.rawValue]
            ).map(\.string)
        }
    }

    /// Returns the number of strings that match a filter.
    ///
    /// Cost: reads all strings.
    public func unitCount(
        locale: LanguageTag, chain: [LanguageTag], filter: UnitListFilter
    ) throws -> Int {
        try numbers(
            locale, chain, filter, try findingsLanguage(locale), after: nil, limit: Int(Int32.max)
        ).count
    }
}
