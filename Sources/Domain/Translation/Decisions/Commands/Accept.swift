import JSON
public import Texts

/// Accepts proposals.
struct Accept: CommandKind {
    let proposals: [EventID]
    let options: AcceptOptions

    static var verb: String { "accept" }

    func addFields(to fingerprint: inout JSONMembers) {
        fingerprint.add(proposals)
        fingerprint.add("value", options.value?.json)
        fingerprint.add("rejectOthers", options.rejectsOthers)
        fingerprint.add("force", options.isForced)
        if !options.isReview { fingerprint.add("asTranslated", true) }
        if options.allowsOutdated { fingerprint.add("outdated", true) }
        fingerprint.add("sample", options.sample?.rawValue)
    }

    func decide(in decider: inout Decider<some StateReader, some RandomNumberGenerator>) throws {
        try decider.accept(proposals, options)
    }
}

/// The options for an acceptance.
public struct AcceptOptions: Sendable {
    /// The text to use instead of the proposed text.
    public var value: Value?
    /// True to reject all other open proposals for the string in the same language.
    public var rejectsOthers: Bool
    /// True to accept proposals even if they are outdated, rejected or have errors.
    public var isForced: Bool
    /// True if the acceptance counts as a review of the text.
    ///
    /// Otherwise, the text is set without a review and the proposal is deleted. This is for
    /// proposals that were not made by a person.
    public var isReview: Bool
    /// True to accept outdated proposals, because the person saw the change and edited the text.
    ///
    /// In contrast to ``isForced``, errors and other people's decisions still prevent it.
    public var allowsOutdated: Bool
    /// Whether the texts were seen in a review by sample; nil for any other acceptance.
    public var sample: Acceptance.Sample?

    /// Creates options, by default for a reviewed acceptance that is not forced.
    public init(
        value: Value? = nil, rejectsOthers: Bool = false, isForced: Bool = false,
        isReview: Bool = true, allowsOutdated: Bool = false, sample: Acceptance.Sample? = nil
    ) {
        self.sample = sample
        self.allowsOutdated = allowsOutdated
        self.value = value
        self.rejectsOthers = rejectsOthers
        self.isForced = isForced
        self.isReview = isReview
    }
}

extension Decider {
    mutating func accept(_ ids: [EventID], _ options: AcceptOptions) throws {
        try options.value.map(requireShallow)
        var closed: Set<EventID> = []
        for id in Self.unique(ids) {
            let (unit, proposal) = try requireProposal(id)
            // An earlier acceptance in this command has already closed this proposal, because the
            // proposals are equal.
            guard !closed.contains(proposal.id) else { continue }
            let undone = try requireUndecided(
                proposal, isForced: options.isForced && options.isReview)
            try settle(proposal)
            try requireLocale(unit.locale)
            try requireReviewer(unit.locale)
            if options.isReview { try refuseSelfReview(proposal) }
            try refuseOutdated(
                proposal, unit: unit, isForced: options.isForced || options.allowsOutdated)
            let value = options.value ?? proposal.proposed.value
            try refuseErrors(value, unit: unit, proposal: proposal, isForced: options.isForced)
            if !options.isForced { try refuseOtherShape(value, unit: unit, proposal: proposal) }
            try settle(unit)
            closed.formUnion(
                options.isReview
                    ? try take(
                        value, from: proposal, in: unit, undoing: undone, sample: options.sample)
                    : try setUnreviewed(value, from: proposal, in: unit))
            if options.rejectsOthers { rejectOthers(in: unit) }
        }
    }

    /// Sets the text of a proposal that was not made by a person, without a review.
    ///
    /// Also deletes equal proposals, and returns their ids. They are not accepted, because an
    /// acceptance would count as a review.
    private mutating func setUnreviewed(
        _ value: Value, from proposal: Proposal, in unit: Unit
    ) throws -> [EventID] {
        guard unit.locale != source else {
            throw Refusal(
                .sourceLanguage, "Texts in the source language \(source) always count as reviewed.",
                hint: "Accept the proposal.")
        }
        guard proposal.proposed.origin != .human else {
            throw Refusal(
                .notOwner,
                "Proposal \(proposal.id) was made by a person, who would lose the credit.",
                hint: "Accept it, so that its author keeps the credit.")
        }
        guard context.actor != nil else {
            throw Refusal(
                .noIdentity, "Only a named person can set the texts of proposals.",
                hint: "Set Git's user.name and user.email.")
        }
        guard let definition = unit.definitions.current else { throw unknownKey(unit.string) }
        set(unit.locale, unit.string, value, over: unit, definition: definition)
        let equal = unit.proposals.filter {
            $0.state == .open && !settled.isSettled(proposal: $0.id)
                && $0.proposed.origin != .human && $0.proposed.value.isEquivalent(to: value)
        }.map(\.id)
        for id in equal { _ = settled.settle(proposal: id) }
        for id in [proposal.id] + equal {
            add(.proposalDeleted(Verdict(proposal: id)), locale: unit.locale, string: unit.string)
        }
        return equal
    }

    /// Adds the acceptance.
    ///
    /// Returns the ids of equal proposals that it closes.
    private mutating func take(
        _ value: Value, from proposal: Proposal, in unit: Unit, undoing undone: [EventID],
        sample: Acceptance.Sample?
    ) throws -> [EventID] {
        var definition = unit.definitions.current
        var seen = unit.register.seen
        if definition == nil {
            definition = try defineNewKey(of: unit, value)
            if unit.locale == source { seen = (definition, []) }
        }
        let equal = unit.proposals.filter {
            $0.state == .open && !settled.isSettled(proposal: $0.id)
                && $0.proposed.value.isEquivalent(to: value)
        }.map(\.id)
        for id in equal { _ = settled.settle(proposal: id) }
        add(
            .proposalAccepted(
                Acceptance(
                    proposal: proposal.id, value: value, author: proposal.proposer,
                    also: equal, sample: sample)),
            locale: unit.locale, string: unit.string, seen: seen,
            source: unit.locale == source ? nil : definition, undoes: undone)
        return equal
    }

    /// Rejects all open proposals of a unit that this decision has not settled.
    private mutating func rejectOthers(in unit: Unit) {
        for other in unit.proposals
        where other.state == .open && settled.settle(proposal: other.id) {
            add(
                .proposalRejected(
                    Verdict(
                        proposal: other.id, code: ReasonCode("other"),
                        reason: "Another proposal was accepted.")),
                locale: unit.locale, string: unit.string)
        }
    }

    /// Defines the string of an accepted proposal for a new key, unless this decision already
    /// defined it.
    ///
    /// If the proposal is not in the source language, the key becomes the source text.
    private mutating func defineNewKey(of unit: Unit, _ value: Value) throws -> EventID {
        if let defined = settled[unit.string] { return defined.id }
        // The proposal may come from another clone, so its key has not been checked.
        try requireKey(unit.string)
        let text = unit.locale == source ? value : Value(unit.string.key)
        let id = define(
            unit.string, Definition(value: text), seen: unit.definitions.register.seen)
        settled.define(unit.string, id, text)
        return id
    }
}
