import JSON

/// A comment was added to a string or a proposal.
///
/// Testers write comments under their guid.
enum CommentAdded: EventKind {
    static var name: String { "comment.added" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [], isAside: true) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> (proposal: EventID?, text: String, guid: HashedGuid?) {
        (
            try reader.eventID("proposal"), try reader.requiredText("text"),
            try reader.text("guid").map(HashedGuid.init)
        )
    }

    static func add(
        _ fields: (proposal: EventID?, text: String, guid: HashedGuid?),
        to members: inout some JSONObjectBuilder
    ) {
        members.add("proposal", fields.proposal)
        members.add("text", fields.text)
        members.add("guid", fields.guid?.rawValue)
    }

    static func resolve(
        _ fields: inout (proposal: EventID?, text: String, guid: HashedGuid?),
        _ resolve: (EventID) -> EventID
    ) {
        fields.proposal = fields.proposal.map(resolve)
    }
}
