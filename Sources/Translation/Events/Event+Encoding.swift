public import JSON
public import Texts

extension JSONObjectBuilder {
    /// Adds an event id, unless it is absent.
    package mutating func add(_ key: String, _ id: EventID?) { add(key, id?.description) }

    mutating func add(_ key: String, _ ids: [EventID]) {
        if !ids.isEmpty { add(key, list: ids.map(\.description)) }
    }

    mutating func add(_ key: String, texts: [String]) {
        if !texts.isEmpty { add(key, list: texts) }
    }

    /// Adds a person as stored, unless nobody is named.
    mutating func add(_ key: String, _ actor: Actor?) {
        guard let actor else { return }
        addObject(key) { actor.addFields(to: &$0) }
    }

    /// Adds a value as stored.
    mutating func add(_ key: String, _ value: Value) {
        if let text = value.plainText { add(key, text) } else { add(key, value.json) }
    }

    /// Adds `true`, or nothing.
    mutating func add(_ key: String, flag: Bool) {
        if flag { add(key, .bool(true)) }
    }
}

extension Event {
    /// The event as the JSON object that is stored, its members in the order of the data model.
    public var json: JSONValue {
        var members = JSONMembers()
        addFields(to: &members)
        return members.json
    }

    private func addFields(to members: inout some JSONObjectBuilder) {
        members.add("v", .integer(Int64(Self.version)))
        members.add("id", id)
        members.add("type", payload.typeName)
        members.add("at", at)
        members.add("actor", actor)
        members.add("locale", locale.rawValue)
        members.add("section", section)
        members.add("key", key)
        payload.addOwnFields(to: &members)
        members.add("base", base)
        members.add("over", over)
        members.add("source", source)
        members.add("copies", copies)
        members.add("undoes", undoes)
        members.add("idem", idempotencyKey)
        members.add("meta", meta.map(JSONValue.object))
    }

    /// The event's canonical line without the newline.
    public var line: [UInt8] { CanonicalJSON.encode { addFields(to: &$0) } }

    /// Compares the stored forms.
    public static func == (a: Event, b: Event) -> Bool { a.json == b.json }
}

extension Payload {
    /// Adds the fields that are the type's own, in the order of the data model's table.
    func addOwnFields(to members: inout some JSONObjectBuilder) {
        switch self {
        case .localeAdded(let attributes): attributes.addFields(to: &members)
        case .localeRemoved, .stringRemoved, .translationRemoved, .unrecognized: break
        case .stringDefined(let definition): definition.addFields(to: &members)
        case .translationSet(let value): members.add("value", value)
        case .proposalAccepted(let acceptance):
            members.add("proposal", acceptance.proposal)
            members.add("value", acceptance.value)
            members.add("author", acceptance.author)
            members.add("also", acceptance.also)
        case .settingChanged(let name, let value):
            members.add("name", name)
            members.add("value", value)
        case .resourceDefined(let resource):
            members.add("format", resource.format)
            members.add("path", resource.path)
            members.add("pattern", resource.pattern)
            members.add("skeleton", resource.skeleton)
            members.add("kept", resource.kept)
        case .fileRead(let read):
            members.add("format", read.format)
            members.addObject("texts") { texts in
                for (key, mark) in read.marks { texts.add(key, mark) }
            }
        case .translationReviewed(let text, let reason), .translationFlagged(let text, let reason):
            members.add("text", text)
            members.add("reason", reason)
        case .proposalMade(let proposed):
            members.add("value", proposed.value)
            members.add("guid", proposed.guid.rawValue)
            members.add("replaces", proposed.replaces)
            members.add("note", proposed.note)
            if case .human = proposed.origin {
            } else {
                members.add("origin", proposed.origin.description)
            }
            members.add("new", flag: proposed.isNew)
        case .proposalRejected(let verdict), .proposalDeleted(let verdict),
            .proposalReopened(let verdict), .proposalEndorsed(let verdict):
            members.add("proposal", verdict.proposal)
            members.add("code", verdict.code?.rawValue)
            members.add("reason", verdict.reason)
            members.add("guid", verdict.guid?.rawValue)
        case .commentAdded(let proposal, let text, let guid):
            members.add("proposal", proposal)
            members.add("text", text)
            members.add("guid", guid?.rawValue)
        case .checkSilenced(let check, let reason):
            members.add("check", check)
            members.add("reason", reason)
        }
    }

    /// Compares the stored forms.
    public static func == (a: Payload, b: Payload) -> Bool {
        var first = JSONMembers()
        var second = JSONMembers()
        a.addOwnFields(to: &first)
        b.addOwnFields(to: &second)
        return a.typeName.hasSameBytes(as: b.typeName) && first.json == second.json
    }
}

extension LocaleAttributes {
    func addFields(to members: inout some JSONObjectBuilder) {
        members.add("name", name)
        members.add("fallback", list: fallback.map(\.rawValue))
        members.add("planned", flag: isPlanned)
    }
}

extension Definition {
    func addFields(to members: inout some JSONObjectBuilder) {
        members.add("value", value)
        addAttributes(to: &members)
        members.add("minor", flag: isMinor)
    }

    /// Adds everything but the text and whether the definition is a minor one.
    func addAttributes(to members: inout some JSONObjectBuilder) {
        members.add("comment", comment)
        if let maximumLength {
            members.addObject("maxLength") { limit in
                limit.add("n", .integer(maximumLength.count))
                limit.add("unit", maximumLength.unit.rawValue)
            }
        }
        if !placeholders.isEmpty {
            members.add("placeholders", .array(placeholders.map(\.json)))
        }
        if !isTranslatable { members.add("translate", .bool(false)) }
        members.add("order", order.map(JSONValue.integer))
        members.add("refs", texts: references)
        members.add("labels", texts: labels)
        if let screenshot {
            members.addObject("screenshot") { picture in
                picture.add("url", screenshot.url)
                picture.add("sha256", screenshot.sha256)
            }
        }
    }

    /// Compares the stored forms.
    public static func == (a: Definition, b: Definition) -> Bool {
        var first = JSONMembers()
        var second = JSONMembers()
        a.addFields(to: &first)
        b.addFields(to: &second)
        return first.json == second.json
    }
}

extension Definition.Placeholder {
    var json: JSONValue {
        var members = JSONMembers()
        members.add("name", name)
        members.add("type", type)
        members.add("example", example)
        return members.json
    }
}

extension Actor {
    /// The person as stored.
    public var json: JSONValue { .object { addFields(to: &$0) } }

    fileprivate func addFields(to members: inout some JSONObjectBuilder) {
        members.add("name", name)
        members.add("email", email)
    }
}

extension Value {
    /// The value as stored: a text as a string, a tree as an object.
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
