import JSON

/// A reviewer turned a proposal down.
enum ProposalRejected: EventKind {
    static var name: String { "proposal.rejected" }
    static var traits: EventTraits {
        EventTraits(.anyText, writer: .reviewer, affects: [.proposals], isAside: true)
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
