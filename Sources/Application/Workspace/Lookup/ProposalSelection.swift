public import ReadModel
import Texts
import Translation

/// A query for proposals, with the read model's filter and further conditions.
public struct ProposalSelection: Sendable {
    /// The read model's filter.
    public var filter: ProposalFilter
    /// Whether to select only proposals without warnings and errors, ignoring silenced checks.
    public var isPassing: Bool
    /// Whether to select only proposals whose text or source text has changed since they were made.
    public var isOutdated: Bool

    /// Creates a selection that, by default, applies only the filter.
    public init(_ filter: ProposalFilter, isPassing: Bool = false, isOutdated: Bool = false) {
        self.filter = filter
        self.isPassing = isPassing
        self.isOutdated = isOutdated
    }
}

extension Snapshot {
    /// Returns the selected proposals, newest last.
    public func proposals(
        _ selection: ProposalSelection
    ) throws -> [ProposalRow] {
        let rows = try model.proposals(selection.filter).filter {
            !selection.isOutdated || $0.isOutdated
        }
        return selection.isPassing ? try passing(rows) : rows
    }

    /// Returns those of the proposals whose texts have no warnings and errors, ignoring silenced
    /// checks.
    public func passing(_ rows: [ProposalRow]) throws -> [ProposalRow] {
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
