public import Texts
public import Translation

/// The texts that a string had in one language, newest first, with the changes of its source between them.
public struct TextHistory: Sendable {
    /// The language.
    public let locale: LanguageTag
    /// The string.
    public let string: StringID
    /// What happened, newest first.
    public let steps: [Step]

    /// What happened to a text, or to what it translates.
    public enum Step: Sendable {
        /// The text was set, taken from a proposal, or removed; in the source language the string was defined.
        case text(TextStep)
        /// The string says something else in the source language.
        case source(SourceChange)
    }

    /// The steps of the text itself.
    public var texts: [TextStep] {
        steps.compactMap { step in
            if case .text(let text) = step { text } else { nil }
        }
    }
}

/// A text that a string has or had, and what is known of it.
public struct TextStep: Sendable {
    /// The event that made it, or took it out.
    public let event: Event
    /// The string; another one where the text was brought along from there, as by a renaming.
    public let string: StringID
    /// What it says; `nil` where the text was taken out.
    public let value: Value?
    /// What the text said before, as its writer saw it.
    public let before: Value?
    /// What it means today.
    public let standing: Standing
    /// Who wrote it, where somebody is named.
    public let author: Actor?
    /// Who accepted it, or vouched for it last, where somebody did.
    public let reviewer: Actor?
    /// The proposal that was accepted with it, where one was and that is here.
    public let proposal: Event?
    /// The proposal that the text came through, also where it was taken over from another event.
    public let originalProposal: EventID?
    /// What the text was made for, where that is known.
    public let source: Value?
    /// Who vouched for the text or flagged it, ascending.
    public let remarks: [Event]

    /// What a text means today.
    public enum Standing: Hashable, Sendable {
        /// It is the text.
        case counts
        /// Somebody set another one without knowing of it, and that one counts.
        case loses
        /// Another one took its place.
        case former
        /// An event took it back.
        case undone(by: EventID)
    }

    /// What was proposed, where something else was accepted.
    public var proposed: Value? {
        guard case .proposalMade(let proposed)? = proposal?.payload, proposed.value != value else {
            return nil
        }
        return proposed.value
    }
}

/// A definition that says something else than the one before.
public struct SourceChange: Sendable {
    /// The event.
    public let event: Event
    /// What the string says; `nil` where it was removed.
    public let value: Value?
    /// What it said before.
    public let before: Value?
}
