import JSON
import Translation

extension JSONMembers {
    mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }
}

extension Session {
    /// Writes one JSON document.
    func write(_ json: JSONValue) {
        terminal.write(bytes: PrettyJSON.encode(json))
    }
}
