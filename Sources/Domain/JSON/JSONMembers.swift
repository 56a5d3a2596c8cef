/// Takes the members of a JSON object one after the other, each key once; what is absent is left out.
public protocol JSONObjectBuilder {
    /// Adds a member, unless the value is absent.
    mutating func add(_ key: String, _ value: JSONValue?)
    /// Adds a text, unless it is absent.
    mutating func add(_ key: String, _ text: String?)
    /// Adds a list of texts.
    mutating func add(_ key: String, list texts: [String])
    /// Adds an object of the members that `build` adds.
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
    /// The members so far, in order.
    public private(set) var members: [(key: String, value: JSONValue)] = []

    /// Starts without members.
    public init() {}

    /// Adds a member, unless the value is absent.
    public mutating func add(_ key: String, _ value: JSONValue?) {
        if let value { members.append((key, value)) }
    }

    /// Adds a text, unless it is absent.
    public mutating func add(_ key: String, _ text: String?) {
        add(key, text.map(JSONValue.string))
    }

    /// Adds a list of texts.
    public mutating func add(_ key: String, list texts: [String]) {
        add(key, .array(texts.map(JSONValue.string)))
    }

    /// Adds an object of the members that `build` adds.
    public mutating func addObject(_ key: String, _ build: (inout JSONMembers) -> Void) {
        add(key, JSONValue.object(build))
    }

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
