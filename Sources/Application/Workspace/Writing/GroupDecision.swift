import Machine
import Translation

/// The decisions on a group of requests, each based on the state that includes the requests before
/// it.
///
/// A refused request has no effect, so a group has the same result as its requests performed one at
/// a time.
struct GroupDecision: Sendable {
    /// The answers to the requests that were decided, in order.
    ///
    /// The remaining requests start the next group.
    private(set) var answers: [Result<Decision, Refusal>] = []
    /// The lines of the new events, in the order of their ids.
    private(set) var lines: [Workspace.Line] = []
    /// The requests that produced new events, with these events.
    private(set) var changes: [(verb: String, events: [Event])] = []
    /// The testers whose proposals were accepted, by the id of the acceptance.
    private(set) var testers: [EventID: HashedGuid] = [:]

    /// The limits of a group; a single request and the requests joined with it may exceed them.
    struct Limits: Sendable {
        var requests = 256
        var events = 1_000
        var lineBytes = 512 * 1024
    }

    /// Decides requests in order, up to the limits or until one must be alone in its group; see
    /// ``Command/goesAlone``.
    ///
    /// At least the first request is decided. Rethrows errors from `base`; in that case, no request
    /// counts as decided.
    init<Base: StateReader & RecordedEvents>(
        _ requests: ArraySlice<WriteRequest>, on base: Base, limits: Limits = Limits(),
        clock: EventClock<RandomBits>, context: (WriteRequest) -> DecisionContext
    ) throws {
        let state = PendingState(base)
        var clock = clock
        var lineBytes = 0
        for request in requests {
            if !answers.isEmpty, !request.isJoined {
                guard answers.count < limits.requests, lines.count < limits.events,
                    lineBytes < limits.lineBytes
                else { return }
            }
            var isLast = false
            do {
                try request.refuseChange(in: state)
                let command = try request.command(state)
                if command.goesAlone {
                    guard answers.isEmpty else { return }
                    isLast = true
                }
                let decision = try decide(
                    command, state: state, context: context(request), clock: &clock)
                let lines = try Workspace.lines(of: decision.events, in: base.project)
                try state.add(decision.events)
                for event in decision.events {
                    testers[event.id] = try event.tester(event: state.recordedEvent)
                }
                answers.append(.success(decision))
                if !decision.events.isEmpty { changes.append((request.verb, decision.events)) }
                self.lines += lines
                lineBytes += lines.reduce(0) { $0 + $1.bytes.count + 1 }
            } catch let refusal as Refusal {
                answers.append(.failure(refusal))
            }
            if isLast { return }
        }
    }
}

extension GroupDecision {
    /// Returns the answers for callers; those with new events include the commit.
    func outcomes(commit: String?) -> [Result<Outcome, Refusal>] {
        answers.map { answer in
            answer.map { Outcome($0, commit: $0.events.isEmpty ? nil : commit) }
        }
    }
}

extension WriteRequest {
    /// Throws if the unit or the setting that the request depends on is not in the expected state.
    ///
    /// If the string does not exist, the command itself rejects it by name.
    fileprivate func refuseChange(in state: some StateReader) throws {
        if let setting = expectedSetting,
            try state.setting(setting.name).register.heads != setting.heads
        {
            throw Refusal(
                .changed, "The setting “\(setting.name)” has changed since it was read.",
                hint: "Read the setting again, and decide on its current value.")
        }
        guard let expected else { return }
        let unit = try state.unit(
            expected.unit.locale, expected.unit.string,
            by: expected.proposal == nil ? .nobody : .everybody)
        guard expected.proposal != nil || unit.definitions.currentDefinition != nil else { return }
        let tag = try UnitTag(of: unit, proposal: expected.proposal)
        let isPresent = expected.proposal != nil || unit.text != nil
        let message: String
        switch (expected.condition.matches, expected.condition.excludes) {
        case (.present?, _) where !isPresent: message = "The text does not exist."
        case (.tags(let tags)?, _) where !tags.contains(tag):
            message = "The text has changed since it was read."
        case (_, .present?) where isPresent: message = "The text already exists."
        case (_, .tags(let tags)?) where tags.contains(tag):
            message = "The text has a tag that the request excludes."
        default: return
        }
        throw Refusal(
            .changed, message, hint: "Read the text again, and decide on its current state.")
    }
}
