import Texts
import Translation
import Walks

extension Session {
    /// Writes a report as a table, with the reasons for rejections behind their number.
    func write(_ report: EngineReport) {
        guard !report.rows.isEmpty else { return say("There are no suggestions.") }
        let counts = ["total", "open", "as is", "unseen", "edited", "rejected", "reverted"]
        var table = Table(["origin", "language", "section"] + counts + ["reasons"], style: style)
        for row in report.rows {
            // The mean edit distance stands beside the number of edited suggestions.
            let edited = row.meanDistance.map { "\(row.edited) (±\($0))" } ?? "·"
            let numbers = [
                shown(row.total), shown(row.open), shown(row.unchanged), shown(row.unseen),
                edited, shown(row.rejected), shown(row.reverted),
            ]
            let reasons = row.reasons.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            var cells: [Table.Cell] = [
                .init(row.origin.description), .init(row.locale.rawValue), .init(row.section),
            ]
            cells += numbers.map { .init($0, isRightAligned: true) }
            table.add(cells + [.init(reasons)])
        }
        terminal.write(table.lines(columns: tableColumns, isWrapped: true))
    }

    private func shown(_ count: Int) -> String { count == 0 ? "·" : String(count) }
}
