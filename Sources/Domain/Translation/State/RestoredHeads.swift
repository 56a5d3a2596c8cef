/// The heads of a register and what they bring back.
///
/// A head that copies an older text of the same unit says what that one said, by the same author: whoever
/// saw the one has seen the other.
struct RestoredHeads {
    /// The heads, and all that they copy within the unit.
    private let standing: Set<EventID>
    /// Whether a head is a text, and not a removal.
    private let hasText: Bool
    private let events: SubjectEvents

    /// Takes the heads of a register among the events of its unit.
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

    /// Whether the register still says what it said to somebody who saw `base` as its head.
    ///
    /// A writer that saw nothing or a removal saw no text.
    func isCurrent(_ base: EventID?) -> Bool {
        guard let base else { return !hasText }
        if standing.contains(base) { return true }
        guard let seen = events[base] else { return false }
        return seen.payload.text == nil && !hasText
    }
}
