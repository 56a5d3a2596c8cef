import ArgumentParser
import JSON
import Languages
import Machine
import ReadModel
import Representations
import Translation
import Workspace

/// `dragoman revert`.
struct Revert: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "revert",
        abstract: "Take back what events did, by new events that restore what was there before.",
        discussion: """
            Events are named by their ids, by a commit, by a range A..B, or by what they are: everything of a guid \
            or a person (with what was accepted of their proposals), since a time, in a language. Such a query is \
            shown first and asked about. Texts come back with their author and review, and proposals open \
            again; nothing is erased, and a revert can be reverted. Later edits stand in the way, unless \
            --keep-later or --force says what becomes of them; --dry-run names them, and shows the rest of the plan.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Events, commits, or ranges of commits.")
    var names: [String] = []

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Everything in this language.", valueName: "tag"))
    var locale: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Everything in this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "Everything of this string, or of keys like this: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @OptionGroup var owner: OwnerOptions

    @Option(
        help: ArgumentHelp("Everything of people with this in name or mail.", valueName: "text"))
    var author: String?

    @Option(help: ArgumentHelp("Only these types, such as translation.set.", valueName: "type,…"))
    var type: String?

    @OptionGroup var times: TimeSpanOptions

    @OptionGroup var later: LaterEditOptions

    @Option(help: ArgumentHelp("Why; the makers of proposals read it.", valueName: "text"))
    var reason: String?

    @OptionGroup var asking: AskingOptions

    func validate() throws {
        guard isQuery != !names.isEmpty else {
            throw ValidationError(
                isQuery
                    ? "Name events, or say what they are, not both."
                    : "Name an event, a commit or a range, or say which: --guid, --author, --since, …"
            )
        }
    }

    private var isQuery: Bool {
        [locale, section, key, owner.guid, author, type].contains { $0 != nil } || owner.mine
            || !times.isEmpty
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let events = try workspace.read(at: .tip) { snapshot in
            try snapshot.events(toRevert: selection(snapshot))
        }
        return try RevertingEvents(
            verb: .revert, later: later, reason: reason, asking: asking, isAsked: isQuery
        ).carryOut(events, in: session, workspace, output)
    }
    private func selection(
        _ snapshot: Snapshot
    ) throws -> RevertSelection {
        guard isQuery else { return .named(names) }
        let span = try times.span(now: snapshot.host.now())
        let choice = try KeyChoice(section: section, key: key, in: snapshot, .known)
        return .query(
            RevertQuery(
                EventFilter(
                    locale: try locale.map(snapshot.language),
                    section: choice.section, string: choice.string, keyPattern: choice.pattern,
                    types: try type.map { try LogFilters.types($0, in: snapshot.model) } ?? [],
                    after: span.after, through: span.through),
                guid: try owner.hashed(in: snapshot),
                author: author))
    }
}
