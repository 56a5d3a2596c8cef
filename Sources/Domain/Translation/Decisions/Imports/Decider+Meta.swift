import JSON
import Texts

/// Keeps format-specific data of a string, such as gettext's flags, when its text changes.
///
/// An edit on a terminal must not drop data that the next export of that format needs.
extension Decider {
    /// Gives new texts and definitions what formats kept of those that they copy or replace.
    ///
    /// Cost: one event looked up for each.
    mutating func keepMeta() throws {
        var decided: [EventID: JSONObject] = [:]
        for index in decision.events.indices {
            let event = decision.events[index]
            guard event.payload.text != nil else { continue }
            if let before = event.copies ?? event.base {
                let known = try decided[before] ?? state.event(before)?.meta
                let meta = EventMeta.merged(event.meta, over: known)
                if meta != nil || event.meta != nil { decision.events[index].meta = meta }
            } else if event.meta != nil {
                decision.events[index].meta = EventMeta.merged(event.meta, over: nil)
            }
            decided[event.id] = decision.events[index].meta
        }
    }

    /// Whether an event keeps what a file's format says; a file that says nothing changes nothing.
    func keeps(_ meta: JSONObject?, of format: String, _ id: EventID?) throws -> Bool {
        guard let meta else { return true }
        let kept = try id.flatMap { try state.event($0)?.meta?[format]?.objectValue }
        return kept.map { $0 == meta } ?? meta.members.isEmpty
    }
}

/// The data that formats keep in an event, by format name.
///
/// See the data model: at most 4 KiB.
public enum EventMeta {
    /// The maximum size of the data in an event, in bytes of JSON.
    public static let maximumSize = 4096

    /// Returns the data of one format.
    static func of(_ format: String, _ meta: JSONObject?) -> JSONObject? {
        meta.map { JSONObject(uniqueMembers: [(format, .object($0))]) }
    }

    /// Returns the data for an event: its new data, and earlier data of other formats if there is
    /// room.
    ///
    /// A format that states an empty object keeps nothing, nor does one that kept other numbers than integers: these have no
    /// canonical spelling.
    static func merged(_ new: JSONObject?, over old: JSONObject?) -> JSONObject? {
        let stated = new?.members ?? []
        var members = stated.filter { $0.value.objectValue?.members.isEmpty != true }
        for member in old?.members ?? []
        where !member.value.hasFractions
            && !stated.contains(where: { $0.key.hasSameBytes(as: member.key) })
        {
            let wider = members + [member]
            guard size(wider) <= maximumSize else { continue }
            members = wider
        }
        return members.isEmpty ? nil : JSONObject(uniqueMembers: members)
    }

    private static func size(_ members: [(key: String, value: JSONValue)]) -> Int {
        CanonicalJSON.encode(.object(JSONObject(uniqueMembers: members))).count
    }
}
