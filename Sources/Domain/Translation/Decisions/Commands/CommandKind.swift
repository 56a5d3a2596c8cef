import JSON
import Texts

/// A command: what follows from it, whether others may be decided with it, and what makes two the same.
///
/// Each has a file in `Commands`. ``Command`` lists them.
protocol CommandKind: Sendable {
    /// The name in a fingerprint, which is stored in idempotency keys: it never changes.
    static var verb: String { get }

    /// Whether the command is decided by itself, on a state without pending events.
    ///
    /// These look at many strings, or change what all others are judged by.
    var goesAlone: Bool { get }

    /// Whether the actor may lock themselves out of the settings with it.
    var isForced: Bool { get }

    /// Whether people can force it, so that a refusal may name `--force`.
    var isForceable: Bool { get }

    /// Adds the fields of the fingerprint, in an order that never changes.
    func addFields(to fingerprint: inout JSONMembers)

    /// Adds the events that follow, or refuses the command.
    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws
}

extension CommandKind {
    var goesAlone: Bool { false }

    var isForced: Bool { false }

    var isForceable: Bool { false }

    /// The canonical form of the command, which is equal for equal commands at any time and in any clone.
    ///
    /// It is hashed into idempotency keys and stored nowhere else; ids stand in it as they were given.
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
