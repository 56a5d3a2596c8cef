/// A proposal, its state, and the events that decided it.
public struct Proposal: Sendable {
    /// The event that made the proposal.
    ///
    /// Its id is the proposal's id.
    public let event: Event
    /// The proposed text and its guid.
    public let proposed: ProposedText
    /// The proposal's author, if known.
    ///
    /// If a rename created the proposal as a copy, this is the author of the original.
    public let proposer: Actor?
    /// The state, which is computed from all events about the proposal.
    public let state: State
    /// The event that decided the proposal, or nil if the proposal is open.
    ///
    /// It is an acceptance, rejection or deletion, an event that undoes the proposal, or the
    /// proposal that replaced it.
    public let decision: Event?
    /// True if the text or the source text has changed since the proposal was made.
    public let isOutdated: Bool
    /// The number of guids and people that endorsed the proposal.
    public let endorsements: Int
    /// The number of comments on the proposal.
    public let comments: Int
    /// The ids of rejections and deletions of an accepted proposal, ascending.
    ///
    /// They contradict the acceptance, whether they are older or newer. The list is empty if the
    /// proposal is not accepted.
    public let contradictions: [EventID]

    /// The ids of effective rejections and deletions, ascending.
    public let refusals: [EventID]

    /// The proposal's id.
    public var id: EventID { event.id }

    /// The state of a proposal.
    ///
    /// If several states apply, the first case in this list wins.
    public enum State: String, CaseIterable, Sendable, Comparable {
        /// Its text, perhaps edited, was accepted.
        case accepted
        /// A reviewer rejected it.
        case rejected
        /// Its guid withdrew it, a person deleted it, or its event was undone.
        case deleted
        /// A later proposal from the same guid replaced it.
        case superseded
        /// It has not been decided.
        case open

        /// Orders states by their precedence.
        public static func < (a: State, b: State) -> Bool {
            a.rank < b.rank
        }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }
}
