import JSON
import Texts

/// Removes a string.
struct RemoveString: CommandKind {
    let string: StringID

    static var verb: String { "removeString" }

    var goesAlone: Bool { true }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(string)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.removeString(string)
    }
}

extension Decider {
    mutating func removeString(_ string: StringID) throws {
        let definitions = try requireString(string)
        add(.stringRemoved, locale: source, string: string, seen: definitions.register.seen)
    }
}
