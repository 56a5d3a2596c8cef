/// What is to be taken back.
public struct Reverting: Sendable {
    /// The events, in any order.
    public var events: [EventID]
    /// What happens where later edits stand on them.
    public var laterEdits: LaterEdits
    /// Why, for whoever made the proposals that are touched.
    public var reason: String?

    /// What happens to edits that were made on top of what is to be taken back.
    public enum LaterEdits: Sendable {
        /// Nothing is reverted.
        case refuse
        /// They are taken back too.
        case revert
        /// They stay, and what they stand on stays with them.
        case keep
    }

    /// States a wish.
    public init(
        events: [EventID], laterEdits: LaterEdits = .refuse, reason: String? = nil
    ) {
        self.events = events
        self.laterEdits = laterEdits
        self.reason = reason
    }
}
