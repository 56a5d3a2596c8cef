import Hosting
import ReadModel
import Server
import Translation
import Workspace

/// What a list of strings shows, as its address has it; always in the same order, without what is usual.
struct LanguageFilter: Sendable, Hashable {
    /// The chips above a list.
    enum Show: String, Sendable, CaseIterable {
        case missing, stale, proposed, findings, flagged, unreviewed, inherited, conflicts

        /// The word on the chip.
        var word: String {
            switch self {
            case .missing: "Missing"
            case .stale: "Stale"
            case .proposed: "Proposed"
            case .findings: "Findings"
            case .flagged: "Flagged"
            case .unreviewed: "Not reviewed"
            case .inherited: "Inherited"
            case .conflicts: "Conflicts"
            }
        }
    }

    var query: String?
    var section: String?
    var show: Show?
    var check: String?

    init() {}

    /// Reads the parameters of an address.
    ///
    /// Throws `usage` for a filter that does not exist.
    init(_ parameters: Query) throws(Problem) {
        query = parameters["q"].flatMap { $0.isEmpty ? nil : $0 }
        section = parameters["section"].flatMap { $0.isEmpty ? nil : $0 }
        check = parameters["check"].flatMap { $0.isEmpty ? nil : $0 }
        guard let word = parameters["show"], !word.isEmpty else { return }
        guard let show = Show(rawValue: word) else {
            throw Problem(
                .usage, "There is no filter “\(word.prefix(40))”.",
                hint: "Filters are \(Show.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self.show = show
    }

    /// Whether everything is shown.
    var isEmpty: Bool { self == LanguageFilter() }

    /// The query of the address, with its question mark; empty without a filter.
    func address(_ more: [(String, String?)] = []) -> String {
        let items =
            [
                ("q", query), ("section", section), ("show", show?.rawValue), ("check", check),
            ] + more
        let parts = items.compactMap { name, value in
            value.map { "\(name)=\(PercentEncoding.text($0))" }
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// Whether an entry is shown.
    func matches(_ entry: Entry, findings: FindingsOfLanguage?) -> Bool {
        switch show {
        case nil: true
        case .missing: entry.states.contains(.missing)
        case .stale: entry.states.contains(.stale)
        case .proposed: entry.openProposals > 0
        case .flagged: entry.states.contains(.flagged)
        case .unreviewed: entry.isTranslatable && entry.text.map { !$0.isReviewed } ?? false
        case .inherited: entry.states.contains(.inherited) && entry.isTranslatable
        case .conflicts: entry.hasConflict
        case .findings:
            findings?.byString[entry.string].map { found in
                check.map { check in found.contains { $0.check == check } } ?? true
            } ?? false
        }
    }
}
