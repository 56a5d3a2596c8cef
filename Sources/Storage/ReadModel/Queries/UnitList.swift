public import Translation

/// The state that selects the strings of a language for a list.
///
/// Strings that are not to be translated are in ``all`` alone. The raw values appear in addresses
/// of pages.
public enum UnitListState: String, CaseIterable, Sendable {
    /// Every string.
    case all
    /// Neither an own text nor an inherited one.
    case missing
    /// The text, own or inherited, was made for another source text.
    case stale
    /// A proposal is open.
    case proposed
    /// A check finds something in the own text.
    case findings
    /// The language's own text was flagged as needing work.
    case flagged
    /// The own text was not reviewed.
    case unreviewed
    /// The text is a fallback from another language.
    case inherited
    /// Writers disagree.
    case conflicts
}

/// A filter of the strings of a language in a list; a `nil` criterion matches everything.
public struct UnitListFilter: Hashable, Sendable {
    /// Only strings in this state.
    public var state: UnitListState
    /// Only strings of this section.
    public var section: String?
    /// Only strings with this text in the key, source, comment or shown text, ignoring case.
    public var query: String?
    /// With ``UnitListState/findings``: only strings in which this check finds something.
    public var check: String?

    /// Creates a filter; by default it matches every string.
    public init(
        state: UnitListState = .all, section: String? = nil, query: String? = nil,
        check: String? = nil
    ) {
        self.state = state
        self.section = section
        self.query = query.flatMap { $0.isEmpty ? nil : $0 }
        self.check = check
    }
}

/// The number of strings in each state, of a section or a search.
public struct ListCounts: Hashable, Sendable {
    /// Strings by state; of ``UnitListState/findings`` see ``findings``.
    private var counts: [UnitListState: Int] = [:]
    /// Strings with findings; `nil` while there are none to count by.
    public var findings: FindingCounts?

    init() {}

    /// The number of strings in a state; `nil` for findings that are not counted yet.
    public internal(set) subscript(state: UnitListState) -> Int? {
        get { state == .findings ? findings?.strings : counts[state] ?? 0 }
        set { counts[state] = newValue }
    }

    /// All strings.
    public var all: Int { counts[.all] ?? 0 }
    /// Strings in the state ``UnitListState/missing``.
    public var missing: Int { counts[.missing] ?? 0 }
    /// Strings in the state ``UnitListState/stale``.
    public var stale: Int { counts[.stale] ?? 0 }
    /// Strings in the state ``UnitListState/proposed``.
    public var proposed: Int { counts[.proposed] ?? 0 }
    /// Strings in the state ``UnitListState/flagged``.
    public var flagged: Int { counts[.flagged] ?? 0 }
    /// Strings in the state ``UnitListState/unreviewed``.
    public var unreviewed: Int { counts[.unreviewed] ?? 0 }
    /// Strings in the state ``UnitListState/inherited``.
    public var inherited: Int { counts[.inherited] ?? 0 }
    /// Strings in the state ``UnitListState/conflicts``.
    public var conflicts: Int { counts[.conflicts] ?? 0 }
}

/// A section and the number of its strings.
public struct SectionCount: Hashable, Sendable {
    /// The section.
    public let section: String
    /// The number of strings that exist in it.
    public let strings: Int
}

/// A part of a list of strings.
public struct UnitPage: Sendable {
    /// The strings, in the order of entries.
    public let rows: [UnitRow]
    /// The position at which the list continues; `nil` at its end.
    public let next: EntryFilter.Place?
    /// Whether the findings were there to be read; without them, rows have none and no row is in ``UnitListState/findings``.
    public let hasFindings: Bool

    /// Creates a part of a list.
    public init(rows: [UnitRow], next: EntryFilter.Place?, hasFindings: Bool) {
        self.rows = rows
        self.next = next
        self.hasFindings = hasFindings
    }
}

/// A string of a list.
public struct UnitRow: Sendable {
    /// The string with its text in the language.
    public let entry: Entry
    /// The findings of the checks in the language's own text that are not silenced, in the order of
    /// ``Translation/CheckInfo/all``.
    public let findings: [Finding]

    /// Creates a row.
    public init(entry: Entry, findings: [Finding]) {
        self.entry = entry
        self.findings = findings
    }
}
