/// A proposal was withdrawn by its guid, or deleted by a person.
enum ProposalDeleted: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.deleted" }
    static var traits: EventTraits {
        EventTraits(.anyText, affects: [.proposals], isAside: true)
    }
}
