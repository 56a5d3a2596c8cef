/// Computes the states of the proposals for a string in one language.
///
/// The states depend only on the references between events, never on the order in which events
/// arrive.
struct ProposalFold {
    private let events: SubjectEvents
    private let undoing: Undoing
    private let heads: RestoredHeads
    private let definitions: DefinitionHistory?
    private var accepts: [EventID: [Event]] = [:]
    private var rejections: [EventID: [Event]] = [:]
    private var deletions: [EventID: [Event]] = [:]
    private var replacements: [EventID: [Event]] = [:]
    private var endorsers: [EventID: Set<Event.IdempotencyOwner>] = [:]
    private var comments: [EventID: Int] = [:]

    /// Creates a fold from one subject's events and the heads of its register.
    init(
        _ events: SubjectEvents, undoing: Undoing, heads: RestoredHeads,
        definitions: DefinitionHistory?
    ) {
        self.events = events
        self.undoing = undoing
        self.heads = heads
        self.definitions = definitions
        for event in events.sorted where !undoing.isUndone(event.id) {
            switch event.payload {
            case .proposalAccepted(let acceptance):
                for id in [acceptance.proposal] + acceptance.also {
                    accepts[id, default: []].append(event)
                }
            case .proposalRejected(let verdict):
                rejections[verdict.proposal, default: []].append(event)
            case .proposalDeleted(let verdict):
                deletions[verdict.proposal, default: []].append(event)
            case .proposalEndorsed(let verdict):
                endorsers[verdict.proposal, default: []].insert(event.idempotencyOwner)
            case .proposalMade(let proposed):
                if let replaced = proposed.replaces, replaced != event.id {
                    replacements[replaced, default: []].append(event)
                }
            case .commentAdded(let proposal?, _, _): comments[proposal, default: 0] += 1
            default: break
            }
        }
    }

    /// Returns the proposals, ascending by id.
    ///
    /// `credit` returns the credit of the proposals that these proposals copy.
    func proposals(credit: (EventID) -> Credit?) -> [Proposal] {
        var open: [HashedGuid: Event] = [:]
        var proposals: [Proposal] = []
        for event in events.sorted.reversed() {
            guard case .proposalMade(let proposed) = event.payload else { continue }
            let fate = fate(of: event, proposed, laterOpen: open[proposed.guid])
            if fate.state == .open { open[proposed.guid] = event }
            let refusals = refusals(of: event, proposed)
            proposals.append(
                Proposal(
                    event: event, proposed: proposed,
                    proposer: Credit(
                        of: proposed, madeBy: event, copied: event.copies.flatMap(credit)
                    )
                    .author,
                    state: fate.state, decision: fate.decision,
                    isOutdated: isOutdated(event),
                    endorsements: endorsers[event.id]?.count ?? 0,
                    comments: comments[event.id] ?? 0,
                    contradictions: fate.state == .accepted ? refusals : [], refusals: refusals))
        }
        return proposals.reversed()
    }

    private typealias Fate = (state: Proposal.State, decision: Event?)

    private func fate(of event: Event, _ proposed: ProposedText, laterOpen: Event?) -> Fate {
        if let accept = accepts[event.id]?.last { return (.accepted, accept) }
        if let rejection = rejections[event.id]?.last { return (.rejected, rejection) }
        if let deletion = countingDeletions(of: event, proposed).last {
            return (.deleted, deletion)
        }
        if let undoer = undoing.undoer(of: event.id) {
            return (.deleted, events[undoer])
        }
        let replacement = replacements[event.id]?.last { $0.payload.guid == proposed.guid }
        if let later = replacement ?? laterOpen { return (.superseded, later) }
        return (.open, nil)
    }

    /// Returns the effective deletions, which are by the proposal's own guid or by an actor.
    private func countingDeletions(of event: Event, _ proposed: ProposedText) -> [Event] {
        (deletions[event.id] ?? []).filter { deletion in
            deletion.payload.guid == proposed.guid || deletion.actor != nil
        }
    }

    /// Returns the ids of the effective rejections and deletions.
    ///
    /// They are returned even if the proposal was also accepted, because reviewers should know
    /// about them.
    private func refusals(of event: Event, _ proposed: ProposedText) -> [EventID] {
        ((rejections[event.id] ?? []) + countingDeletions(of: event, proposed)).map(\.id).sorted()
    }

    private func isOutdated(_ event: Event) -> Bool {
        !heads.isCurrent(event.base) || definitions?.isStale(madeFor: event.source) ?? false
    }
}
