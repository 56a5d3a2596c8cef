public import JSON
public import Texts

extension JSONObjectBuilder {
    /// Adds an event id unless it is nil.
    package mutating func add(_ key: String, _ id: EventID?) { add(key, id?.description) }

    mutating func add(_ key: String, _ ids: [EventID]) {
        if !ids.isEmpty { add(key, list: ids.map(\.description)) }
    }

    mutating func add(_ key: String, texts: [String]) {
        if !texts.isEmpty { add(key, list: texts) }
    }

    /// Adds a person unless it is nil.
    mutating func add(_ key: String, _ actor: Actor?, showsAddresses: Bool) {
        guard let actor else { return }
        addObject(key) { actor.addFields(to: &$0, showsAddresses: showsAddresses) }
    }

    /// Adds a value in stored form.
    mutating func add(_ key: String, _ value: Value) {
        if let text = value.plainText { add(key, text) } else { add(key, value.json) }
    }

    /// Adds `true` if the flag is set; otherwise adds nothing.
    mutating func add(_ key: String, flag: Bool) {
        if flag { add(key, .bool(true)) }
    }
}

extension Event {
    /// The event as its stored JSON object.
    ///
    /// The members are in the order that the data model defines.
    public var json: JSONValue { json(showsAddresses: true) }

    /// Returns the event as its stored JSON object, optionally without mail addresses.
    package func json(showsAddresses: Bool) -> JSONValue {
        .object { addFields(to: &$0, showsAddresses: showsAddresses) }
    }

    private func addFields(to members: inout some JSONObjectBuilder, showsAddresses: Bool) {
        members.add("v", .integer(Int64(Self.version)))
        members.add("id", id)
        members.add("type", payload.typeName)
        members.add("at", at)
        members.add("actor", actor, showsAddresses: showsAddresses)
        members.add("locale", locale.rawValue)
        members.add("section", section)
        members.add("key", key)
        payload.addOwnFields(to: &members, showsAddresses: showsAddresses)
        members.add("base", base)
        members.add("over", over)
        members.add("source", source)
        members.add("copies", copies)
        members.add("undoes", undoes)
        members.add("idem", idempotencyKey)
        members.add("meta", meta.map(JSONValue.object))
    }

    /// The event's canonical line, without the newline.
    public var line: [UInt8] { line(showsAddresses: true) }

    /// Returns the event's canonical line, optionally without mail addresses.
    package func line(showsAddresses: Bool) -> [UInt8] {
        CanonicalJSON.encode { addFields(to: &$0, showsAddresses: showsAddresses) }
    }

    /// Compares the stored forms.
    public static func == (a: Event, b: Event) -> Bool { a.json == b.json }
}

extension Actor {
    /// Returns the person as a stored JSON object, optionally without the mail address.
    ///
    /// The caller decides, because addresses are visible only to readers with a person's token.
    public func json(showsAddresses: Bool) -> JSONValue {
        .object { addFields(to: &$0, showsAddresses: showsAddresses) }
    }

    fileprivate func addFields(to members: inout some JSONObjectBuilder, showsAddresses: Bool) {
        members.add("name", name)
        if showsAddresses { members.add("email", email) }
    }
}

extension Value {
    /// The stored form: a JSON string for a text, or a JSON object for a tree.
    public var json: JSONValue {
        var members = JSONMembers()
        switch self {
        case .text(let text): return .string(text.string)
        case .choice(let choice): choice.addFields(to: &members)
        case .list(let values): members.add("list", .array(values.map(\.json)))
        case .format(let text, let variables):
            members.add("format", text.string)
            var vars = JSONMembers()
            for variable in variables { vars.add(variable.name.string, variable.json) }
            members.add("vars", vars.json)
        }
        return members.json
    }
}

extension Value.Choice {
    func addFields(to members: inout some JSONObjectBuilder) {
        members.add("by", selector.rawValue)
        members.add("arg", argument?.string)
        addCases(to: &members)
    }

    func addCases(to members: inout some JSONObjectBuilder) {
        members.addObject("cases") { named in
            for item in cases { named.add(item.name.string, item.value) }
        }
    }
}

extension Value.Variable {
    var json: JSONValue {
        var members = JSONMembers()
        members.add("by", choice.selector.rawValue)
        members.add("spec", spec?.string)
        members.add("arg", choice.argument?.string)
        choice.addCases(to: &members)
        return members.json
    }
}
