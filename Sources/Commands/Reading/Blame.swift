import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman blame`.
struct Blame: FormattedVerb {
    static let configuration = CommandConfiguration(
        verb: "blame",
        abstract: "Show who last made each text, when, and through which proposal.",
        discussion: """
            With a key: all texts that the string had in the language, newest first, each compared with the one \
            before, through which proposal it came and what was proposed, and the changes of its source between them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var section: SectionOption
    @OptionGroup var place: PlaceOrLocaleArguments

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "Only keys like this: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var pattern: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try place.resolve(in: workspace, section)
        return try workspace.read(at: moment.moment(), locales: [named.locale]) { snapshot in
            try snapshot.requireLocale(named.locale)
            if let key = named.key {
                guard pattern == nil else {
                    throw ValidationError("Give a key or --key, not both.")
                }
                try explain(section.key(key), named.locale, snapshot, to: session)
            } else {
                let filter = EntryFilter(
                    try KeyChoice(
                        section: section.section, key: pattern, in: snapshot, .present))
                let rows = try snapshot.blame(named.locale, filter)
                switch output.format {
                case .json: session.write(.array(rows.map(\.json)))
                case .text: write(rows, snapshot.project, to: session)
                }
            }
            return .done
        }
    }

    // MARK: All texts

    private func write(_ rows: [BlameRow], _ project: Project, to session: Session) {
        guard !rows.isEmpty else { return session.say("No texts.") }
        let style = session.style
        let suffixes = ShortIDs(rows.map(\.event.id))
        var table = Table(["event", "date", "author", "reviewed by", "key", "text"], style: style)
        for row in rows {
            table.add([
                .init(suffixes[row.event.id], paint: style.yellow),
                .init(EventTime(row.event).date, paint: style.dim),
                .init(Self.name(row.author)), .init(Self.name(row.reviewer)),
                .init(row.string.spelled(in: project), paint: style.bold),
                .init(ValueText.inline(row.value)),
            ])
        }
        session.terminal.page(table.lines(columns: session.tableColumns, isWrapped: true))
    }

    private static func name(_ actor: Actor?) -> String {
        DisplayWidth.truncated(actor.map { Visible.escaping($0.name) } ?? "·", to: 20)
    }

    // MARK: The texts of one string

    private func explain(
        _ key: KeyArgument, _ locale: LanguageTag, _ snapshot: Snapshot,
        to session: Session
    ) throws {
        let string = try snapshot.string(key)
        // What is gone has a history too; what never was has none.
        if try !snapshot.model.hasEvents(of: string) { try snapshot.requireString(string) }
        let history = try snapshot.history(locale, string)
        switch output.format {
        case .json: session.write(.array(history.texts.map(\.json)))
        case .text:
            if history.texts.isEmpty { session.say("There never was a text in \(locale).") }
            session.terminal.page(
                TextHistoryText(history, snapshot.project, session.style).text)
        }
    }
}
