/// The authors whose proposals for a text a query needs.
///
/// A text can have thousands of proposals. Proposals of others must not slow down a query about one
/// guid.
public enum Proposers: Sendable {
    /// All proposals.
    case everybody
    /// The proposals of some guids.
    case only(Set<HashedGuid>)

    /// No proposals.
    public static let nobody = Proposers.only([])

    /// Whether whoever knows the proposals of these knows those of others.
    func cover(_ others: Proposers) -> Bool {
        switch (self, others) {
        case (.everybody, _): true
        case (.only, .everybody): false
        case (.only(let known), .only(let wanted)): known.isSuperset(of: wanted)
        }
    }
}

extension Event {
    /// Whether the event changes nothing but what becomes of the proposals of one guid for one text.
    ///
    /// That guid made this proposal, or the one that this event is about. An event that takes others back may change more.
    public var isAside: Bool {
        guard undoes.isEmpty else { return false }
        // A comment may be about a string instead.
        if case .commentAdded(nil, _, _) = payload { return false }
        return payload.traits.isAside
    }
}

extension Collection<Event> {
    /// The events that a fold looks up from these by their ids, and that are not among these.
    ///
    /// Without them the fold of these events may differ from the fold of all.
    public var missingReferences: Set<EventID> {
        var missing: Set<EventID> = []
        for event in self {
            if let base = event.base { missing.insert(base) }
            if let copied = event.copies { missing.insert(copied) }
            missing.formUnion(event.over)
        }
        guard !missing.isEmpty else { return [] }
        for event in self { missing.remove(event.id) }
        return missing
    }
}
