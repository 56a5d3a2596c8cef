import GRDB
public import Texts
public import Translation

extension ReadModel {
    /// Returns the units that have a text or open proposals, but whose strings were removed.
    ///
    /// The order is by string and language.
    public func unitsOfMissingStrings() throws -> [UnitID] {
        try read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT s.section, s.key, s.locale FROM string d
                    CROSS JOIN unit_state u ON u.string = d.subject
                    CROSS JOIN subject s ON s.id = u.subject
                    WHERE NOT d.is_existing AND (u.event IS NOT NULL OR u.open_proposals > 0)
                    ORDER BY s.section, s.key, s.locale
                    """
            ).compactMap { row in
                try row.tag(2).map { UnitID($0, try row.stringID(0)) }
            }
        }
    }

    /// Returns the strings that were removed from the project.
    ///
    /// Cost: scans all strings that have events.
    public func removedStrings() throws -> Set<StringID> {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: "SELECT section, key FROM string WHERE NOT is_existing")
            return Set(try rows.map { try $0.stringID(0) })
        }
    }

    /// Returns the strings in a section whose current definition is older than an event.
    ///
    /// Cost: reads the strings in the section.
    public func strings(
        of section: String, definedBefore event: EventID
    ) throws -> Set<StringID> {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT section, key FROM string WHERE is_existing AND section = ? AND event < ?",
                arguments: [StoredText(section), event.description])
            return Set(try rows.map { try $0.stringID(0) })
        }
    }

    /// Returns the existing strings that a string was renamed to, in order.
    ///
    /// If a new string no longer exists, follows its renames too.
    public func successors(of string: StringID) throws -> [StringID] {
        var found: [StringID] = []
        var seen: Set<StringID> = [string]
        var waiting = [string]
        while let old = waiting.popLast() {
            for event in try unit(project.source, old).events {
                for copy in try events(copying: event.id) {
                    guard case .stringDefined = copy.payload, let new = copy.string(in: project),
                        try isRename(copy, of: event), seen.insert(new).inserted
                    else { continue }
                    if try exists(new) { found.append(new) } else { waiting.append(new) }
                }
            }
        }
        return found.sorted()
    }
}
