/// A proposal was taken back by its guid, or removed by a person.
enum ProposalDeleted: EventKind {
    typealias Fields = Verdict

    static var name: String { "proposal.deleted" }
    static var traits: EventTraits {
        EventTraits(.anyText, affects: [.proposals], isAside: true)
    }
}
