/// The heads of a register and the texts that they restore.
///
/// A head that copies an older text of the same unit has the same text and the same author. A
/// writer who knew one of them has therefore seen the other.
struct RestoredHeads {
    /// The heads, and everything that they copy within the unit.
    private let standing: Set<EventID>
    /// True if a head is a text, not a removal.
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

    /// Returns true if the register still has the text that it had for a writer whose head was
    /// `base`.
    ///
    /// A writer that knew no head or a removal saw no text.
    func isCurrent(_ base: EventID?) -> Bool {
        guard let base else { return !hasText }
        if standing.contains(base) { return true }
        guard let seen = events[base] else { return false }
        return seen.payload.text == nil && !hasText
    }
}
