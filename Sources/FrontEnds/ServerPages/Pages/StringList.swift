import ReadModel
import Texts
import Translation
import Workspace

/// A page of the strings of a language, and the counts for its filters.
struct StringList: Sendable {
    /// The strings of the page, with their findings.
    let rows: [UnitRow]
    /// How many strings of the section and search each filter has.
    let counts: ListCounts
    /// How many strings the filter has; those of the page as long as findings are not counted.
    let matching: Int
    /// Where the next page begins, if there is one.
    let next: EntryFilter.Place?
    /// All sections of the project.
    let sections: [String]
    /// How many strings each section has; empty if not all are shown.
    let totals: [String: Int]
    /// The notations of placeholders that the project uses.
    let notations: PlaceholderNotations

    /// Reads a page.
    ///
    /// Cost: the strings up to the end of the page; with a search or a section all strings, or those of the section.
    init(
        _ snapshot: Snapshot, _ locale: LanguageTag, _ filter: LanguageFilter,
        after: EntryFilter.Place?, limit: Int
    ) throws {
        let page = try snapshot.unitList(
            locale: locale, filter: filter.units, after: after, limit: limit)
        rows = page.rows
        notations = try snapshot.placeholderNotations
        next = page.next
        let counts = try snapshot.listCounts(locale: locale, filter: filter.units)
        self.counts = counts
        matching = counts.matching(filter) ?? page.rows.count
        let counted = try snapshot.sectionCounts()
        sections = counted.map(\.section)
        totals =
            filter.show == nil && filter.query == nil
            ? Dictionary(counted.map { ($0.section, $0.strings) }) { $1 } : [:]
    }
}

extension ListCounts {
    /// How many strings a filter has; nil for findings that are not counted yet.
    fileprivate func matching(_ filter: LanguageFilter) -> Int? {
        guard filter.show == .findings, let check = filter.check else {
            return self[filter.show ?? .all]
        }
        return findings.map { found in
            found.byCheck.first { $0.name.hasSameBytes(as: check) }?.strings ?? 0
        }
    }
}
