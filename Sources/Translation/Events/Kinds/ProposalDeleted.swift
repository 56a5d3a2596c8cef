import JSON

/// A proposal was taken back by its guid, or removed by a person.
enum ProposalDeleted: EventKind {
    static var name: String { "proposal.deleted" }
    static var traits: EventTraits {
        EventTraits(.anyText, affects: [.proposals], isAside: true)
    }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Verdict {
        try Verdict(reader)
    }

    static func add(_ fields: Verdict, to members: inout some JSONObjectBuilder) {
        fields.addFields(to: &members)
    }

    static func resolve(
        _ fields: inout Verdict, _ resolve: (EventID) -> EventID
    ) {
        fields.proposal = resolve(fields.proposal)
    }
}
