public import Texts
public import Translation

/// The texts of a string in one language, newest first, with the changes to its source text between
/// them.
public struct TextHistory: Sendable {
    /// The language of the texts.
    public let locale: LanguageTag
    /// The string that was requested.
    public let string: StringID
    /// The changes to the text and its source text, newest first.
    public let steps: [Step]

    /// A change to a text or to its source text.
    public enum Step: Sendable {
        /// The text was set, accepted from a proposal or removed.
        ///
        /// In the source language, the string was defined.
        case text(TextStep)
        /// The source text changed.
        case source(SourceChange)
    }

    /// The steps that changed the text itself.
    public var texts: [TextStep] {
        steps.compactMap { step in
            if case .text(let text) = step { text } else { nil }
        }
    }
}

/// A current or previous text of a string, with its origin.
public struct TextStep: Sendable {
    /// The event that set or removed the text.
    public let event: Event
    /// The event's string, which may be another string from which the text was copied.
    ///
    /// A rename copies texts, for example.
    public let string: StringID
    /// The text, or `nil` if it was removed.
    public let value: Value?
    /// The previous text, as seen by the author.
    public let before: Value?
    /// The current status of the text.
    public let standing: Standing
    /// The author, if it is a known person.
    public let author: Actor?
    /// The author, if it is an app's tester.
    public let tester: HashedGuid?
    /// The person who accepted the text or last vouched for it, if any.
    public let reviewer: Actor?
    /// The proposal that was accepted as this text, if there is one and the log contains it.
    public let proposal: Event?
    /// The proposal that the text comes from, even if the text has been copied since.
    public let originalProposal: EventID?
    /// The source text that the text was made for, if known.
    public let source: Value?
    /// The events that vouched for the text or flagged it, in ascending order.
    public let remarks: [Event]

    /// The current status of a text.
    public enum Standing: Hashable, Sendable {
        /// It is the current text.
        case counts
        /// It lost to a concurrent text.
        case loses
        /// A later text replaced it.
        case former
        /// An event reverted it.
        case undone(by: EventID)
    }

    /// The proposed text, if a different one was accepted.
    public var proposed: Value? {
        guard case .proposalMade(let proposed)? = proposal?.payload, proposed.value != value else {
            return nil
        }
        return proposed.value
    }
}

/// A definition that changed the source text, or the removal of a string.
public struct SourceChange: Sendable {
    /// The event that defined or removed the string.
    public let event: Event
    /// The source text, or `nil` if the string was removed.
    public let value: Value?
    /// The previous source text.
    public let before: Value?
}
