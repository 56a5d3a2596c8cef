public import ReadModel
import Texts
import Translation

/// A query for proposals, with the read model's filter and the conditions that only checks can
/// decide.
public struct ProposalSelection: Sendable {
    /// The filter of the read model.
    public var filter: ProposalFilter
    /// Whether only proposals without findings are selected; warnings count as findings.
    public var isPassing: Bool
    /// Whether only proposals are selected whose source or text has changed since.
    public var isOutdated: Bool

    /// Creates a selection.
    public init(_ filter: ProposalFilter, isPassing: Bool = false, isOutdated: Bool = false) {
        self.filter = filter
        self.isPassing = isPassing
        self.isOutdated = isOutdated
    }
}

extension Snapshot {
    /// Returns the selected proposals, the newest last.
    public func proposals(
        _ selection: ProposalSelection
    ) throws -> [ProposalRow] {
        let rows = try model.proposals(selection.filter).filter {
            !selection.isOutdated || $0.isOutdated
        }
        guard selection.isPassing else { return rows }
        let context = try checkContext()
        return try rows.filter { row in
            guard row.locale != project.source,
                let definition = try model.definitions(row.string).currentDefinition
            else { return true }
            let findings = context.findings(
                of: row.proposed.value, for: definition, locale: row.locale
            ).filter { $0.severity > .info }
            guard !findings.isEmpty else { return true }
            let silenced = try model.unit(row.locale, row.string).silencedChecks
            return findings.allSatisfy { silenced.contains(Value.Text($0.check)) }
        }
    }
}
