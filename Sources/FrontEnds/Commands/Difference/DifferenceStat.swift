import Languages
import Representations
import Texts
import Translation
import Workspace

/// The number of differences per language, with a total.
struct DifferenceStat {
    private let report: DifferenceReport
    private let style: Style

    init(_ report: DifferenceReport, style: Style) {
        self.report = report
        self.style = style
    }

    func text(columns: Int?) -> String {
        let title = style.dim(Visible.escaping(report.range)) + "\n"
        guard !report.languages.isEmpty else { return title + "No differences.\n" }
        let kinds = report.total.kindsOfProposals
        var table = Table(
            ["", "", "added", "changed", "removed"]
                + kinds.map { $0.title.lowercased() },
            style: style)
        for language in report.languages {
            table.add(
                [.init(language.tag.rawValue, paint: style.bold), .init(language.name)]
                    + cells(language.counts, kinds))
        }
        if report.languages.count > 1 {
            table.add([.init("total"), .init("")] + cells(report.total, kinds))
        }
        return title + "\n" + table.lines(columns: columns)
    }

    private func cells(
        _ counts: DifferenceCounts, _ kinds: [ProposalChange.Kind]
    ) -> [Table.Cell] {
        func cell(_ count: Int, _ paint: @escaping (String) -> String) -> Table.Cell {
            Table.Cell(
                count == 0 ? "·" : String(count), isRightAligned: true,
                paint: count == 0 ? style.dim : paint)
        }
        return [
            cell(counts.added, style.green), cell(counts.changed, style.yellow),
            cell(counts.removed, style.red),
        ] + kinds.map { cell(counts.proposals[$0] ?? 0) { $0 } }
    }
}
