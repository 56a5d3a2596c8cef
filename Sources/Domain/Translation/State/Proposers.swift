/// The guids whose proposals for a text a query needs.
///
/// A text can have thousands of proposals. A query about one guid must not be slowed down by the
/// proposals of others.
public enum Proposers: Sendable {
    /// All proposals.
    case everybody
    /// The proposals of the given guids.
    case only(Set<HashedGuid>)

    /// No proposals.
    public static let nobody = Proposers.only([])

    /// Returns true if these include all of the others.
    func cover(_ others: Proposers) -> Bool {
        switch (self, others) {
        case (.everybody, _): true
        case (.only, .everybody): false
        case (.only(let known), .only(let wanted)): known.isSuperset(of: wanted)
        }
    }
}

extension Event {
    /// True if the event only affects the state of one guid's proposals for one text.
    ///
    /// That guid made this proposal, or the one that this event is about. An event that undoes
    /// others may change more.
    public var isAside: Bool {
        guard undoes.isEmpty else { return false }
        // A comment can be about a string instead.
        if case .commentAdded(nil, _, _) = payload { return false }
        return payload.traits.isAside
    }
}

extension Collection<Event> {
    /// The ids of events that a fold of these events looks up and that are not among them.
    ///
    /// Without those, the fold of these events may differ from the fold of all events.
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
