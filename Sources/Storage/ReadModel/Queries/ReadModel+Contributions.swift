import GRDB
public import Translation

/// The number of events of one type by one person or tester.
public struct Contribution: Sendable {
    /// The person, or `nil` for a tester or an unknown author.
    public let actor: Actor?
    /// The tester, if no person is known.
    public let tester: HashedGuid?
    /// The type of the events, such as `proposal.made`.
    public let type: String
    /// The number of events.
    public let count: Int
}

extension ReadModel {
    /// Returns the numbers of events after an id by author and type, and whether there were more
    /// events than `limit`.
    ///
    /// Only the newest `limit` events are counted, which bounds the cost.
    public func contributions(
        after id: EventID, limit: Int
    ) throws -> (counts: [Contribution], isPartial: Bool) {
        try read { db in
            var total = 0
            var counts: [Contribution] = []
            try db.cachedStatement(
                sql: """
                    SELECT name, email, CASE WHEN name IS NULL THEN guid END AS tester, type,
                      count(*), count(alias_of)
                    FROM (
                      SELECT name, email, guid, type, alias_of FROM event
                      WHERE id > ? AND standing = 0 ORDER BY id DESC LIMIT ?
                    )
                    GROUP BY name, email, tester, type
                    """
            ).forEachRow([id.description, limit]) { row in
                let all = Int(row.number(4) ?? 0)
                total += all
                counts.append(
                    Contribution(
                        actor: row.text(0).map { Actor(name: $0, email: row.text(1) ?? "") },
                        tester: row.text(2).map { HashedGuid($0) }, type: row.text(3) ?? "",
                        count: all - Int(row.number(5) ?? 0)))
            }
            return (counts.filter { $0.count > 0 }, total >= limit)
        }
    }

    /// Returns the testers whose hashed guids begin with a prefix and who have made a proposal.
    public func testers(beginningWith prefix: String) throws -> [HashedGuid] {
        // `~` sorts after every character of a hashed guid.
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT DISTINCT guid FROM proposal WHERE guid >= ? AND guid < ?",
                arguments: [StoredText(prefix), StoredText(prefix + "~")]
            ).map { HashedGuid(try $0.requiredText(0)) }
        }
    }
}
