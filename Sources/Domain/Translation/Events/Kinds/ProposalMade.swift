import JSON
public import Texts

/// A text was proposed.
///
/// A guid has at most one open proposal for a text: the proposal with the greatest id supersedes
/// the guid's earlier proposals.
enum ProposalMade: EventKind {
    static var name: String { "proposal.made" }
    static var traits: EventTraits { EventTraits(.anyText, affects: [.proposals], isAside: true) }

    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> ProposedText {
        ProposedText(
            value: try reader.requiredValue(),
            guid: HashedGuid(try reader.requiredText("guid")),
            replaces: try reader.eventID("replaces"), note: try reader.text("note"),
            picture: try reader.text("picture"),
            origin: try reader.text("origin").map { Origin($0) } ?? .human,
            isNew: try reader.flag("new") ?? false)
    }

    static func add(_ fields: ProposedText, to members: inout some JSONObjectBuilder) {
        members.add("value", fields.value)
        members.add("guid", fields.guid.rawValue)
        members.add("replaces", fields.replaces)
        members.add("note", fields.note)
        members.add("picture", fields.picture)
        if fields.origin != .human { members.add("origin", fields.origin.description) }
        members.add("new", flag: fields.isNew)
    }

    static func resolve(
        _ fields: inout ProposedText, _ resolve: (EventID) -> EventID
    ) {
        fields.replaces = fields.replaces.map(resolve)
    }
}

/// A proposed text, with its guid, note, picture and origin.
public struct ProposedText: Sendable, Equatable {
    /// The text.
    public var value: Value
    /// The guid that owns the proposal.
    public var guid: HashedGuid
    /// The proposal from the same guid that this proposal replaces.
    public var replaces: EventID?
    /// The proposer's note.
    public var note: String?
    /// The name of a stored picture of the place where the text was read.
    public var picture: String?
    /// The origin of the text; `human` by default.
    public var origin: Origin
    /// True if the proposal may be for a key that does not exist.
    public var isNew: Bool

    /// Creates a proposed text, by default written by a person for an existing key.
    public init(
        value: Value, guid: HashedGuid, replaces: EventID? = nil, note: String? = nil,
        picture: String? = nil, origin: Origin = .human, isNew: Bool = false
    ) {
        self.value = value
        self.guid = guid
        self.replaces = replaces
        self.note = note
        self.picture = picture
        self.origin = origin
        self.isNew = isNew
    }

    /// Returns true if another proposal has the same text and guid, so that it may be a copy.
    public func isRestated(by other: ProposedText) -> Bool {
        guid == other.guid && value == other.value
    }
}
