/// Decisions on a proposal were undone.
///
/// The proposal is open again, unless another decision is still in effect.
enum ProposalReopened: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.reopened" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals]) }
}
