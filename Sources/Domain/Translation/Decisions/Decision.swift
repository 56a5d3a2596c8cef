public import Texts

/// The result of a command: the events to write, and messages for the user.
public struct Decision: Sendable {
    /// The events, ascending by id; empty if nothing needs to be done.
    public var events: [Event] = []
    /// The events that the same command wrote earlier under the same idempotency key.
    ///
    /// If this is not empty, ``events`` is empty.
    public var repeated: [Event] = []
    /// Problems that did not stop the command, such as the findings of a forced acceptance.
    public var notices: [String] = []
    /// The outcome of an import, as counts and lists.
    public var tally = ImportTally()
    /// The skipped parts of a batch or revert, in order.
    public var leftOut: [LeftOut] = []

    /// A part of a request that was refused while other parts were executed.
    public struct LeftOut: Sendable {
        /// The zero-based index of the part in the request.
        public let index: Int
        /// The reason for skipping the part.
        public let refusal: Refusal
    }
}

/// The outcome of an import: counts, and the entries that need attention.
public struct ImportTally: Sendable, Equatable {
    /// The number of strings that were defined or redefined.
    public var defined = 0
    /// The number of texts that were set or proposed.
    public var set = 0
    /// The number of entries that are empty or have no effect.
    public var unchanged = 0
    /// Empty texts that were treated as missing translations.
    public var empty: [UnitID] = []
    /// The number of strings or texts that were removed because they are missing from the file.
    public var removed = 0
    /// The strings and texts removed by pruning, all from sections of the imported files.
    public var pruned: [UnitID] = []
    /// New strings with the same text as a string that is no longer in the files.
    public var renames: [Rename] = []
    /// Entries that were skipped, with the reason.
    public var skipped: [Skipped] = []
    /// Strings whose imported text was made for a source text that has changed since.
    public var stale: [StringID] = []
    /// Strings for which the file has a source text that the string never had.
    ///
    /// The imported text is treated as a translation of the current source text.
    public var unknownSource: [StringID] = []

    /// Strings whose source text was changed back to an earlier source text.
    public var earlierSource: [StringID] = []
    /// Strings whose imported or proposed text equals an earlier text of the same string.
    public var earlierText: [StringID] = []
    /// Strings whose text is no longer stale or flagged, because the file does not mark it.
    public var unmarked: [StringID] = []

    /// Strings with a text that was restored from a file's obsolete entries.
    public var revived: [StringID] = []

    /// Texts that changed both in a file and in the project, with the file's value.
    public var conflicts: [Conflict] = []

    /// A text that changed both in a file and in the project.
    public struct Conflict: Sendable, Equatable {
        /// The string and language of the text.
        public let unit: UnitID
        /// The value in the file.
        public let value: Value

        /// Creates a conflict from a unit and the file's value.
        public init(unit: UnitID, value: Value) {
            self.unit = unit
            self.value = value
        }
    }

    /// A new string with the same source text as a string that is missing from its section's files.
    public struct Rename: Sendable, Equatable {
        /// The string that used to be in the files.
        public let old: StringID
        /// The new string, which has the same source text.
        public let new: StringID

        /// Creates a pair of an old and a new string.
        public init(old: StringID, new: StringID) {
            self.old = old
            self.new = new
        }
    }

    /// An entry that was skipped.
    public struct Skipped: Sendable, Equatable {
        /// The reason for skipping entries whose string does not exist in the project.
        package static let unknownString = "This string does not exist in the source language."

        /// The entry's string.
        public let string: StringID
        /// The language of the file.
        public internal(set) var locale: LanguageTag?
        /// The reason, in one sentence.
        public let reason: String
        /// The remedy, if there is one.
        public let hint: Refusal.Hint?

        /// Creates a record of a skipped entry.
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
