public import Texts

/// What follows from a command: the events to write, and what its giver should hear.
public struct Decision: Sendable {
    /// The events, in the order of their ids; none when there is nothing to do.
    public var events: [Event] = []
    /// The events that the same wish had before under the same idempotency key; there are no new ones then.
    public var repeated: [Event] = []
    /// Things that were let through, such as the findings of a forced acceptance.
    public var notices: [String] = []
    /// What an import did with each entry.
    public var tally = ImportTally()
    /// The parts of a batch, or of what was to be reverted, that were left out, in their order.
    public var leftOut: [LeftOut] = []

    /// A part that was refused while the others were carried out.
    public struct LeftOut: Sendable {
        /// The place of the part in what was asked for, from 0.
        public let index: Int
        /// Why it was left out.
        public let refusal: Refusal
    }
}

/// What an import did.
public struct ImportTally: Sendable, Equatable {
    /// How many strings were defined or defined anew.
    public var defined = 0
    /// How many texts were set, or proposed.
    public var set = 0
    /// How many entries say what is there already, or nothing.
    public var unchanged = 0
    /// Empty texts that were taken as untranslated.
    public var empty: [UnitID] = []
    /// How many strings or texts were taken out because the file lacks them.
    public var removed = 0
    /// The strings and texts among these that the file's sections had.
    public var pruned: [UnitID] = []
    /// New strings that have the text of one that the files have no more.
    public var renames: [Rename] = []
    /// What was left out, and why.
    public var skipped: [Skipped] = []
    /// Strings with a text that was taken over and was made for a source text that has changed since.
    public var stale: [StringID] = []
    /// Strings with a text that was taken over for one of the present source text, though the file has another one that the
    /// string never had.
    public var unknownSource: [StringID] = []

    /// Strings whose source text is one again that they had before the present one.
    public var earlierSource: [StringID] = []
    /// Strings with a text that was taken over, or proposed, and is one again that they had before the one that counts.
    public var earlierText: [StringID] = []
    /// Strings with a text that was stale or flagged and is not any more, because the file does not mark it.
    public var unmarked: [StringID] = []

    /// Strings with a text that was taken over from what a file kept of strings that were gone.
    public var revived: [StringID] = []

    /// Texts that are new in a file and have changed here too, with what the file says.
    public var conflicts: [Conflict] = []

    /// A text that is new in a file and has changed here too.
    public struct Conflict: Sendable, Equatable {
        /// The text's place.
        public let unit: UnitID
        /// What the file says.
        public let value: Value

        /// States a conflict.
        public init(unit: UnitID, value: Value) {
            self.unit = unit
            self.value = value
        }
    }

    /// A new string that has the source text of one that is gone from the files of its section.
    public struct Rename: Sendable, Equatable {
        /// The string that is gone.
        public let old: StringID
        /// The new string.
        public let new: StringID

        /// States a pair.
        public init(old: StringID, new: StringID) {
            self.old = old
            self.new = new
        }
    }

    /// An entry that was left out.
    public struct Skipped: Sendable, Equatable {
        /// The entry's string.
        public let string: StringID
        /// The language of the file.
        public internal(set) var locale: LanguageTag?
        /// Why, in one sentence.
        public let reason: String
        /// What to do about it, if anything.
        public let hint: Refusal.Hint?

        /// States what was left out.
        public init(
            string: StringID, in locale: LanguageTag? = nil, reason: String,
            hint: Refusal.Hint? = nil
        ) {
            self.string = string
            self.locale = locale
            self.reason = reason
            self.hint = hint
        }
    }
}
