import JSON

/// Decisions on a proposal were taken back: it is open again, unless an acceptance counts.
enum ProposalReopened: EventKind {
    static var name: String { "proposal.reopened" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals]) }

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
