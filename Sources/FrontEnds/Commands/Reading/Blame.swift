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
        commandName: "blame",
        abstract: "Show the author, date and proposal of each text.",
        discussion: """
            With a key, shows all texts that the string has had in the language, newest first. \
            Each is compared with the previous one, and shown with its proposal and the changes to \
            its source text.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var section: SectionOption
    @OptionGroup var place: PlaceOrLocaleArguments

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            "Only keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var pattern: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try place.resolve(in: workspace, section)
        let names = try workspace.read(at: .tip) { try $0.boundNames() }
        return try workspace.read(at: moment.moment(), locales: [named.locale]) { snapshot in
            try snapshot.requireLocale(named.locale)
            if let key = named.key {
                guard pattern == nil else {
                    throw ValidationError("Use a key or --key, not both.")
                }
                try explain(section.key(key), named.locale, snapshot, names, to: session)
            } else {
                let filter = EntryFilter(
                    try KeyChoice(
                        section: section.section, key: pattern, in: snapshot, .present))
                let rows = try snapshot.blame(named.locale, filter)
                switch output.format {
                case .json: session.write(.array(rows.map { $0.json(showsAddresses: true) }))
                case .text: write(rows, snapshot.project, names, to: session)
                }
            }
            return .done
        }
    }

    // MARK: All texts

    private func write(
        _ rows: [BlameRow], _ project: Project, _ names: BoundNames, to session: Session
    ) {
        guard !rows.isEmpty else { return session.say("No texts.") }
        let style = session.style
        let people = People(
            names, among: rows.flatMap { [$0.author, $0.reviewer] }.compactMap(\.self))
        let suffixes = ShortIDs(rows.map(\.event.id))
        var table = Table(["event", "date", "author", "reviewed by", "key", "text"], style: style)
        for row in rows {
            table.add([
                .init(suffixes[row.event.id], paint: style.yellow),
                .init(EventTime(row.event).date, paint: style.dim),
                .init(row.tester?.displayName ?? Self.name(row.author, people)),
                .init(Self.name(row.reviewer, people)),
                .init(row.string.spelled(in: project), paint: style.bold),
                .init(ValueText.inline(row.value)),
            ])
        }
        session.terminal.page(table.lines(columns: session.tableColumns, isWrapped: true))
    }

    /// Returns a person's name, cut to a limited width.
    ///
    /// A name with an address is never cut, because the address distinguishes people with the same
    /// name.
    private static func name(_ person: Actor?, _ people: People) -> String {
        guard let person else { return "·" }
        let name = Visible.escaping(people.name(of: person))
        return name.utf8.elementsEqual(Visible.escaping(person.name).utf8)
            ? DisplayWidth.truncated(name, to: 20) : name
    }

    // MARK: The texts of one string

    private func explain(
        _ key: KeyArgument, _ locale: LanguageTag, _ snapshot: Snapshot,
        _ names: BoundNames, to session: Session
    ) throws {
        let string = try snapshot.string(key)
        // A removed string has a history, but a string that never existed does not.
        if try !snapshot.model.hasEvents(of: string) { try snapshot.requireString(string) }
        let history = try snapshot.history(locale, string)
        switch output.format {
        case .json: session.write(.array(history.texts.map { $0.json(showsAddresses: true) }))
        case .text:
            if history.texts.isEmpty { session.say("It has never had a text in \(locale).") }
            session.terminal.page(
                TextHistoryText(history, snapshot.project, session.style, names).text)
        }
    }
}
