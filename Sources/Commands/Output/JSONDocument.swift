import JSON
import Translation

/// The members of a JSON object of an answer, absent ones left out.
struct JSONMembers {
    private var members: [(key: String, value: JSONValue)] = []

    mutating func add(_ key: String, _ value: JSONValue?) {
        if let value { members.append((key, value)) }
    }

    mutating func add(_ key: String, _ text: String?) {
        add(key, text.map(JSONValue.string))
    }

    mutating func add(_ key: String, _ number: Int) { add(key, .integer(Int64(number))) }

    mutating func add(_ key: String, _ flag: Bool) { add(key, .bool(flag)) }

    mutating func add(_ key: String, _ id: EventID?) { add(key, id?.description) }

    mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }

    var json: JSONValue { .object(JSONObject(uniqueMembers: members)) }
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
