import JSON

/// Executes all commands against the same state, and skips refused commands.
///
/// ``Decision/leftOut`` lists the skipped commands. If two commands decide the same thing, the
/// later command is refused.
struct Batch: CommandKind {
    let commands: [Command]

    static var verb: String { "batch" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add("commands", .array(commands.map(\.fingerprint)))
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.decideEach(commands)
    }

    /// The maximum size of a batch that can be decided in a group with other requests.
    private static let groupedSize = 256

    var goesAlone: Bool {
        commands.count > Self.groupedSize || commands.contains(where: \.goesAlone)
    }

    /// Each command of the batch is checked separately.
    var isForced: Bool { true }
}

extension Decider {
    /// Decides the commands of a batch one by one.
    ///
    /// A refused command has no effect.
    mutating func decideEach(_ commands: [Command]) throws {
        for (index, command) in commands.enumerated() {
            let mark = (
                events: decision.events.count, notices: decision.notices.count, settled.mark
            )
            let tally = decision.tally
            do {
                try decide(command)
            } catch let refusal as Refusal {
                decision.events.removeSubrange(mark.events...)
                decision.notices.removeSubrange(mark.notices...)
                decision.tally = tally
                settled.forget(after: mark.2)
                decision.leftOut.append(.init(index: index, refusal: refusal))
            }
        }
    }
}
