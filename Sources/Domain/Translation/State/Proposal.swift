/// A proposal and its state.
public struct Proposal: Sendable {
    /// The event that made it.
    ///
    /// Its id is the proposal's id.
    public let event: Event
    /// The proposed text and its guid.
    public let proposed: ProposedText
    /// The author, if known.
    ///
    /// A copy made by a rename has the author of the original.
    public let proposer: Actor?
    /// The state.
    public let state: State
    /// The event that decided it: an acceptance, rejection or deletion, or the proposal that
    /// replaced it.
    public let decision: Event?
    /// True if the text or the source text has changed since it was made.
    public let isOutdated: Bool
    /// The number of guids and people that endorsed it.
    public let endorsements: Int
    /// The number of comments on it.
    public let comments: Int
    /// The ids of decisions that were made concurrently with ``decision`` and lost to it,
    /// ascending.
    public let contradictions: [EventID]

    /// The ids of rejections and deletions that were not undone, ascending.
    public let refusals: [EventID]

    /// The proposal's identity.
    public var id: EventID { event.id }

    /// The state of a proposal.
    ///
    /// If several apply, the first in this order wins.
    public enum State: String, CaseIterable, Sendable, Comparable {
        /// Its text, perhaps edited, was accepted.
        case accepted
        /// A reviewer rejected it.
        case rejected
        /// Its guid withdrew it, or a person deleted it.
        case deleted
        /// A later proposal of the same guid replaced it.
        case superseded
        /// It has not been decided.
        case open

        /// Orders by precedence.
        public static func < (a: State, b: State) -> Bool {
            a.rank < b.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
