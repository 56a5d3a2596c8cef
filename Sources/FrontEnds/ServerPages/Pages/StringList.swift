import ReadModel
import Texts
import Translation
import Workspace

/// A page of a language's strings, and the counts for the filters.
struct StringList: Sendable {
    /// The rows of the page, with their findings.
    let rows: [UnitRow]
    /// The number of strings per filter, within the section and search.
    let counts: ListCounts
    /// The number of strings that match the filter, or the number on the page if it is greater:
    /// findings may not have been counted yet, and the counts of a search may be partial.
    let matching: Int
    /// The beginning of the next page, if there is one.
    let next: EntryFilter.Place?
    let sections: [String]
    /// The number of strings in each section; empty if a filter is active.
    let totals: [String: Int]
    /// The project's placeholder notations.
    let notations: PlaceholderNotations
    /// The open proposals of the rows, if the filter asks for strings with proposals.
    ///
    /// The proposals match the filter, and are in the order of their ids.
    let proposals: [StringID: [ProposalRow]]

    /// The number of strings to count for a search.
    private static let mostCounted = 1_000

    /// Reads a page.
    ///
    /// Cost: reads the strings up to the end of the page. With a section, reads all its strings;
    /// with a search, reads the strings that the index finds, or the first strings that match if
    /// there are many.
    init(
        _ snapshot: Snapshot, _ locale: LanguageTag, _ filter: LanguageFilter,
        _ people: People, after: EntryFilter.Place?, limit: Int, index: SearchIndex? = nil
    ) throws {
        var units = try filter.unitFilter(locale, people, in: snapshot)
        units.mostCounted = Self.mostCounted
        units.candidates = try snapshot.candidates(for: filter.query, in: locale, index)
        let page = try snapshot.unitList(locale: locale, filter: units, after: after, limit: limit)
        rows = page.rows
        notations = try snapshot.placeholderNotations
        next = page.next
        let counts = try snapshot.listCounts(locale: locale, filter: units)
        self.counts = counts
        matching =
            try units.offers == nil
            ? max(counts.matching(filter) ?? 0, page.rows.count)
            : snapshot.unitCount(locale: locale, filter: units)
        var proposals: [StringID: [ProposalRow]] = [:]
        if filter.show == .proposed {
            let strings = page.rows.map(\.entry.string)
            proposals = try snapshot.model.openProposals(locale, of: strings).mapValues { open in
                open.filter { units.offers?.matches($0.id, $0.proposed) ?? true }
            }
        }
        self.proposals = proposals
        let counted = try snapshot.sectionCounts()
        sections = counted.map(\.section)
        totals =
            filter.show == nil && filter.query == nil
            ? Dictionary(counted.map { ($0.section, $0.strings) }) { $1 } : [:]
    }
}

extension StringList {
    /// Returns a count in words, with a plus sign if it may be greater.
    func shown(_ count: Int, _ wording: Wording) -> String {
        let number = wording.number(count)
        return counts.isPartial ? wording("counts.atLeast", ["number": number]) : number
    }
}

extension ListCounts {
    /// Returns the number of strings that match a filter; nil for findings that have not been
    /// counted yet.
    fileprivate func matching(_ filter: LanguageFilter) -> Int? {
        guard filter.show == .findings, let check = filter.check else {
            return self[filter.show ?? .all]
        }
        return findings.map { found in
            found.byCheck.first { $0.name.hasSameBytes(as: check) }?.strings ?? 0
        }
    }
}
