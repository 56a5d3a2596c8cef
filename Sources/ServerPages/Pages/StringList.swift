import Hosting
import ReadModel
import Translation
import Workspace

/// A page of the strings of a language, and the counts for its filters.
struct StringList: Sendable {
    /// How many strings of the section and search each filter has.
    struct Counts: Sendable {
        var all = 0
        private var shown: [LanguageFilter.Show: Int] = [:]

        subscript(show: LanguageFilter.Show) -> Int { shown[show] ?? 0 }

        /// The counts of a whole language, which the read model keeps.
        init(_ status: StatusRow, strings: Int, findings: FindingsOfLanguage?) {
            all = strings
            shown = [
                .missing: status.missing, .stale: status.stale + status.inheritedStale,
                .proposed: status.proposed, .findings: findings?.strings ?? 0,
                .flagged: status.flagged, .unreviewed: status.translated - status.reviewed,
                .inherited: status.inherited, .conflicts: status.conflicts,
            ]
        }

        init() {}

        mutating func count(_ entry: Entry, _ findings: FindingsOfLanguage?) {
            all += 1
            for show in LanguageFilter.Show.allCases {
                var filter = LanguageFilter()
                filter.show = show
                if filter.matches(entry, findings: findings) { shown[show, default: 0] += 1 }
            }
        }
    }

    /// The strings of the page.
    private(set) var entries: [Entry] = []
    private(set) var counts = Counts()
    /// How many strings the filter has.
    private(set) var matching = 0
    /// Where the next page begins, if there is one.
    private(set) var next: EntryFilter.Place?
    /// All sections of the project.
    let sections: [String]
    let findings: FindingsOfLanguage?
    /// How many strings each section has; empty if not all are shown.
    private(set) var totals: [String: Int] = [:]

    /// Reads a page.
    ///
    /// Cost: the strings up to the end of the page; with a search or a section all strings, or those of the section.
    init(
        _ snapshot: Snapshot, _ locale: LanguageTag, _ filter: LanguageFilter,
        after: EntryFilter.Place?, limit: Int, findings: FindingsOfLanguage?
    ) throws {
        self.findings = findings
        let strings = try snapshot.model.stringCounts()
        sections = strings.map(\.section)
        let lenders = try snapshot.model.lenders(to: locale)
        var wanted = EntryFilter(section: filter.section, search: filter.query)
        let isWhole = filter.query == nil && filter.section == nil
        if isWhole {
            counts = Counts(
                try snapshot.model.status(of: locale),
                strings: strings.map(\.count).reduce(0, +), findings: findings)
        } else {
            for entry in try snapshot.model.entries(locale: locale, chain: lenders, filter: wanted)
            {
                counts.count(entry, findings)
            }
        }
        if filter.show == nil, filter.query == nil {
            totals = Dictionary(strings.map { ($0.section, $0.count) }) { $1 }
        }
        matching = filter.show.map { counts[$0] } ?? counts.all
        wanted.after = after
        while entries.count <= limit {
            wanted.limit = filter.needsScan ? limit * 5 : limit + 1
            wanted.states = filter.states
            let part = try snapshot.model.entries(locale: locale, chain: lenders, filter: wanted)
            entries += part.filter { filter.matches($0, findings: findings) }
            guard part.count == wanted.limit, let last = part.last else { break }
            wanted.after = last.place
        }
        if entries.count > limit {
            entries.removeSubrange(limit...)
            next = entries.last?.place
        }
    }
}

extension LanguageFilter {
    /// The states that the read model can look for, or none if it cannot.
    fileprivate var states: Set<EntryState> {
        switch show {
        case .missing: [.missing]
        case .stale: [.stale]
        case .proposed: [.proposed]
        case .flagged: [.flagged]
        case .conflicts: [.conflict]
        case .inherited: [.inherited]
        case nil, .findings, .unreviewed: []
        }
    }

    /// Whether the read model lets more through than is shown.
    fileprivate var needsScan: Bool {
        show == .findings || show == .unreviewed || show == .inherited
    }
}
