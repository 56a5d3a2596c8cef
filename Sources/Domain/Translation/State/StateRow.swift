package import JSON
public import Texts

// The rows of the folded state, from which the digest is computed. Rows are canonical JSON, with
// one row for each subject that has events.
//
// Absent, false, zero and empty values are omitted, and ids are in ascending order, so that equal
// states have equal bytes.

extension Unit {
    /// The unit's row in the state.
    public var stateRow: [UInt8] {
        CanonicalJSON.encode { row in
            row.add("row", "unit")
            row.add("locale", locale.rawValue)
            row.add("section", string.section)
            row.add("key", string.key)
            row.add(register)
            if isSource { row.add("definition", definitions.currentDefinition?.json) }
            if let text { row.addObject("text") { text.addFields(to: &$0) } }
            row.add("reviewed", reviewedText?.id)
            if !proposals.isEmpty { row.add("proposals", .array(proposals.map(\.stateRow))) }
            row.add("remarks", remarks.map(\.id))
        }
    }

    /// True if the unit is in the source language, so that its register contains definitions.
    var isSource: Bool {
        definitions.register.heads == register.heads && !register.heads.isEmpty
    }
}

extension TextState {
    fileprivate func addFields(to row: inout some JSONObjectBuilder) {
        row.add("event", id)
        row.add("value", value)
        row.add("author", author, showsAddresses: true)
        row.add("reviewed", flag: isReviewed)
        row.add("flagged", flag: isFlagged)
        row.add("stale", flag: isStale)
    }
}

extension Proposal {
    fileprivate var stateRow: JSONValue {
        var row = JSONMembers()
        row.add("id", id)
        row.add("state", state.rawValue)
        row.add("decision", decision?.id)
        row.add("outdated", flag: isOutdated)
        row.add("endorsed", endorsements == 0 ? nil : .integer(Int64(endorsements)))
        row.add("comments", comments == 0 ? nil : .integer(Int64(comments)))
        row.add("contradictions", contradictions)
        return row.json
    }
}

extension LocaleState {
    /// The language's row in the state.
    public var stateRow: [UInt8] {
        CanonicalJSON.encode { row in
            row.add("row", "locale")
            row.add("locale", tag.rawValue)
            row.add(register)
            if let attributes {
                row.addObject("attributes") { LocaleAdded.add(attributes, to: &$0) }
            }
        }
    }
}

extension SettingState {
    /// Returns the setting's row in the state, given its name.
    public func stateRow(name: String) -> [UInt8] {
        CanonicalJSON.encode { row in
            row.add("row", "setting")
            row.add("name", name)
            row.add(register)
            row.add("value", value)
        }
    }
}

extension ResourceState {
    /// Returns the row in the state for a section's file in a language.
    ///
    /// If `locale` is nil, the row is for the source language.
    public func stateRow(section: String, in locale: LanguageTag? = nil) -> [UInt8] {
        CanonicalJSON.encode { row in
            row.add("row", "resource")
            row.add("locale", locale?.rawValue)
            row.add("section", section)
            row.add(register)
            row.add("format", file.format)
            row.add("path", file.path)
            row.add("pattern", file.pattern)
            row.add("skeleton", file.skeleton)
            row.add("kept", file.kept)
        }
    }
}

extension JSONObjectBuilder {
    fileprivate mutating func add(_ register: Register) {
        add("heads", register.heads)
        add("losers", register.losers)
    }
}

extension Definition {
    /// The definition as stored in events.
    package var json: JSONValue {
        var members = JSONMembers()
        addFields(to: &members)
        return members.json
    }

    /// The definition with the placeholder flags from the event's `meta`.
    package var jsonWithFlags: JSONValue {
        var members = JSONMembers()
        addFields(to: &members)
        members.add("formatFlags", texts: formatFlags)
        return members.json
    }

    /// Reads a definition from ``json`` or ``jsonWithFlags``.
    package init(json: JSONValue) throws(EventDecodingError) {
        guard let object = json.objectValue else {
            throw EventDecodingError("A definition must be an object.")
        }
        let reader = FieldReader(object: object)
        try self.init(reader)
        formatFlags = try reader.texts("formatFlags")
    }
}
