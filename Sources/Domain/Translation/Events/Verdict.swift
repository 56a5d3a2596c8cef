import JSON

/// A decision on a proposal.
public struct Verdict: Sendable {
    /// The proposal.
    public var proposal: EventID
    /// Why, as one of a few words.
    public var code: ReasonCode?
    /// Why, in a person's words.
    public var reason: String?
    /// The guid that decides, where it is not a person.
    public var guid: HashedGuid?

    /// States a decision.
    public init(
        proposal: EventID, code: ReasonCode? = nil, reason: String? = nil, guid: HashedGuid? = nil
    ) {
        self.proposal = proposal
        self.code = code
        self.reason = reason
        self.guid = guid
    }
}

/// Why a proposal was turned down, as one of a few words.
public struct ReasonCode: Sendable, CustomStringConvertible {
    /// The word as stored; a word that is not in ``known`` is kept.
    public let rawValue: String

    /// The words that are written.
    public static let known = ["duplicate", "wrong", "style", "glossary", "spam", "other"]

    /// Takes a word as stored.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The stored form.
    public var description: String { rawValue }
}

extension EventKind where Fields == Verdict {
    static func fields(
        _ reader: FieldReader<some JSONReadableObject>
    ) throws(EventDecodingError) -> Verdict {
        Verdict(
            proposal: try reader.requiredEventID("proposal"),
            code: try reader.text("code").map(ReasonCode.init),
            reason: try reader.text("reason"),
            guid: try reader.text("guid").map(HashedGuid.init))
    }

    static func add(_ fields: Verdict, to members: inout some JSONObjectBuilder) {
        members.add("proposal", fields.proposal)
        members.add("code", fields.code?.rawValue)
        members.add("reason", fields.reason)
        members.add("guid", fields.guid?.rawValue)
    }

    static func resolve(_ fields: inout Verdict, _ resolve: (EventID) -> EventID) {
        fields.proposal = resolve(fields.proposal)
    }
}
