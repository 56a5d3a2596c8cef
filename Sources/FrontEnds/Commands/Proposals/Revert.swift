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
        abstract: "Revert events, with new events that restore the previous state.",
        discussion: """
            Select events by id, by commit, by a range A..B, or by query: all events by a guid or \
            a person (including their accepted proposals), since a time, or in a language. The \
            results of a query are shown first, and reverted after confirmation. --origin selects \
            the open proposals of a machine, and what was accepted from them. Texts are \
            restored with their author and review, and proposals are reopened. Nothing is erased, \
            and a revert can be reverted. Later edits prevent a revert, unless --keep-later or \
            --force tells how to handle them. --dry-run lists them, and shows the rest of the \
            plan.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Events, commits or commit ranges.")
    var names: [String] = []

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("All events in this language.", valueName: "tag"))
    var locale: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("All events in this section.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp(
            "All events for this string, or for keys that match a pattern: list.*, or cart:list.* in one section.",
            valueName: "key|pattern"))
    var key: String?

    @OptionGroup var owner: OwnerOptions

    @Option(
        help: ArgumentHelp(
            "All events by people whose name or address contains this text.", valueName: "text"))
    var author: String?

    @Option(
        help: ArgumentHelp(
            "Open proposals from this origin, and the texts that were accepted from them: memory, machine:NAME (with all its models), reference:NAME.",
            valueName: "origin"))
    var origin: String?

    @Option(help: ArgumentHelp("Only these types, such as translation.set.", valueName: "type,…"))
    var type: String?

    @OptionGroup var times: TimeSpanOptions

    @OptionGroup var later: LaterEditOptions

    @Option(
        help: ArgumentHelp(
            "The reason; authors of affected proposals can read it.", valueName: "text"))
    var reason: String?

    @OptionGroup var asking: AskingOptions

    func validate() throws {
        guard isQuery != !names.isEmpty else {
            throw ValidationError(
                isQuery
                    ? "Select events by id or by query, not both."
                    : "Specify an event, a commit, a range or a query: --guid, --author, --since, …"
            )
        }
    }

    private var isQuery: Bool {
        [locale, section, key, owner.guid, author, origin, type].contains { $0 != nil }
            || owner.mine
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
        var query = RevertQuery(
            EventFilter(
                locale: try locale.map(snapshot.language),
                section: choice.section, string: choice.string, keyPattern: choice.pattern,
                types: try type.map(snapshot.eventTypes) ?? [],
                after: span.after, through: span.through),
            guid: try owner.hashed(in: snapshot), author: author)
        query.origin = try origin.map { try Origin(known: $0) }
        return .query(query)
    }
}
