import ReadModel

/// A bar that shows a language's coverage.
struct CoverageBar {
    let total: Int
    let reviewed: Int
    let unreviewed: Int
    let inherited: Int
    let stale: Int
    let missing: Int

    /// Creates the bar for a language.
    ///
    /// Stale texts are counted separately, whether they were reviewed or not.
    init(_ row: StatusRow) {
        let stale = row.stale + row.inheritedStale
        total = row.total
        self.stale = stale
        // The review state of stale texts is unknown here. They are subtracted from all translated
        // texts, and the number of reviewed texts is limited to the rest.
        let fresh = max(0, row.translated - row.stale)
        reviewed = min(row.reviewed, fresh)
        unreviewed = fresh - reviewed
        inherited = max(0, row.inherited - row.inheritedStale)
        missing = row.missing
    }

    /// Creates one bar for several languages.
    init(sum rows: [StatusRow]) {
        let bars = rows.map(CoverageBar.init)
        total = bars.map(\.total).reduce(0, +)
        reviewed = bars.map(\.reviewed).reduce(0, +)
        unreviewed = bars.map(\.unreviewed).reduce(0, +)
        inherited = bars.map(\.inherited).reduce(0, +)
        stale = bars.map(\.stale).reduce(0, +)
        missing = bars.map(\.missing).reduce(0, +)
    }

    /// Returns the share of strings with a text, such as `98%`; a dash if there are no strings.
    ///
    /// It is rounded down, so that an incomplete language never shows 100%.
    private func percent(_ wording: Wording) -> String { percent(total - missing, wording) }

    /// Returns the share of strings with a reviewed text, in the same format.
    func reviewedPercent(_ wording: Wording) -> String { percent(reviewed, wording) }

    private func percent(_ part: Int, _ wording: Wording) -> String {
        total == 0 ? "–" : wording.percent(part * 100 / total)
    }

    func shown(name: String, _ wording: Wording) -> Bar {
        let parts = [
            ("reviewed", reviewed), ("unreviewed", unreviewed), ("inherited", inherited),
            ("stale", stale),
        ].filter { $0.1 > 0 }
        var segments: [Bar.Segment] = []
        var start = 0
        for (kind, count) in parts {
            let end = start + count
            segments.append(
                Bar.Segment(
                    kind: kind, x: Self.decimal(start, total),
                    width: Self.decimal(end, total, minus: start)))
            start = end
        }
        let percent = percent(wording)
        guard total > 0 else {
            return Bar(
                label: wording("bar.empty", ["name": name]), segments: segments, percent: percent)
        }
        let label = wording(
            "bar.label",
            [
                "name": name, "percent": percent, "reviewed": wording.number(reviewed),
                "unreviewed": wording.number(unreviewed), "inherited": wording.number(inherited),
                "stale": wording.number(stale), "missing": wording.number(missing),
            ])
        return Bar(label: label, segments: segments, percent: percent)
    }

    /// Returns `count / total` as a percentage with two decimals, computed in integers to avoid
    /// rounding errors.
    private static func decimal(_ count: Int, _ total: Int, minus start: Int = 0) -> String {
        let hundredths = (count - start) * 10_000 / max(total, 1)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

struct Bar: Template {
    static let template = "bar"

    let label: String
    let segments: [Segment]
    let percent: String

    /// A segment of the bar, with its position and width in percent.
    struct Segment: TemplateValues {
        let kind: String
        let x: String
        let width: String
    }
}
