import JSON
import Texts

/// A type of command: its rules, its fingerprint, and whether it can share a decision with others.
///
/// Each type has a file in `Commands`. ``Command`` lists them.
protocol CommandKind: Sendable {
    /// The name in a fingerprint. It never changes, because idempotency keys depend on it.
    static var verb: String { get }

    /// True if the command is decided alone, on a state without pending events.
    ///
    /// Such commands read many strings, or change settings that affect all others.
    var goesAlone: Bool { get }

    /// True if the command may lock the actor out of the settings.
    var isForced: Bool { get }

    /// True if people can force the command, so that a refusal may name `--force`.
    var isForceable: Bool { get }

    /// Adds the fields of the fingerprint, in an order that never changes.
    func addFields(to fingerprint: inout JSONMembers)

    /// Adds the resulting events, or refuses the command.
    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws
}

extension CommandKind {
    var goesAlone: Bool { false }

    var isForced: Bool { false }

    var isForceable: Bool { false }

    /// The canonical form of the command.
    ///
    /// Equal commands have equal forms at any time and in any clone.
    ///
    /// It is hashed into idempotency keys and stored nowhere else. It contains ids as the client
    /// gave them.
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
