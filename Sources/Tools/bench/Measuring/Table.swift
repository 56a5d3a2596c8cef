import Foundation

/// Numbers as people read them.
enum Number {
    /// At most four digits that say something.
    static func text(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        if value == value.rounded(), abs(value) < 1e15 { return grouped(Int(value)) }
        switch abs(value) {
        case 1000...: return grouped(Int(value.rounded()))
        case 100...: return String(format: "%.0f", value)
        case 10...: return String(format: "%.1f", value)
        case 1...: return String(format: "%.3f", value)
        case 0.01...: return String(format: "%.4f", value)
        default: return String(format: "%.6f", value)
        }
    }

    /// A limit as it was written down.
    static func limit(_ value: Double) -> String {
        value == value.rounded() ? text(value) : "\(value)"
    }

    private static func grouped(_ value: Int) -> String {
        var text = String(abs(value))
        var index = text.count - 3
        while index > 0 {
            text.insert(",", at: text.index(text.startIndex, offsetBy: index))
            index -= 3
        }
        return (value < 0 ? "-" : "") + text
    }
}

/// What a run found, for people: which thresholds hold, and all figures.
struct Table {
    let reports: [Report]

    /// Columns of text, and how many thresholds hold.
    var text: String {
        let rows = reports.flatMap { report in
            report.verdicts.map { verdict in
                [
                    verdict.holds ? "holds" : "FAILS", report.name, verdict.measure,
                    verdict.value.map(Number.text) ?? "not measured", verdict.limit.text,
                ]
            }
        }
        let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
        let lines = rows.map { row in
            zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
                .joined(separator: "  ")
        }
        let count = rows.count { $0[0] == "holds" }
        let notes = reports.flatMap { report in
            report.findings.notes.map { "\(report.name): \($0)" }
        }
        return (lines + notes + ["\(count) of \(rows.count) thresholds hold."])
            .joined(separator: "\n") + "\n"
    }

    /// Three tables in Markdown: thresholds, medians, exact numbers.
    var markdown: String {
        let thresholds = reports.flatMap { report in
            report.verdicts.map { verdict in
                [
                    report.name, verdict.measure,
                    verdict.value.map(Number.text) ?? "not measured", verdict.limit.text,
                    verdict.holds ? "yes" : "**no**",
                ]
            }
        }
        let others = rows { report in
            let judged = Set(report.verdicts.map(\.measure))
            return report.findings.measures.filter { !judged.contains($0.key) }
        }
        let medians = rows { $0.findings.seconds }
        let notes = reports.flatMap { report in
            report.findings.notes.map { "- \(report.name): \($0)" }
        }
        return [
            Self.table(["case", "measure", "found", "must be", "holds"], thresholds),
            Self.table(["case", "ratio or size without a threshold", "found"], others),
            Self.table(["case", "median over the rounds", "seconds"], medians),
            Self.table(["case", "exact count", "number"], rows { $0.findings.counts }),
            notes.joined(separator: "\n"),
        ].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }

    private func rows(_ numbers: (Report) -> [String: Double]) -> [[String]] {
        reports.flatMap { report in
            numbers(report).sorted { $0.key < $1.key }.map {
                [report.name, $0.key, Number.text($0.value)]
            }
        }
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        guard !rows.isEmpty else { return "" }
        let line = Array(repeating: "---", count: head.count)
        return ([head, line] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
            .joined(separator: "\n")
    }

    /// The lines between which a page has the table.
    static let marks = (begin: "<!-- figures -->\n", end: "<!-- end of figures -->")

    /// Returns a page with the tables in the place of those that it had, or at its end.
    func page(_ page: String) -> String {
        let block = Self.marks.begin + "\n" + markdown + "\n" + Self.marks.end
        guard let begin = page.range(of: Self.marks.begin),
            let end = page.range(of: Self.marks.end, range: begin.upperBound..<page.endIndex)
        else { return page + block + "\n" }
        return page[..<begin.lowerBound] + block + page[end.upperBound...]
    }
}
