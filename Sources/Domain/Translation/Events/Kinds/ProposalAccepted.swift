import JSON
public import Texts

/// A proposal was accepted.
///
/// Its text, perhaps edited, became the string's text. The event is a head of the text's register
/// or, in the source language, of the definition's register. It also closes equal proposals.
enum ProposalAccepted: EventKind {
    static var name: String { "proposal.accepted" }
    static var traits: EventTraits {
        EventTraits(.anyText, writer: .reviewer, affects: [.texts, .review, .proposals])
    }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Acceptance {
        Acceptance(
            proposal: try reader.requiredEventID("proposal"), value: try reader.requiredValue(),
            author: try reader.actor("author"), also: try reader.eventIDs("also"),
            sample: try reader.text("sample").flatMap(Acceptance.Sample.init))
    }

    static func add(_ fields: Acceptance, to members: inout some JSONObjectBuilder) {
        add(fields, to: &members, showsAddresses: true)
    }

    static func add(
        _ fields: Acceptance, to members: inout some JSONObjectBuilder, showsAddresses: Bool
    ) {
        members.add("proposal", fields.proposal)
        members.add("value", fields.value)
        members.add("author", fields.author, showsAddresses: showsAddresses)
        members.add("also", fields.also)
        members.add("sample", fields.sample?.rawValue)
    }

    static func resolve(
        _ fields: inout Acceptance, _ resolve: (EventID) -> EventID
    ) {
        fields.proposal = resolve(fields.proposal)
        fields.also = fields.also.map(resolve)
    }
}

/// The acceptance of a proposal, with the accepted text.
public struct Acceptance: Sendable {
    /// The id of the accepted proposal.
    public var proposal: EventID
    /// The accepted text, which may have been edited.
    public var value: Value
    /// The author of the proposal, if known.
    public var author: Actor?
    /// The ids of equal proposals that the acceptance also closes.
    public var also: [EventID]
    /// Whether the text was seen in a review by sample; nil for any other acceptance.
    public var sample: Sample?

    /// Whether a person saw a text that was accepted in a review by sample.
    public enum Sample: String, Sendable {
        /// The text was drawn, and a person found it right.
        case seen
        /// The text was accepted because all the drawn texts were right.
        case unseen
    }

    /// Creates an acceptance of a proposal and, optionally, of equal proposals.
    public init(
        proposal: EventID, value: Value, author: Actor? = nil, also: [EventID] = [],
        sample: Sample? = nil
    ) {
        self.sample = sample
        self.proposal = proposal
        self.value = value
        self.author = author
        self.also = also
    }
}
