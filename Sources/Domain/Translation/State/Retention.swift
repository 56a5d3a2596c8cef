public import Texts

/// The selection of events that a new beginning of the log leaves out.
///
/// Only testers' proposals that were rejected or superseded are left out, together with the events
/// that are only about them. All texts, their authors and reviews, all open and accepted proposals
/// and all other facts stay as they are. See “Beginning anew” in
/// docs/internals/scaling.md.
///
/// Pass each string and language with proposals to ``consider(_:_:in:)``, and then all events of the
/// log to ``keepReferences(of:)``.
public struct Retention: Sendable {
    /// The time before which a proposal and everything about it must have happened, as an id.
    private let limit: EventID
    /// The proposals to leave out, each with the ids of all events that go with it.
    private var groups: [EventID: Set<EventID>] = [:]
    /// The proposal to which each of these events belongs.
    private var owners: [EventID: EventID] = [:]
    /// The proposals to leave out that superseded a proposal, by that proposal.
    private var successors: [EventID: Set<EventID>] = [:]

    /// Creates a selection of proposals without any events after `limit`.
    public init(before limit: EventID) { self.limit = limit }

    /// The ids of the selected events.
    public var omitted: Set<EventID> { Set(owners.keys) }

    /// The number of selected proposals.
    public var proposals: Int { groups.count }

    /// Selects proposals for a string in a language.
    ///
    /// Rethrows errors of `log`.
    public mutating func consider<Log: RecordedEvents>(
        _ locale: LanguageTag, _ string: StringID, in log: Log
    ) throws(Log.LookupError) {
        let unit = try log.foldedUnit(locale, string)
        let recorded = try log.recordedEvents(of: .unit(locale, string))
        let about = Dictionary(grouping: recorded.filter { $0.isAboutProposal }) {
            $0.payload.proposal
        }
        for proposal in unit.proposals where isOmissible(proposal) {
            let remarks = about[proposal.id] ?? []
            let members = Set([proposal.id] + remarks.map(\.id))
            guard remarks.allSatisfy({ $0.id < limit && members.isSuperset(of: $0.undoes) }),
                !isDecisive(proposal, among: recorded),
                try !isRepeated([proposal.event] + remarks, in: log)
            else { continue }
            groups[proposal.id] = members
            for id in members { owners[id] = proposal.id }
            if let replaced = proposal.proposed.replaces {
                successors[replaced, default: []].insert(proposal.id)
            }
        }
        // A proposal that is kept needs the proposal that superseded it.
        for proposal in unit.proposals
        where proposal.state == .superseded && owners[proposal.id] == nil {
            keep(successorsOf: proposal.id)
        }
    }

    /// Keeps the selected proposals to which an event refers.
    ///
    /// A later proposal may refer to one that it replaced: its own state does not depend on it.
    public mutating func keepReferences(of event: Event) {
        let owner = owners[event.id]
        var references = [event.base, event.source, event.copies].compactMap(\.self)
        references += event.over + event.undoes
        references += [event.payload.proposal, event.payload.judgedText].compactMap(\.self)
        if case .proposalAccepted(let acceptance) = event.payload { references += acceptance.also }
        for id in references {
            guard let other = owners[id], other != owner else { continue }
            keep(other)
        }
    }

    private func isOmissible(_ proposal: Proposal) -> Bool {
        guard [.rejected, .superseded].contains(proposal.state) else { return false }
        let event = proposal.event
        return event.actor == nil && event.copies == nil && event.undoes.isEmpty
            && event.id < limit && proposal.decision.map { $0.id < limit } ?? false
    }

    /// Returns true if the authorship of a text in the unit depends on the proposal.
    ///
    /// If a machine has proposed a text in the unit, the first event with a text decides who wrote
    /// the text.
    private func isDecisive(_ proposal: Proposal, among recorded: [Event]) -> Bool {
        func wording(_ event: Event) -> Value? {
            guard case .proposalMade(let proposed) = event.payload else {
                return event.payload.text
            }
            return proposed.value
        }
        let hasMachine = recorded.contains { event in
            guard case .proposalMade(let proposed) = event.payload else { return false }
            return proposed.origin.machine != nil
        }
        return hasMachine
            && recorded.contains {
                $0.id != proposal.id && wording($0) == proposal.proposed.value
            }
    }

    /// Returns true if another event repeats one of the events, and would count instead of it.
    private func isRepeated<Log: RecordedEvents>(
        _ events: [Event], in log: Log
    ) throws(Log.LookupError) -> Bool {
        for repetition in events.compactMap(\.repetition)
        where try log.recordedEvents(of: repetition).count > 1 {
            return true
        }
        return false
    }

    private mutating func keep(_ proposal: EventID) {
        for id in groups.removeValue(forKey: proposal) ?? [] { owners[id] = nil }
        keep(successorsOf: proposal)
    }

    private mutating func keep(successorsOf proposal: EventID) {
        for successor in successors.removeValue(forKey: proposal) ?? [] { keep(successor) }
    }
}

extension Event {
    /// Whether the event decides on, endorses or comments on a proposal, and does nothing else.
    fileprivate var isAboutProposal: Bool {
        switch payload {
        case .proposalRejected, .proposalDeleted, .proposalReopened, .proposalEndorsed,
            .commentAdded:
            payload.proposal != nil
        default: false
        }
    }
}
