import JSON
import Translation

extension JSONMembers {
    mutating func add(_ key: String, _ number: Int) { add(key, .integer(Int64(number))) }

    mutating func add(_ key: String, _ flag: Bool) { add(key, .bool(flag)) }

    mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }
}

extension JSONValue {
    /// An object of the members that `build` adds.
    static func object(_ build: (inout JSONMembers) -> Void) -> JSONValue {
        var members = JSONMembers()
        build(&members)
        return members.json
    }
}

extension Session {
    /// Writes one JSON document.
    func write(_ json: JSONValue) {
        terminal.write(bytes: PrettyJSON.encode(json))
    }
}
