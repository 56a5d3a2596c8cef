/// Builds a JSON object member by member.
///
/// Add each key only once. Nil values are omitted.
public protocol JSONObjectBuilder {
    /// Adds a member, unless the value is nil.
    mutating func add(_ key: String, _ value: JSONValue?)
    /// Adds a string, unless it is nil.
    mutating func add(_ key: String, _ text: String?)
    /// Adds a list of strings.
    mutating func add(_ key: String, list texts: [String])
    /// Adds an object with the members that `build` adds.
    mutating func addObject(_ key: String, _ build: (inout Self) -> Void)
}

extension JSONObjectBuilder {
    /// Adds a number.
    public mutating func add(_ key: String, _ number: Int) { add(key, .integer(Int64(number))) }

    /// Adds a flag.
    public mutating func add(_ key: String, _ flag: Bool) { add(key, .bool(flag)) }
}

/// Builds a JSON object as a value.
public struct JSONMembers: JSONObjectBuilder {
    /// The members added so far, in order.
    public private(set) var members: [(key: String, value: JSONValue)] = []

    /// Creates a builder without members.
    public init() {}

    /// Adds a member, unless the value is nil.
    public mutating func add(_ key: String, _ value: JSONValue?) {
        if let value { members.append((key, value)) }
    }

    /// Adds a string, unless it is nil.
    public mutating func add(_ key: String, _ text: String?) {
        add(key, text.map(JSONValue.string))
    }

    /// Adds a list of strings.
    public mutating func add(_ key: String, list texts: [String]) {
        add(key, .array(texts.map(JSONValue.string)))
    }

    /// Adds an object with the members that `build` adds.
    public mutating func addObject(_ key: String, _ build: (inout JSONMembers) -> Void) {
        add(key, JSONValue.object(build))
    }

    /// The object as a value.
    public var json: JSONValue { .object(JSONObject(uniqueMembers: members)) }
}

extension JSONValue {
    /// Returns an object with the members that `build` adds.
    public static func object(
        _ build: (inout JSONMembers) throws -> Void
    ) rethrows -> JSONValue {
        var members = JSONMembers()
        try build(&members)
        return members.json
    }
}
