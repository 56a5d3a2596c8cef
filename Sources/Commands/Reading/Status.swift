import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman status`.
struct Status: FormattedVerb {
    static let configuration = CommandConfiguration(
        verb: "status",
        abstract: "Show how far each language is.",
        discussion: "Translated, inherited and missing strings add up to the total.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @Argument(help: "Only these languages.")
    var tags: [String] = []

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try tags.map(workspace.language)
        let model = try workspace.model(
            at: moment.moment(), locales: named.isEmpty ? nil : named)
        for locale in named { try workspace.requireLocale(locale, in: model) }
        let locales =
            named.isEmpty
            ? try workspace.localesWithChains(in: model)
            : try named.map { ($0, try workspace.chain(of: $0, in: model)) }
        let rows = try locales.map { try model.status(of: $0.locale, chain: $0.chain) }
        switch output.format {
        case .json: session.write(.array(rows.map(\.json)))
        case .text: write(rows, to: session)
        }
        return .done
    }

    private func write(_ rows: [StatusRow], to session: Session) {
        let style = session.style
        // On a narrow screen the numbers come first, and those that are nowhere are left out.
        let isNarrow = session.tableColumns.map { $0 < 120 } ?? false
        let counts = Self.counts(style).filter { count in
            !isNarrow || rows.contains { $0[keyPath: count.number] > 0 }
        }
        var table = Table(
            [""] + (isNarrow ? [] : ["language"]) + ["", "done"] + counts.map(\.title),
            style: style)
        for row in rows {
            let done = row.translated + row.inherited
            let percent = row.total == 0 ? 100 : done * 100 / row.total
            let name = Table.Cell(LanguageName.english(row.locale.rawValue))
            let bar = Self.bar(done, of: row.total, width: isNarrow ? 10 : 20)
            table.add(
                [.init(row.locale.rawValue, paint: style.bold)] + (isNarrow ? [] : [name]) + [
                    .init(bar, paint: done == row.total ? style.green : { $0 }),
                    .init("\(percent)%", isRightAligned: true),
                ]
                    + counts.map { count in
                        let number = row[keyPath: count.number]
                        return .init(
                            number == 0 ? "·" : "\(number)", isRightAligned: true,
                            paint: number == 0 ? style.dim : count.paint)
                    })
        }
        session.terminal.write(table.lines(columns: session.tableColumns))
    }

    private typealias Count = (
        title: String, number: KeyPath<StatusRow, Int>, paint: (String) -> String
    )

    private static func counts(_ style: Style) -> [Count] {
        [
            ("missing", \.missing, style.red), ("stale", \.stale, style.yellow),
            ("flagged", \.flagged, style.yellow), ("conflicts", \.conflicts, style.red),
            ("proposed", \.proposed, style.cyan), ("reviewed", \.reviewed, style.green),
            ("words left", \.words, { $0 }),
        ]
    }

    private static func bar(_ done: Int, of total: Int, width: Int) -> String {
        let filled = total == 0 ? width : done * width / total
        return String(repeating: "█", count: filled)
            + String(repeating: "░", count: width - filled)
    }
}

extension StatusRow {
    var json: JSONValue {
        .object { members in
            members.add("locale", locale.rawValue)
            members.add("total", total)
            members.add("translated", translated)
            members.add("reviewed", reviewed)
            members.add("stale", stale)
            members.add("inherited", inherited)
            members.add("inheritedStale", inheritedStale)
            members.add("flagged", flagged)
            members.add("conflicts", conflicts)
            members.add("proposed", proposed)
            members.add("missing", missing)
            members.add("words", words)
        }
    }
}
