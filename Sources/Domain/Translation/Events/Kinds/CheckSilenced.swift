import JSON

/// A check was silenced for a text, because its finding was wrong.
enum CheckSilenced: EventKind {
    static var name: String { "check.silenced" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.findings]) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> (check: String, reason: String?) {
        (try reader.requiredText("check"), try reader.text("reason"))
    }

    static func add(
        _ fields: (check: String, reason: String?), to members: inout some JSONObjectBuilder
    ) {
        members.add("check", fields.check)
        members.add("reason", fields.reason)
    }
}
