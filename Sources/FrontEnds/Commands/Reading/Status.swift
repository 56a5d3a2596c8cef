import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman status`.
struct Status: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the progress of each language.",
        discussion: "The translated, inherited and missing strings add up to the total.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @OptionGroup var option: NamedLocalesOption

    @Argument(help: "Only these languages.")
    var tags: [String] = []

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try (tags + option.locales).map(workspace.language)
        let (rows, names, untranslated) = try workspace.read(
            at: moment.moment(), locales: named.isEmpty ? nil : named
        ) { snapshot in
            for locale in named { try snapshot.requireLocale(locale) }
            let rows = try snapshot.model.status(of: named.isEmpty ? snapshot.locales() : named)
            let isShown = output.format == .text
            return (
                rows, isShown ? try snapshot.shownNames(of: rows.map(\.locale)) : [],
                try snapshot.untranslated(among: rows.map(\.locale))
            )
        }
        switch output.format {
        case .json:
            session.write(
                .array(rows.map { $0.json(isUntranslated: untranslated.contains($0.locale)) }))
        case .text: write(rows, names, to: session)
        }
        if !untranslated.isEmpty {
            session.say("note: \(Snapshot.sentence(onUntranslated: untranslated))")
        }
        return .done
    }

    private func write(_ rows: [StatusRow], _ names: [String], to session: Session) {
        let style = session.style
        // On a narrow screen, the numbers come first, and columns without any numbers are omitted.
        let isNarrow = session.tableColumns.map { $0 < 120 } ?? false
        let counts = Self.counts(style).filter { count in
            !isNarrow || rows.contains { count.number($0) > 0 }
        }
        var table = Table(
            [""] + (isNarrow ? [] : ["language"]) + ["", "done"] + counts.map(\.title),
            style: style)
        let bars = Self.bars(width: isNarrow ? 10 : 20)
        let none = Table.Cell("·", isRightAligned: true, paint: style.dim)
        for (index, row) in rows.enumerated() {
            let done = row.translated + row.inherited
            // A project without strings has no percentage.
            let percent = row.total == 0 ? "–" : "\(done * 100 / row.total)%"
            // A damaged read model may count more texts than strings.
            let part = row.total == 0 ? 0 : done * (bars.count - 1) / row.total
            let filled = min(max(part, 0), bars.count - 1)
            table.add(
                [.init(row.locale.rawValue, paint: style.bold)]
                    + (isNarrow ? [] : [.init(names[index])]) + [
                        .init(
                            drawing: bars[filled], columns: bars.count - 1,
                            paint: done == row.total && row.total > 0 ? style.green : { $0 }),
                        .init(percent, isRightAligned: true),
                    ]
                    + counts.map { count in
                        let number = count.number(row)
                        return number == 0
                            ? none : .init(String(number), isRightAligned: true, paint: count.paint)
                    })
        }
        session.terminal.write(table.lines(columns: session.tableColumns))
    }

    private typealias Count = (
        title: String, number: (StatusRow) -> Int, paint: (String) -> String
    )

    private static func counts(_ style: Style) -> [Count] {
        [
            ("missing", \.missing, style.red), ("stale", \.stale, style.yellow),
            ("flagged", \.flagged, style.yellow), ("conflicts", \.conflicts, style.red),
            ("proposed", \.proposed, style.cyan), ("reviewed", \.reviewed, style.green),
            ("words left", \.words, { $0 }),
        ]
    }

    /// Returns all bars of the given width, from empty to full.
    private static func bars(width: Int) -> [String] {
        (0...width).map {
            String(repeating: "█", count: $0) + String(repeating: "░", count: width - $0)
        }
    }
}
