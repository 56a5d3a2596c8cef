import Foundation

/// Formats numbers for people.
enum Number {
    /// Returns a large number rounded and with separators, or a small one with at most four digits.
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

    /// Returns a limit as it is written in the file.
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

/// A readable table of a run's thresholds, and whether they hold.
struct Table {
    let reports: [Report]

    /// Columns of text, and the number of thresholds that hold.
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
}
