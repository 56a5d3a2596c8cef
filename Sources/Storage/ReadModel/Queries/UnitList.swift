public import Translation

/// The state by which a list selects strings in a language.
///
/// Strings that need no translation are only in ``all``. The raw values appear in page addresses.
public enum UnitListState: String, CaseIterable, Sendable {
    /// Every string.
    case all
    /// The string has neither a text in the language nor an inherited text.
    case missing
    /// The source text changed after the language's own or inherited text was written.
    case stale
    /// The string has an open proposal.
    case proposed
    /// A check has findings in the language's own text.
    case findings
    /// The language's own text was flagged as needing work.
    case flagged
    /// The language's own text was not reviewed.
    case unreviewed
    /// The text is a fallback from another language.
    case inherited
    /// Writers disagree about the text, or about the outcome of a proposal.
    case conflicts
}

/// A filter for a list of strings in a language; a `nil` criterion matches everything.
public struct UnitListFilter: Hashable, Sendable {
    /// Only strings in this state.
    public var state: UnitListState
    /// Only strings in this section.
    public var section: String?
    /// Only strings that contain this text in the key, source, comment or shown text, ignoring
    /// case.
    public var query: String?
    /// Only strings with these numbers, which an index found for ``query``.
    package var candidates: [Int64]?
    /// The number of strings that match ``query`` after which counting stops, or `nil` to count
    /// all.
    package var mostCounted: Int?
    /// Only strings with findings of this check; applies only to ``UnitListState/findings``.
    public var check: String?
    /// Only strings for which this guid has no open proposal.
    public var withoutProposalsOf: HashedGuid?
    /// Only strings with such an open proposal; applies only to ``UnitListState/proposed``.
    public var offers: OpenProposalFilter?

    /// Creates a filter; by default it matches every string.
    public init(
        state: UnitListState = .all, section: String? = nil, query: String? = nil,
        check: String? = nil, withoutProposalsOf guid: HashedGuid? = nil,
        offers: OpenProposalFilter? = nil
    ) {
        withoutProposalsOf = guid
        self.offers = offers
        self.state = state
        self.section = section
        self.query = query.flatMap { $0.isEmpty ? nil : $0 }
        self.check = check
    }
}

/// The number of strings in each state, for a section or a search.
public struct ListCounts: Hashable, Sendable {
    /// The number of strings by state, except for ``UnitListState/findings``; see ``findings``.
    private var counts: [UnitListState: Int] = [:]
    /// The number of strings with findings, or `nil` while findings are unavailable.
    public var findings: FindingCounts?
    /// True if more strings may match the search than were counted.
    public internal(set) var isPartial = false

    init() {}

    /// The number of strings in a state, or `nil` for ``UnitListState/findings`` while findings are
    /// unavailable.
    public internal(set) subscript(state: UnitListState) -> Int? {
        get { state == .findings ? findings?.strings : counts[state] ?? 0 }
        set { counts[state] = newValue }
    }

    /// Returns the counts without the strings that `other` counts; `other` counts no findings.
    func subtracting(_ other: ListCounts) -> ListCounts {
        var result = self
        result.counts.merge(other.counts) { max(0, $0 - $1) }
        return result
    }

    /// The number of all strings.
    public var all: Int { counts[.all] ?? 0 }
    /// The number of strings in the state ``UnitListState/missing``.
    public var missing: Int { counts[.missing] ?? 0 }
    /// The number of strings in the state ``UnitListState/stale``.
    public var stale: Int { counts[.stale] ?? 0 }
    /// The number of strings in the state ``UnitListState/proposed``.
    public var proposed: Int { counts[.proposed] ?? 0 }
    /// The number of strings in the state ``UnitListState/flagged``.
    public var flagged: Int { counts[.flagged] ?? 0 }
    /// The number of strings in the state ``UnitListState/unreviewed``.
    public var unreviewed: Int { counts[.unreviewed] ?? 0 }
    /// The number of strings in the state ``UnitListState/inherited``.
    public var inherited: Int { counts[.inherited] ?? 0 }
    /// The number of strings in the state ``UnitListState/conflicts``.
    public var conflicts: Int { counts[.conflicts] ?? 0 }
}

/// A section and the number of its strings.
public struct SectionCount: Hashable, Sendable {
    /// The name of the section.
    public let section: String
    /// The number of existing strings in the section.
    public let strings: Int
}

/// A page in a list of strings.
public struct UnitPage: Sendable {
    /// The strings, in the order of entries.
    public let rows: [UnitRow]
    /// The position after which the list continues, or `nil` at the end of the list.
    public let next: EntryFilter.Place?
    /// True if findings are available.
    ///
    /// Otherwise the rows have no findings, and ``UnitListState/findings`` selects no strings.
    public let hasFindings: Bool

    /// Creates a page of a list.
    public init(rows: [UnitRow], next: EntryFilter.Place?, hasFindings: Bool) {
        self.rows = rows
        self.next = next
        self.hasFindings = hasFindings
    }
}

/// A row in a list of strings.
public struct UnitRow: Sendable {
    /// The string and its text in the language.
    public let entry: Entry
    /// The findings in the language's own text, except for silenced findings.
    ///
    /// They are in the order of ``Translation/CheckInfo/all``.
    public let findings: [Finding]

    /// Creates a row.
    public init(entry: Entry, findings: [Finding]) {
        self.entry = entry
        self.findings = findings
    }
}
