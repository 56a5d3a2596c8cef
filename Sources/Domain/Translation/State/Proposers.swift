/// The proposals for a text that a query needs, selected by guid.
///
/// A text can have thousands of proposals. A query about one guid must not be slowed down by other
/// guids' proposals.
public enum Proposers: Sendable {
    /// All proposals.
    case everybody
    /// The proposals of the given guids.
    case only(Set<HashedGuid>)

    /// No proposals.
    public static let nobody = Proposers.only([])

    /// Returns true if this selection includes everything in another selection.
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
    /// The guid is the owner of the proposal that the event makes or refers to. An event that
    /// undoes other events may change more.
    public var isAside: Bool {
        guard undoes.isEmpty else { return false }
        // A comment without a proposal is about the string.
        if case .commentAdded(nil, _, _) = payload { return false }
        return payload.traits.isAside
    }
}

extension Collection<Event> {
    /// The ids of events that a fold needs but that are missing from this collection.
    ///
    /// Without the missing events, the result may differ from a fold of all events.
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
