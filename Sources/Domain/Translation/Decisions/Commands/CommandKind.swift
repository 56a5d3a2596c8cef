import JSON
import Texts

/// A type of command, with its rules and its fingerprint.
///
/// Each type has its own file in `Commands`. ``Command`` lists them all.
protocol CommandKind: Sendable {
    /// The command's name in fingerprints.
    ///
    /// It must never change, because idempotency keys depend on it.
    static var verb: String { get }

    /// True if the command must be decided alone, on a state without pending events.
    ///
    /// Such commands read many strings, or change settings that affect all other commands.
    var goesAlone: Bool { get }

    /// True if the command may lock the actor out of the settings.
    var isForced: Bool { get }

    /// True if users can force the command, so that a hint can mention `--force`.
    var isForceable: Bool { get }

    /// Adds the fields of the fingerprint.
    ///
    /// The order of the fields must never change.
    func addFields(to fingerprint: inout JSONMembers)

    /// Adds the resulting events to the decision, or throws a refusal.
    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws
}

extension CommandKind {
    var goesAlone: Bool { false }

    var isForced: Bool { false }

    var isForceable: Bool { false }

    /// The command's canonical form.
    ///
    /// Equal commands have equal forms, at any time and in any clone.
    ///
    /// The form is hashed into idempotency keys and never stored. Ids are spelled as the client
    /// sent them.
    var fingerprint: JSONValue {
        .object { members in
            members.add("verb", Self.verb)
            addFields(to: &members)
        }
    }
}

extension JSONMembers {
    mutating func add(_ string: StringID) {
        add("section", string.section)
        add("key", string.key)
    }

    mutating func add(_ ids: [EventID], _ reason: String? = nil) {
        add("ids", .array(ids.map { .string($0.description) }))
        add("reason", reason)
    }

    mutating func add(_ units: [UnitID], _ reason: String?) {
        add("units", .array(units.map(\.fingerprint)))
        add("reason", reason)
    }
}

extension StringID {
    var fingerprint: JSONValue { .object { $0.add(self) } }
}

extension UnitID {
    var fingerprint: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add(string)
        }
    }
}
