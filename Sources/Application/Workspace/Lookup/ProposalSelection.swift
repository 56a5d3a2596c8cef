public import ReadModel
import Texts
import Translation

/// Proposals that are looked for: what the read model filters by, and what only the checks know.
public struct ProposalSelection: Sendable {
    /// What the read model filters by.
    public var filter: ProposalFilter
    /// Whether only those count in whose texts the checks find nothing, warnings included.
    public var isPassing: Bool
    /// Whether only those count whose source or text has changed since.
    public var isOutdated: Bool

    /// States what is wanted.
    public init(_ filter: ProposalFilter, isPassing: Bool = false, isOutdated: Bool = false) {
        self.filter = filter
        self.isPassing = isPassing
        self.isOutdated = isOutdated
    }
}

extension Snapshot {
    /// The proposals of a selection, the newest last.
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

extension Workspace {
    /// Leaves those out of which a person must choose one: open proposals of different texts for one string.
    ///
    /// Of those with one text the first stands for all, if there is one that is not outdated: an acceptance
    /// closes the others with it.
    public static func withoutRivals(
        _ rows: [ProposalRow]
    ) -> (chosen: [ProposalRow], rivals: [ProposalRow]) {
        let groups = Dictionary(grouping: rows) { UnitID($0.locale, $0.string) }
        var chosen: [ProposalRow] = []
        var rivals: [ProposalRow] = []
        for row in rows {
            guard let group = groups[UnitID(row.locale, row.string)],
                let spokesman = group.first(where: { !$0.isOutdated }) ?? group.first
            else { continue }
            let agree = group.allSatisfy {
                $0.proposed.value.isEquivalent(to: spokesman.proposed.value)
            }
            if !agree {
                rivals.append(row)
            } else if row.id == spokesman.id {
                chosen.append(row)
            }
        }
        return (chosen, rivals)
    }
}
