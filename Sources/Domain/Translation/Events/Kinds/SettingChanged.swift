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
        add(fields, to: &members, showsAddresses: true)
    }

    /// Adds the fields, optionally without the values of settings that list people.
    ///
    /// `"withheld": true` stands for such a value, because an event without a value is a reset.
    static func add(
        _ fields: (name: String, value: JSONValue?), to members: inout some JSONObjectBuilder,
        showsAddresses: Bool
    ) {
        members.add("name", fields.name)
        if !showsAddresses, fields.value != nil, Setting.containsAddresses(fields.name) {
            members.add("withheld", flag: true)
        } else {
            members.add("value", fields.value)
        }
    }
}
