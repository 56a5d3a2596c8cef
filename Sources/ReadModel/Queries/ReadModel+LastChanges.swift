import GRDB
public import Translation

extension ReadModel {
    /// How many of the newest events are looked at.
    private static let searched = 20_000

    /// The newest event of the log, or nil if it has none.
    public func lastEvent() throws -> Event? {
        let id = try read { db in
            try String.fetchOne(db, sql: "SELECT max(id) FROM event WHERE standing = 0")
        }
        return try id.flatMap { EventID($0) }.flatMap { try event($0) }
    }

    /// The newest event of each language among the newest events of the log; languages without one are left out.
    ///
    /// Cost: the ids of the newest 20,000 events.
    public func lastEvents() throws -> [LanguageTag: Event] {
        let ids = try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT locale, max(id) FROM
                      (SELECT locale, id FROM event WHERE standing = 0 ORDER BY id DESC LIMIT ?)
                    GROUP BY locale
                    """, arguments: [Self.searched]
            ).compactMap { row -> (LanguageTag, EventID)? in
                guard let tag = row.tag(0), let id = row.eventID(1) else { return nil }
                return (tag, id)
            }
        }
        var events: [LanguageTag: Event] = [:]
        for (tag, id) in ids { events[tag] = try event(id) }
        return events
    }

    /// The languages that are announced and not yet worked on.
    public func plannedLocales() throws -> Set<LanguageTag> {
        Set(try localeTags().filter { try locale($0)?.attributes?.isPlanned == true })
    }
}

extension ReadModel {
    /// How many strings each section has, ascending by name; sections without a string are left out.
    ///
    /// Cost: an index of the strings.
    public func stringCounts() throws -> [(section: String, count: Int)] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT section, count(*) FROM string WHERE is_existing GROUP BY section"
            ).map { (try $0.requiredText(0), $0[1]) }
        }
    }
}
