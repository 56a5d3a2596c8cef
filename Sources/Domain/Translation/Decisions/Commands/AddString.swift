import JSON
import Texts

/// Defines a string that does not exist yet.
struct AddString: CommandKind {
    let string: StringID
    let definition: Definition

    static var verb: String { "addString" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(string)
        definition.addFields(to: &fingerprint)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.requireKey(string)
        try decider.requireShallow(definition.value)
        let definitions = try decider.state.definitions(string)
        guard definitions.current == nil else {
            throw Refusal(
                .exists,
                "The string “\(string.spelled(in: decider.state.project))” already exists.",
                hint: Refusal.Hint(
                    typed: "`dragoman string edit` changes it.",
                    http: "`PATCH /string` changes it.", page: "Change the string instead."))
        }
        decider.define(string, definition, seen: definitions.register.seen)
    }
}
