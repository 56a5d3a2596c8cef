public import Texts
public import Translation

/// A string with its text in one language.
public struct Entry: Sendable {
    /// The string.
    public let string: StringID
    /// The definition: the source text with its attributes.
    public let definition: Definition
    /// The event that defines it.
    public let definitionID: EventID
    /// The language's own text; in the source language the definition's.
    public let text: EntryText?
    /// The fallback for a missing text, from the first language of the chain that has one.
    public let inherited: EntryText?
    /// Whether writers disagree about the text, or about the outcome of a proposal.
    public let hasConflict: Bool
    /// The number of proposals that wait for a decision.
    public let openProposals: Int

    /// Its place in the order of entries.
    public var place: EntryFilter.Place {
        EntryFilter.Place(section: string.section, order: definition.order, key: string.key)
    }

    /// Whether the string is to be translated at all; see ``Translation/Definition/wantsTranslation``.
    public var isTranslatable: Bool { definition.wantsTranslation }

    /// Whether the language lacks a text that it should have.
    private var isMissing: Bool { text == nil && inherited == nil && isTranslatable }

    /// The value that is shown: that of the own text, otherwise that of the inherited one.
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

    /// The state that matters most: those that need work come before the others.
    public var mainState: EntryState {
        guard let text else { return isMissing ? .missing : .inherited }
        if text.isFlagged { return .flagged }
        if text.isStale { return .stale }
        return text.isReviewed ? .reviewed : .translated
    }
}

/// A text of an entry, with its metadata.
public struct EntryText: Sendable {
    /// The language that supplied it.
    public let locale: LanguageTag
    /// The event that made it.
    public let id: EventID
    /// The text itself.
    public let value: Value
    /// The author, if one is named.
    public let author: Actor?
    /// The last person to vouch for the text, if one is named.
    public let reviewer: Actor?
    /// Whether it was reviewed and has not been flagged since.
    public let isReviewed: Bool
    /// Whether it was flagged as needing work.
    public let isFlagged: Bool
    /// Whether its source text has changed since it was made.
    public let isStale: Bool
}

/// The state of an entry in a word; several may hold.
public enum EntryState: String, CaseIterable, Sendable {
    /// The string has no text and no fallback.
    case missing
    /// The text is a fallback from another language of the chain, or the source text of a string
    /// that is not to be translated.
    case inherited
    /// The language has a text of its own.
    case translated
    /// The own text came through review.
    case reviewed
    /// The text, own or inherited, was made for another source text.
    case stale
    /// The language's own text was flagged as needing work.
    case flagged
    /// Writers disagree.
    case conflict
    /// A proposal waits for a decision.
    case proposed
}

/// A filter of entries; a `nil` or empty criterion matches everything.
public struct EntryFilter: Sendable {
    /// Only strings of this section.
    public var section: String?
    /// Only this string.
    public var string: StringID?
    /// Matches keys: `*` matches anything, all else matches itself.
    public var keyPattern: String?
    /// Only entries with this text in the key, comment, source or shown value, ignoring case.
    public var search: String?
    /// Only entries in one of these states.
    public var states: Set<EntryState>
    /// Whether only texts that came through review are read, the last such of each string.
    public var isReviewedOnly: Bool
    /// Whether texts that were made for another source text count as if they were not there.
    public var omitsStale: Bool
    /// Only entries that come after this place.
    public var after: Place?
    /// Only the first, this many.
    public var limit: Int?

    /// A place in the order of entries.
    public struct Place: Sendable, Hashable {
        /// The section.
        public let section: String
        /// The place in the section's file; strings without one come last.
        public let order: Int64?
        /// The key.
        public let key: String

        /// Names a place, whether or not a string is there.
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
