import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman status`.
struct Status: FormattedVerb {
    static let configuration = CommandConfiguration(
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
        let locales = named.isEmpty ? try workspace.locales(in: model) : named
        let rows = try locales.map { locale in
            try model.status(of: locale, chain: workspace.chain(of: locale, in: model))
        }
        switch output.format {
        case .json: session.write(.array(rows.map(\.json)))
        case .text: write(rows, to: session)
        }
        return .done
    }

    private func write(_ rows: [StatusRow], to session: Session) {
        let style = session.style
        var table = Table(
            [
                "", "language", "", "done", "missing", "stale", "flagged", "conflicts", "proposed",
                "reviewed", "words left",
            ],
            style: style)
        for row in rows {
            let done = row.translated + row.inherited
            let percent = row.total == 0 ? 100 : done * 100 / row.total
            func number(_ count: Int, _ paint: @escaping (String) -> String) -> Table.Cell {
                .init(
                    count == 0 ? "·" : "\(count)", isRightAligned: true,
                    paint: count == 0 ? style.dim : paint)
            }
            table.add([
                .init(row.locale.rawValue, paint: style.bold),
                .init(LanguageName.english(row.locale.rawValue)),
                .init(
                    Self.bar(done, of: row.total), paint: done == row.total ? style.green : { $0 }),
                .init("\(percent)%", isRightAligned: true),
                number(row.missing, style.red), number(row.stale, style.yellow),
                number(row.flagged, style.yellow), number(row.conflicts, style.red),
                number(row.proposed, style.cyan), number(row.reviewed, style.green),
                number(row.words, { $0 }),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns))
    }

    private static func bar(_ done: Int, of total: Int) -> String {
        let width = 20
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
