public import JSON
public import ReadModel
public import Texts
public import Translation

/// An event, and what led to it and became of it.
public struct Story: Sendable {
    /// The event.
    public let event: Event
    /// Its line as it is stored.
    public let stored: JSONValue
    /// The proposal's row, where the event made one.
    public let proposal: ProposalRow?
    /// What the string says in the source language, where the event made a proposal.
    public let source: Value?
    /// What the event means today, where it could mean something else one day.
    public let standing: Standing?
    /// The events that say the same again with the same idempotency key, ascending; they count nowhere.
    public let aliases: [EventID]
    /// The alias that was asked for, in whose place the event counts.
    public let asked: EventID?
    /// What happened, in order of time, the event among it.
    public let steps: [StoryStep]

    /// What an event means today.
    public enum Standing: Hashable, Sendable {
        /// It counts.
        case counts
        /// Another event says otherwise without knowing of it, and that one counts.
        case loses
        /// A later event took its place.
        case replaced
        /// An event took it back.
        case undone(by: EventID)
    }
}

/// One event of a story, and which part it has in it.
public struct StoryStep: Sendable {
    /// The event.
    public let event: Event
    /// Its part.
    public let role: Role
    /// What its text is to be compared with, where it has one.
    public let before: Value?
    /// The event that took it back, if one did.
    public let undoneBy: EventID?

    /// The part that an event has in the story of another; the raw values are stable.
    public enum Role: String, Sendable, CaseIterable {
        /// The text, or what else it is about, stood before.
        case before
        /// The event itself, where no other word fits.
        case subject
        /// A text was proposed.
        case proposed
        /// The same guid had proposed another text earlier, which this one took the place of.
        case proposedEarlier = "proposed-earlier"
        /// The same guid proposed another text.
        case replaced
        /// The proposal was accepted as it was.
        case accepted
        /// The proposal was accepted with another text.
        case acceptedEdited = "accepted-edited"
        /// The proposal was closed with an equal one.
        case closed
        /// The proposal was turned down.
        case rejected
        /// The proposal was taken back, or removed.
        case deleted
        /// The proposal is open again.
        case reopened
        /// Somebody agreed with the proposal.
        case endorsed
        /// Somebody said something.
        case commented
        /// Somebody vouched for the text.
        case vouched
        /// Somebody said that the text needs work.
        case flagged
        /// Another text took the place of the text.
        case superseded
        /// The text was taken out.
        case removed
        /// The text was brought back, or was said to be the one that counts.
        case restored
        /// The text was taken over elsewhere.
        case copied
        /// Something of the story was taken back.
        case undone
    }
}
