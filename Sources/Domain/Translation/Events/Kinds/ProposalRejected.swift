/// A reviewer rejected a proposal.
enum ProposalRejected: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.rejected" }
    static var traits: EventTraits {
        EventTraits(.anyText, writer: .reviewer, affects: [.proposals], isAside: true)
    }
}
