import JSON

/// Comments on a string in a language, or on a proposal.
struct Comment: CommandKind {
    let target: CommentTarget
    let text: String

    static var verb: String { "comment" }

    func addFields(to fingerprint: inout JSONMembers) {
        switch target {
        case .unit(let unit): fingerprint.add("unit", unit.fingerprint)
        case .proposal(let id): fingerprint.add("proposal", id.description)
        }
        fingerprint.add("text", text)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.comment(target, text)
    }
}

/// The string or proposal that a comment is about.
public enum CommentTarget: Sendable {
    /// A string in a language.
    case unit(UnitID)
    /// A proposal, by its id.
    case proposal(EventID)
}

extension Decider {
    mutating func comment(_ target: CommentTarget, _ text: String) throws {
        guard !text.utf8.isEmpty else {
            throw Refusal(
                .invalidValue, "A comment cannot be empty.", hint: "Enter some text.")
        }
        guard context.actor != nil || context.guid != nil else {
            throw Refusal(
                .noIdentity, "The comment has no author: neither a person nor a guid is given.",
                hint: Self.giveIdentity)
        }
        // People are identified by their names; only testers need a guid.
        let guid = context.actor == nil ? context.guid : nil
        switch target {
        case .proposal(let id):
            let (unit, proposal) = try requireProposalAlone(id)
            add(
                .commentAdded(proposal: proposal.id, text: text, guid: guid), locale: unit.locale,
                string: unit.string)
        case .unit(let name):
            try requireLocale(name.locale)
            _ = try requireString(name.string)
            add(
                .commentAdded(proposal: nil, text: text, guid: guid), locale: name.locale,
                string: name.string)
        }
    }
}
