import ReadModel
import Server
import Texts
import Translation
import Workspace

/// The filter for a list of strings, as encoded in the page's query.
///
/// The parameters have a fixed order, and defaults are omitted.
struct LanguageFilter: Sendable, Hashable {
    var query: String?
    var section: String?
    /// The state of the strings to show; nil for all strings.
    var show: UnitListState?
    var check: String?
    /// The open proposals to look for; applies only to strings with proposals.
    var proposals = ProposalChoice()

    init() {}

    /// Parses an address's parameters.
    ///
    /// Throws `usage` for an unknown filter.
    init(_ parameters: Query, _ wording: Wording) throws(Problem) {
        query = parameters["q"].flatMap { $0.isEmpty ? nil : $0 }
        section = parameters["section"].flatMap { $0.isEmpty ? nil : $0 }
        check = parameters["check"].flatMap { $0.isEmpty ? nil : $0 }
        proposals = try ProposalChoice(parameters, wording)
        guard let word = parameters["show"], !word.isEmpty else {
            if !proposals.isEmpty { show = .proposed }
            return
        }
        guard let show = UnitListState(rawValue: word) else {
            throw wording.unknownChoice(
                "problems.unknownFilter", word, among: UnitListState.allCases.map(\.rawValue))
        }
        self.show = show == .all ? nil : show
        if show != .proposed { proposals = ProposalChoice() }
    }

    /// The corresponding filter for the read model, without the choice of proposals.
    var units: UnitListFilter {
        UnitListFilter(state: show ?? .all, section: section, query: query, check: check)
    }

    /// Returns the corresponding filter for the read model.
    func unitFilter(_ locale: LanguageTag, _ people: People, in snapshot: Snapshot) throws
        -> UnitListFilter
    {
        var filter = units
        filter.offers = try proposals.filter(locale, people, in: snapshot)
        return filter
    }

    var isEmpty: Bool { self == LanguageFilter() }

    /// Returns the address's query with its question mark, or an empty text if there are no
    /// parameters.
    func address(_ more: [(String, String?)] = []) -> String {
        var items: [(String, String?)] = [
            ("q", query), ("section", section), ("show", show?.rawValue), ("check", check),
        ]
        items += proposals.items
        items += more
        return PageAddress.query(items)
    }
}

extension UnitListState {
    /// The label of the filter for this state.
    var word: TextKey {
        switch self {
        case .all: "activity.all"
        case .missing: "project.missing"
        case .stale: "project.stale"
        case .proposed: "filters.proposed"
        case .findings: "project.findings"
        case .flagged: "filters.flagged"
        case .unreviewed: "project.unreviewed"
        case .inherited: "project.inherited"
        case .conflicts: "filters.conflicts"
        }
    }
}
