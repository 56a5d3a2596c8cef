/// A proposal was endorsed.
enum ProposalEndorsed: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.endorsed" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals], isAside: true) }
}
