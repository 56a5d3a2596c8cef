import GRDB
public import Texts
public import Translation

extension ReadModel {
    /// Returns the newest event in the log, or `nil` if the log has no events.
    public func lastEvent() throws -> Event? {
        let id = try read { db in
            try String.fetchOne(db, sql: "SELECT max(id) FROM event WHERE standing = 0")
        }
        return try id.flatMap { EventID($0) }.flatMap { try event($0) }
    }

    /// Returns the newest event for each language that has events.
    ///
    /// Cost: proportional to the number of languages.
    public func lastEvents() throws -> [LanguageTag: Event] {
        var ids: [(LanguageTag, EventID)] = []
        try read { db in
            try db.cachedStatement(sql: "SELECT locale, id FROM last_event").forEachRow([]) { row in
                if let locale = row.text(0).flatMap({ LanguageTag($0) }), let id = row.eventID(1) {
                    ids.append((locale, id))
                }
            }
        }
        var events: [LanguageTag: Event] = [:]
        for (locale, id) in ids { events[locale] = try event(id) }
        return events
    }
}
