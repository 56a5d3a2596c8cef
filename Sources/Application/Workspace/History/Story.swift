public import JSON
public import ReadModel
public import Texts
public import Translation

/// An event, with the events that led to it and followed from it.
public struct Story: Sendable {
    /// The event that the story is about.
    public let event: Event
    /// The stored line of the event, as JSON.
    public let stored: JSONValue
    /// The proposal's row, if the event made a proposal.
    public let proposal: ProposalRow?
    /// The source text of the string, if the event made a proposal.
    public let source: Value?
    /// The current effect of the event, if later events can change it.
    public let standing: Standing?
    /// Events that repeat the same request with the same idempotency key, in ascending order.
    ///
    /// They have no effect.
    public let aliases: [EventID]
    /// The id that the caller requested, if it is an alias of the event.
    public let asked: EventID?
    /// All events in the story in chronological order, including the event itself.
    public let steps: [StoryStep]

    /// The current effect of an event.
    public enum Standing: Hashable, Sendable {
        /// It is in effect.
        case counts
        /// It lost to a concurrent event.
        case loses
        /// A later event replaced it.
        case replaced
        /// An event reverted it.
        case undone(by: EventID)
    }
}

/// An event in a story, with its role.
public struct StoryStep: Sendable {
    /// The event of this step.
    public let event: Event
    /// The role of the event in the story.
    public let role: Role
    /// The text to compare the event's text with, if any.
    public let before: Value?
    /// The event that reverted the event of this step, if any.
    public let undoneBy: EventID?

    /// The role of an event in another event's story; the raw values are stable.
    public enum Role: String, Sendable, CaseIterable {
        /// An earlier text or other value that was current before the event.
        case before
        /// The event itself, if no other role applies.
        case subject
        /// A text was proposed.
        case proposed
        /// An earlier proposal by the same guid, which this one replaced.
        case proposedEarlier = "proposed-earlier"
        /// A later proposal by the same guid, which replaced this one.
        case replaced
        /// The proposal was accepted unchanged.
        case accepted
        /// The proposal was accepted with another text.
        case acceptedEdited = "accepted-edited"
        /// The proposal was closed because an equal proposal was accepted.
        case closed
        /// The proposal was rejected.
        case rejected
        /// The proposal was withdrawn or removed.
        case deleted
        /// The proposal was reopened.
        case reopened
        /// A person endorsed the proposal.
        case endorsed
        /// A person commented.
        case commented
        /// A person vouched for the text.
        case vouched
        /// A person flagged the text as needing work.
        case flagged
        /// Another text replaced the text.
        case superseded
        /// The text was removed.
        case removed
        /// The text was restored, or chosen in a conflict.
        case restored
        /// The text was copied to another string or language.
        case copied
        /// An event in the story was reverted.
        case undone
    }
}
