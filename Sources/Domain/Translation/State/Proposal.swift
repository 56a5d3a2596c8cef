/// A proposal and its state.
public struct Proposal: Sendable {
    /// The event that made it; its id is the proposal's.
    public let event: Event
    /// The proposed text and its guid.
    public let proposed: ProposedText
    /// The author, if named.
    ///
    /// A copy that a rename made has the author of the original.
    public let proposer: Actor?
    /// The state.
    public let state: State
    /// The event that decided it: an acceptance, rejection, deletion, or the proposal that took its place.
    public let decision: Event?
    /// True if the text or source that it was made for has changed.
    public let isOutdated: Bool
    /// The number of guids and people that endorsed it.
    public let endorsements: Int
    /// The number of comments on it.
    public let comments: Int
    /// The decisions that lose to ``decision`` and had not seen it, ascending.
    public let contradictions: [EventID]

    /// The rejections and deletions that are not undone, ascending.
    public let refusals: [EventID]

    /// The proposal's identity.
    public var id: EventID { event.id }

    /// The state of a proposal; of several that apply, the first in this order counts.
    public enum State: String, CaseIterable, Sendable, Comparable {
        /// Its text, perhaps edited, was taken.
        case accepted
        /// A reviewer rejected it.
        case rejected
        /// Its guid withdrew it, or a person deleted it.
        case deleted
        /// A later one of the same guid replaced it.
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
