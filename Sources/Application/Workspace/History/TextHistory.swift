public import Texts
public import Translation

/// The texts of a string in one language, newest first, with the changes of its source text between
/// them.
public struct TextHistory: Sendable {
    /// The language.
    public let locale: LanguageTag
    /// The string.
    public let string: StringID
    /// The steps, newest first.
    public let steps: [Step]

    /// A change of a text or of its source text.
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

/// A current or former text of a string, with its origin.
public struct TextStep: Sendable {
    /// The event that set or removed it.
    public let event: Event
    /// The string, which differs if the text was copied from there, for example in a rename.
    public let string: StringID
    /// The text, or `nil` if it was removed.
    public let value: Value?
    /// The previous text, as seen by the author.
    public let before: Value?
    /// The present status of the text.
    public let standing: Standing
    /// The author, if known.
    public let author: Actor?
    /// The person who accepted it or last vouched for it, if any.
    public let reviewer: Actor?
    /// The proposal that was accepted as this text, if there was one and it is in the log.
    public let proposal: Event?
    /// The proposal that the text came from, even if another event copied the text.
    public let originalProposal: EventID?
    /// The source text that it was made for, if known.
    public let source: Value?
    /// The events that vouched for the text or flagged it, in ascending order.
    public let remarks: [Event]

    /// The present status of a text.
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

/// A definition that changed the source text.
public struct SourceChange: Sendable {
    /// The event.
    public let event: Event
    /// The source text, or `nil` if the string was removed.
    public let value: Value?
    /// The previous source text.
    public let before: Value?
}
