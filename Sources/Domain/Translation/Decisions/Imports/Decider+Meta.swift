import JSON
import Texts

/// Keeps format-specific data of a string, such as gettext's flags, when its text changes.
///
/// An edit in a terminal must not drop data that the next export in that format needs.
extension Decider {
    /// Copies format-specific data to new texts and definitions.
    ///
    /// The data comes from the text or definition that each new event copies or replaces. Cost: one
    /// event lookup for each new text or definition.
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

    /// Returns true if an event already contains a file's format-specific data.
    ///
    /// If the file has no such data, there is nothing to store.
    func keeps(_ meta: JSONObject?, of format: String, _ id: EventID?) throws -> Bool {
        guard let meta else { return true }
        let kept = try id.flatMap { try state.event($0)?.meta?[format]?.objectValue }
        return kept.map { $0 == meta } ?? meta.members.isEmpty
    }
}

/// Data that formats store in an event, by format name.
///
/// It is limited to 4 KiB; see the data model.
public enum EventMeta {
    /// The maximum size of an event's data, in bytes of JSON.
    public static let maximumSize = 4096

    /// Returns the data of one format in the form that events store.
    static func of(_ format: String, _ meta: JSONObject?) -> JSONObject? {
        meta.map { JSONObject(uniqueMembers: [(format, .object($0))]) }
    }

    /// Returns the data for an event: its new data, and older data from other formats if there is
    /// room.
    ///
    /// If a format's new data is an empty object, the format keeps no data. Older data with numbers
    /// that are not integers is dropped, because such numbers have no canonical spelling.
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
