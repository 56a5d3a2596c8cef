import Languages
import ReadModel
import Representations
import Texts
import Translation
import Words

/// Proposals as a table: id, language, string, change and notes.
struct ProposalListing {
    private let rows: [ProposalRow]
    private let asking: HashedGuid?
    private let project: Project
    private let style: Style
    private let aliases: [EventID: [EventID]]

    /// Creates a list of proposals; `asking` is a guid whose own proposals are marked as deletable.
    ///
    /// `aliases` lists the repetitions of each event.
    init(
        _ rows: [ProposalRow], asking: HashedGuid? = nil, aliases: [EventID: [EventID]] = [:],
        project: Project, style: Style
    ) {
        self.aliases = aliases
        self.rows = rows
        self.asking = asking
        self.project = project
        self.style = style
    }

    var text: String {
        let suffixes = ShortIDs(rows.map(\.id))
        var table = Table(style: style)
        for row in rows {
            table.add([
                .init(suffixes[row.id], paint: style.yellow), .init(row.locale.rawValue),
                .init(row.string.spelled(in: project), paint: style.bold), .init(change(row)),
                .init(marks(row), paint: style.dim),
            ])
        }
        return table.lines(columns: nil)
    }

    private func change(_ row: ProposalRow) -> String {
        let replaced = row.state == .open ? row.current.map(ValueText.inline) : nil
        return [replaced, ValueText.inline(row.value)].compactMap(\.self)
            .joined(separator: " → ")
    }

    private func marks(_ row: ProposalRow) -> String {
        [
            row.state == .open ? nil : row.state.rawValue,
            row.isOutdated && row.state == .open ? "outdated" : nil,
            row.canDelete(asking) ? "can be deleted" : nil,
            aliases[row.id].map { "made \($0.count + 1) times" },
            row.decision.flatMap { EventWords($0).reason },
        ].compactMap(\.self).joined(separator: ", ")
    }
}
