import JSON
import Translation

extension JSONMembers {
    mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }

    /// Adds ids, unless there are none.
    mutating func add(_ key: String, ids: [EventID]) {
        if !ids.isEmpty { add(key, .array(ids.map { .string($0.description) })) }
    }
}

extension Session {
    /// Writes one JSON document.
    func write(_ json: JSONValue) {
        terminal.write(bytes: PrettyJSON.encode(json))
    }
}
