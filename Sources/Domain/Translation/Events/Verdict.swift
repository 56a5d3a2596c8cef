import JSON

/// A decision on a proposal, or an endorsement of it.
public struct Verdict: Sendable {
    /// The id of the proposal.
    public var proposal: EventID
    /// The reason, as a code.
    public var code: ReasonCode?
    /// The reason, in the person's own words.
    public var reason: String?
    /// The guid that made the decision, if no person did.
    public var guid: HashedGuid?

    /// Creates a verdict, for which only the proposal is required.
    public init(
        proposal: EventID, code: ReasonCode? = nil, reason: String? = nil, guid: HashedGuid? = nil
    ) {
        self.proposal = proposal
        self.code = code
        self.reason = reason
        self.guid = guid
    }
}

/// A code for the reason that a proposal was rejected.
public struct ReasonCode: Sendable, CustomStringConvertible {
    /// The stored word, which may be missing from ``known``.
    public let rawValue: String

    /// The reason codes that this version writes.
    public static let known = ["wrong", "style", "glossary", "duplicate", "spam", "other"]

    /// Creates a code from any stored word.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The word as stored.
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
