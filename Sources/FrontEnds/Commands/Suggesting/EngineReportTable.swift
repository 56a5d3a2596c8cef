import Texts
import Translation
import Walks

extension Session {
    /// Writes a report as a table, with the reasons for rejections behind their number.
    func write(_ report: EngineReport) {
        guard !report.rows.isEmpty else { return say("There are no suggestions.") }
        let titles = ["suggested", "open", "unchanged", "edited", "by", "rejected", "reverted"]
        var table = Table(["origin", "language", "section"] + titles + ["reasons"], style: style)
        for row in report.rows {
            let counts = [
                row.total, row.open, row.unchanged, row.edited, row.meanDistance ?? 0,
                row.rejected, row.reverted,
            ]
            let reasons = row.reasons.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            table.add(
                [
                    .init(row.origin.description), .init(row.locale.rawValue),
                    .init(row.section),
                ]
                    + counts.map {
                        .init($0 == 0 ? "·" : String($0), isRightAligned: true)
                    } + [.init(reasons)])
        }
        terminal.write(table.lines(columns: tableColumns))
    }
}
