public import Texts
public import Translation

/// A string with its text in one language.
public struct Entry: Sendable {
    /// The section and key of the string.
    public let string: StringID
    /// The source text with its metadata.
    public let definition: Definition
    /// The event with the current definition.
    public let definitionID: EventID
    /// The language's own text, or, in the source language, the text of the definition.
    public let text: EntryText?
    /// The fallback for a missing text, from the first language in the chain that has a text.
    public let inherited: EntryText?
    /// True if writers disagree about the text, or about the outcome of a proposal.
    public let hasConflict: Bool
    /// The number of open proposals.
    public let openProposals: Int

    /// The position in the order of entries.
    public var place: EntryFilter.Place {
        EntryFilter.Place(section: string.section, order: definition.order, key: string.key)
    }

    /// True if the string needs translation; see ``Translation/Definition/wantsTranslation``.
    public var isTranslatable: Bool { definition.wantsTranslation }

    /// True if the string needs translation, but has neither a text in the language nor an
    /// inherited text.
    private var isMissing: Bool { text == nil && inherited == nil && isTranslatable }

    /// The displayed value: the language's own text if it exists, otherwise the inherited text.
    public var shownValue: Value? { (text ?? inherited)?.value }

    /// All states of the entry.
    public var states: Set<EntryState> {
        var states: Set<EntryState> = []
        if let text {
            states.insert(.translated)
            if text.isReviewed { states.insert(.reviewed) }
            if text.isFlagged { states.insert(.flagged) }
        } else {
            states.insert(isMissing ? .missing : .inherited)
        }
        if (text ?? inherited)?.isStale == true { states.insert(.stale) }
        if hasConflict { states.insert(.conflict) }
        if openProposals > 0 { states.insert(.proposed) }
        return states
    }

    /// The most important state; states that require work take precedence.
    public var mainState: EntryState {
        guard let text else { return isMissing ? .missing : .inherited }
        if text.isFlagged { return .flagged }
        if text.isStale { return .stale }
        return text.isReviewed ? .reviewed : .translated
    }
}

/// A text in an entry, with its metadata.
public struct EntryText: Sendable {
    /// The language of the text.
    public let locale: LanguageTag
    /// The event that set the text.
    public let id: EventID
    /// The content of the text.
    public let value: Value
    /// The author, if known.
    public let author: Actor?
    /// The last person who vouched for the text, if known.
    public let reviewer: Actor?
    /// True if the text was reviewed and not flagged since.
    public let isReviewed: Bool
    /// True if the text was flagged as needing work.
    public let isFlagged: Bool
    /// True if the source text changed after the text was written.
    public let isStale: Bool
}

/// A state of an entry; an entry can have several.
public enum EntryState: String, CaseIterable, Sendable {
    /// The string has no text and no fallback.
    case missing
    /// The text is a fallback from another language, or the string needs no translation and has no
    /// text.
    case inherited
    /// The language has its own text.
    case translated
    /// The language's own text was reviewed.
    case reviewed
    /// The source text changed after the language's own or inherited text was written.
    case stale
    /// The language's own text was flagged as needing work.
    case flagged
    /// Writers disagree about the text, or about the outcome of a proposal.
    case conflict
    /// The string has an open proposal.
    case proposed
}

/// A filter for entries; a `nil` or empty criterion matches everything.
public struct EntryFilter: Sendable {
    /// Only strings in this section.
    public var section: String?
    /// Only this string.
    public var string: StringID?
    /// The pattern for keys: `*` matches anything, and all other characters match themselves.
    public var keyPattern: String?
    /// Only entries with this text in the key, comment, source or shown value, ignoring case.
    public var search: String?
    /// Only strings with these numbers, which an index found for ``search``.
    package var candidates: [Int64]?
    /// Only entries in one of these states.
    public var states: Set<EntryState>
    /// True to use the last reviewed text of each string instead of the current text.
    public var isReviewedOnly: Bool
    /// True to treat stale texts as missing.
    public var omitsStale: Bool
    /// Only entries after this position.
    public var after: Place?
    /// The maximum number of entries, counted from the first.
    public var limit: Int?

    /// A position in the order of entries.
    public struct Place: Sendable, Hashable {
        /// The name of the section.
        public let section: String
        /// The position in the section's file; strings without a position come last.
        public let order: Int64?
        /// The key, which breaks ties.
        public let key: String

        /// Creates a position; a string with this position need not exist.
        public init(section: String, order: Int64?, key: String) {
            self.section = section
            self.order = order
            self.key = key
        }
    }

    /// Creates a filter; by default it matches everything.
    public init(
        section: String? = nil, string: StringID? = nil, keyPattern: String? = nil,
        search: String? = nil, states: Set<EntryState> = [], isReviewedOnly: Bool = false,
        omitsStale: Bool = false, after: Place? = nil, limit: Int? = nil
    ) {
        self.section = section
        self.string = string
        self.keyPattern = keyPattern
        self.search = search
        self.states = states
        self.isReviewedOnly = isReviewedOnly
        self.omitsStale = omitsStale
        self.after = after
        self.limit = limit
    }
}
