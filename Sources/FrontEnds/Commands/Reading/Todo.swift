import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman todo`.
struct Todo: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "todo",
        abstract:
            "List the work for translators: missing, stale and flagged texts, and conflicts.",
        discussion: """
            With --review, also lists the work for reviewers: texts that nobody has reviewed. \
            Without a language, lists all languages. Texts that a regional language inherits need \
            no work.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions

    @OptionGroup var option: NamedLocaleOption

    @Argument(help: ArgumentHelp("The language.", valueName: "locale"))
    var tag: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Only this string, or keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @Flag(help: "Also list texts that nobody has reviewed.")
    var review = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try option.tag(or: tag).map(workspace.language) ?? workspace.defaultLocale()
        let work = try workspace.read(at: moment.moment(), locales: named.map { [$0] }) {
            snapshot in
            if let named { try snapshot.requireLocale(named) }
            let filter = EntryFilter(
                try KeyChoice(section: section, key: key, in: snapshot, .present))
            return try snapshot.work(
                in: named.map { [$0] } ?? snapshot.locales(), filter: filter,
                withReview: review)
        }
        switch output.format {
        case .json:
            session.write(
                .array(work.map { $0.entry.json(in: $0.locale, state: $0.state.rawValue) }))
        case .text:
            write(work, workspace.project, to: session)
            try session.sayWhatIsLate(workspace)
        }
        return .done
    }

    private func write(_ work: [Work], _ project: Project, to session: Session) {
        let style = session.style
        var table = Table(style: style)
        for item in work {
            let source = ValueText.inline(item.entry.definition.value)
            let text = item.entry.text.map { ValueText.inline($0.value) + " ← " } ?? ""
            table.add([
                .init(item.locale.rawValue),
                .init(item.state.rawValue, paint: style.paint(of: item.state)),
                .init(
                    DisplayWidth.truncated(
                        Visible.escaping(item.entry.string.spelled(in: project)), to: 40),
                    paint: style.bold),
                .init(text + source),
            ])
        }
        session.terminal.page(table.lines(columns: session.tableColumns))
        let words = work.reduce(0) { $0 + $1.entry.definition.value.wordCount }
        session.say(
            work.isEmpty
                ? "Nothing to do."
                : "\(counted(work.count, "text")), \(counted(words, "source word")).")
    }
}

extension Style {
    fileprivate func paint(of state: Work.State) -> (String) -> String {
        switch state {
        case .missing, .conflict: red
        case .stale, .flagged: yellow
        case .unreviewed: dim
        }
    }
}
