import GRDB
public import Texts
public import Translation

extension ReadModel {
    /// Returns the silenced checks, by string and language; omits texts without silenced checks.
    ///
    /// Cost: scans all events once, which is cheap compared with checking all texts.
    public func silencedChecks() throws -> [UnitID: Set<Value.Text>] {
        let units = try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT s.section, s.key, e.locale
                    FROM event e CROSS JOIN subject s ON s.id = e.subject WHERE e.type = ?
                    """, arguments: [StoredText("check.silenced")]
            ).compactMap { row in
                let string = try row.stringID(0)
                return row.tag(2).map { UnitID($0, string) }
            }
        }
        var silenced: [UnitID: Set<Value.Text>] = [:]
        for unit in units {
            let checks = try self.unit(unit.locale, unit.string).silencedChecks
            if !checks.isEmpty { silenced[unit] = checks }
        }
        return silenced
    }
}
