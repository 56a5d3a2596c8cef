/// A proposal and what became of it.
public struct Proposal: Sendable {
    /// The event that made it; its id is the proposal's.
    public let event: Event
    /// What was proposed, under which guid.
    public let proposed: ProposedText
    /// Who made it, where somebody is named; a copy, as renaming a string makes them, is by whom the first one is.
    public let proposer: Actor?
    /// What became of it.
    public let state: State
    /// The event that decided it: an acceptance, rejection, deletion, or the proposal that took its place.
    public let decision: Event?
    /// Whether it was made for a text or a source that is no longer there.
    public let isOutdated: Bool
    /// How many guids and people agree with it.
    public let endorsements: Int
    /// How many comments speak of it.
    public let comments: Int
    /// Decisions that count less than ``decision`` and did not know of it, ascending.
    public let contradictions: [EventID]

    /// The rejections and deletions that were not taken back, ascending.
    public let refusals: [EventID]

    /// The proposal's identity.
    public var id: EventID { event.id }

    /// What became of a proposal; of several the first in this order counts.
    public enum State: String, CaseIterable, Sendable, Comparable {
        /// Its text, perhaps edited, was taken.
        case accepted
        /// A reviewer turned it down.
        case rejected
        /// Its guid took it back, or a person removed it.
        case deleted
        /// A later one of the same guid took its place.
        case superseded
        /// It waits for a decision.
        case open

        /// Orders by precedence.
        public static func < (a: State, b: State) -> Bool {
            a.rank < b.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
