public import Texts

/// The result of a command: the events to write, and messages for the user.
public struct Decision: Sendable {
    /// The events, ascending by id; empty if there is nothing to do.
    public var events: [Event] = []
    /// The earlier events of the same command under the same idempotency key.
    ///
    /// If there are any, ``events`` is empty.
    public var repeated: [Event] = []
    /// Problems that did not stop the command, such as the findings of a forced acceptance.
    public var notices: [String] = []
    /// The outcome of an import.
    public var tally = ImportTally()
    /// The skipped parts of a batch or revert, in order.
    public var leftOut: [LeftOut] = []

    /// A part that was refused while others were carried out.
    public struct LeftOut: Sendable {
        /// The index of the part in the request, from 0.
        public let index: Int
        /// The reason for skipping it.
        public let refusal: Refusal
    }
}

/// The outcome of an import: counts, and the entries that need attention.
public struct ImportTally: Sendable, Equatable {
    /// The number of strings that were defined or redefined.
    public var defined = 0
    /// The number of texts that were set or proposed.
    public var set = 0
    /// The number of entries that are empty or change nothing.
    public var unchanged = 0
    /// Empty texts that were treated as missing translations.
    public var empty: [UnitID] = []
    /// The number of strings or texts that were removed because the file lacks them.
    public var removed = 0
    /// The removed strings and texts, all from sections of the imported files.
    public var pruned: [UnitID] = []
    /// New strings with the same text as a string that is no longer in the files.
    public var renames: [Rename] = []
    /// Entries that were skipped, with the reason.
    public var skipped: [Skipped] = []
    /// Strings whose imported text was made for a source text that has since changed.
    public var stale: [StringID] = []
    /// Strings for which the file has a source text that they never had.
    ///
    /// The imported text is treated as made for the current source text.
    public var unknownSource: [StringID] = []

    /// Strings whose source text was changed back to an earlier one.
    public var earlierSource: [StringID] = []
    /// Strings whose imported or proposed text is one that they had before the current one.
    public var earlierText: [StringID] = []
    /// Strings whose text is no longer stale or flagged, because the file does not mark it.
    public var unmarked: [StringID] = []

    /// Strings with a text restored from a file's obsolete entries.
    public var revived: [StringID] = []

    /// Texts that changed both in a file and in the project, with the file's value.
    public var conflicts: [Conflict] = []

    /// A text that changed both in a file and in the project.
    public struct Conflict: Sendable, Equatable {
        /// The string and language of the text.
        public let unit: UnitID
        /// The value in the file.
        public let value: Value

        /// Creates a conflict.
        public init(unit: UnitID, value: Value) {
            self.unit = unit
            self.value = value
        }
    }

    /// A new string with the source text of a string that its section's files no longer contain.
    public struct Rename: Sendable, Equatable {
        /// The string that was in the files before.
        public let old: StringID
        /// The new string.
        public let new: StringID

        /// Creates a pair.
        public init(old: StringID, new: StringID) {
            self.old = old
            self.new = new
        }
    }

    /// An entry that was skipped.
    public struct Skipped: Sendable, Equatable {
        /// The reason for skipping entries whose string does not exist in the project.
        package static let unknownString = "The source language does not have this string."

        /// The entry's string.
        public let string: StringID
        /// The language of the file.
        public internal(set) var locale: LanguageTag?
        /// The reason, in one sentence.
        public let reason: String
        /// The remedy, if there is one.
        public let hint: Refusal.Hint?

        /// Creates a skipped entry.
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
