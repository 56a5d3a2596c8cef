/// Decisions on a proposal were undone.
///
/// It is open again, unless an acceptance is still in effect.
enum ProposalReopened: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.reopened" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals]) }
}
