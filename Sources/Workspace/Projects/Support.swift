import Languages
import ReadModel
public import Translation

extension Snapshot {
    /// Whether an app can offer a language: `Yes`, or `No` where a text is missing or it is only planned.
    ///
    /// A `*` follows where a text differs from the newest proposal of a reference list for it.
    public func support(of locale: LanguageTag) throws -> String {
        guard locale != project.source else { return "Yes" }
        let isPlanned = try model.locale(locale)?.attributes?.isPlanned ?? false
        let status = try model.status(of: locale)
        let word = isPlanned || status.missing > 0 ? "No" : "Yes"
        return try differsFromReference(locale) ? word + "*" : word
    }

    private func differsFromReference(_ locale: LanguageTag) throws -> Bool {
        let references = try model.proposals(ProposalFilter(locale: locale)).filter {
            if case .reference = $0.proposed.origin { true } else { false }
        }
        let newest = Dictionary(references.map { ($0.string, $0) }) { _, later in later }
        return newest.values.contains { row in
            row.current.map { !$0.isEquivalent(to: row.proposed.value) } ?? false
        }
    }
}
