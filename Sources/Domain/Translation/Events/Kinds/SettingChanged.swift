import JSON

/// A project setting was set, or reset to its default.
///
/// If the event has no value, the setting is reset to its default. `null` is a value.
enum SettingChanged: EventKind {
    static var name: String { "setting.changed" }
    static var traits: EventTraits {
        EventTraits(.setting, writer: .maintainer, affects: [.project])
    }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> (name: String, value: JSONValue?) {
        let value = reader.value("value")
        guard value?.hasFractions != true else {
            throw reader.wrongType("value", "a value whose numbers are integers")
        }
        return (try reader.requiredText("name"), value)
    }

    static func add(
        _ fields: (name: String, value: JSONValue?), to members: inout some JSONObjectBuilder
    ) {
        members.add("name", fields.name)
        members.add("value", fields.value)
    }
}
