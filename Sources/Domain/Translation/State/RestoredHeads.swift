/// The heads of a register and the texts that they restore.
///
/// A head that copies an older text from the same unit has the same text and author. A writer who
/// knew either event has therefore seen the same text.
struct RestoredHeads {
    /// The heads, and all events in the unit that they copy, directly or through other copies.
    private let standing: Set<EventID>
    /// True if any head is a text, not a removal.
    private let hasText: Bool
    private let events: SubjectEvents

    /// Creates the set from the heads of a register and the events of its unit.
    init(_ heads: [EventID], in events: SubjectEvents) {
        var standing: Set<EventID> = []
        for head in heads {
            var next: EventID? = head
            while let id = next, standing.insert(id).inserted {
                next = events[id]?.copies.flatMap { events[$0]?.id }
            }
        }
        self.standing = standing
        self.events = events
        hasText = heads.contains { events[$0]?.payload.text != nil }
    }

    /// Returns true if a writer whose head was `base` has seen the current text of the register.
    ///
    /// A writer who knew no head, or only a removal, has seen no text.
    func isCurrent(_ base: EventID?) -> Bool {
        guard let base else { return !hasText }
        if standing.contains(base) { return true }
        guard let seen = events[base] else { return false }
        return seen.payload.text == nil && !hasText
    }
}
