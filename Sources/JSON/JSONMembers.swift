/// Builds a JSON object member by member; what is absent is left out.
public struct JSONMembers {
    /// The members so far, in order.
    public private(set) var members: [(key: String, value: JSONValue)] = []

    /// Starts without members.
    public init() {}

    /// Adds a member, unless the value is absent.
    ///
    /// Each key is to be added once.
    public mutating func add(_ key: String, _ value: JSONValue?) {
        if let value { members.append((key, value)) }
    }

    /// Adds a text, unless it is absent.
    public mutating func add(_ key: String, _ text: String?) {
        add(key, text.map(JSONValue.string))
    }

    /// Adds a number.
    public mutating func add(_ key: String, _ number: Int) { add(key, .integer(Int64(number))) }

    /// Adds a flag.
    public mutating func add(_ key: String, _ flag: Bool) { add(key, .bool(flag)) }

    /// The object.
    public var json: JSONValue { .object(JSONObject(uniqueMembers: members)) }
}

extension JSONValue {
    /// An object of the members that `build` adds.
    public static func object(
        _ build: (inout JSONMembers) throws -> Void
    ) rethrows -> JSONValue {
        var members = JSONMembers()
        try build(&members)
        return members.json
    }
}
