/// Decisions on a proposal were taken back: it is open again, unless an acceptance counts.
enum ProposalReopened: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.reopened" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals]) }
}
