import JSON

/// Somebody agreed with a proposal.
enum ProposalEndorsed: EventKind {
    static var name: String { "proposal.endorsed" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals], isAside: true) }

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
