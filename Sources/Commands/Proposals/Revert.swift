import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Translation
import Workspace

/// `dragoman revert`.
struct Revert: FormattedVerb {
    static let configuration = CommandConfiguration(
        verb: "revert",
        abstract: "Take back what events did, by new events that restore what was there before.",
        discussion: """
            Events are named by their ids, by a commit, by a range A..B, or by what they are: everything of a guid \
            or a person (with what was accepted of their proposals), since a time, in a language. Such a query is \
            shown first and asked about. Texts come back with their author and review, and proposals open \
            again; nothing is erased, and a revert can be reverted. Later edits stand in the way, unless \
            --keep-later or --force says what becomes of them.
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

    @Option(help: ArgumentHelp("Everything of this guid.", valueName: "guid"))
    var guid: String?

    @Option(
        help: ArgumentHelp("Everything of people with this in name or mail.", valueName: "text"))
    var author: String?

    @Option(help: ArgumentHelp("Only these types, such as translation.set.", valueName: "type,…"))
    var type: String?

    @OptionGroup var times: TimeSpanOptions

    @Flag(help: "Leave later edits, and what they stand on, as they are.")
    var keepLater = false

    @Flag(help: "Take later edits back too.")
    var force = false

    @Option(help: ArgumentHelp("Why; the makers of proposals read it.", valueName: "text"))
    var reason: String?

    @OptionGroup var asking: AskingOptions

    func validate() throws {
        guard !keepLater || !force else {
            throw ValidationError("Give --keep-later or --force, not both.")
        }
        guard isQuery != !names.isEmpty else {
            throw ValidationError(
                isQuery
                    ? "Name events, or say what they are, not both."
                    : "Name an event, a commit or a range, or say which: --guid, --author, --since, …"
            )
        }
    }

    private var isQuery: Bool {
        [locale, section, key, guid, author, type].contains { $0 != nil } || !times.isEmpty
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let events = try workspace.read(at: .tip) { snapshot in
            try snapshot.events(toRevert: selection(snapshot))
        }
        let wish = Reverting(
            events: events, laterEdits: keepLater ? .keep : force ? .revert : .refuse,
            reason: reason)
        var isAgreed = true
        if isQuery || asking.dryRun {
            let plan = try workspace.perform("revert", isDryRun: true, .revert(wish))
            let listing = try workspace.read { snapshot in
                try RevertListing(plan.events, snapshot.model, session.style)
            }
            isAgreed = try asking.agree(
                "Revert \(counted(events.count, "event")) by \(counted(plan.events.count, "new one"))?",
                showing: listing.text, isNothing: plan.events.isEmpty, in: session)
        }
        let outcome = try workspace.perform("revert", isDryRun: !isAgreed, .revert(wish))
        for item in outcome.leftOut where output.format == .text {
            session.say("left out: \(Visible.escaping(item.refusal.message))")
        }
        session.report(
            outcome, output,
            saying: isAgreed
                ? "Reverted \(counted(events.count - outcome.leftOut.count, "event"))."
                : "Nothing was changed."
        ) { members in
            members.add(leftOut: outcome.leftOut.map { .string(events[$0.index].description) })
        }
        return outcome.leftOut.isEmpty ? .done : .found
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
                guid: guid.map { HashedGuid(guid: $0, project: snapshot.project) },
                author: author))
    }
}

/// What a revert would change, a line for each place.
struct RevertListing {
    let text: String

    init(
        _ events: [Event], _ model: ReadModel, _ style: Style
    ) throws {
        let project = model.project
        var table = Table(style: style)
        for event in events {
            guard let subject = event.subject(in: project) else { continue }
            var change = event.payload.typeName
            if case .unit(let locale, let string) = subject {
                let now = try model.unit(locale, string).text?.value
                change = event.payload.change(from: now) ?? change
            }
            if case .commentAdded = event.payload {
                // The comment is there for nothing else.
                let types = Set(
                    try event.undoes.compactMap { try model.event($0)?.payload.typeName })
                change = "takes back \(types.sorted().joined(separator: ", "))"
            }
            table.add([
                .init(subject.spelled(in: project), paint: style.bold),
                .init(change),
            ])
        }
        text = table.lines(columns: nil)
    }
}

extension Payload {
    /// What the event makes of a text, in a few words; `nil` if it is none of a text.
    fileprivate func change(from now: Value?) -> String? {
        let before = now.map { "“\(ValueText.inline($0))” → " } ?? ""
        return switch self {
        case .translationRemoved, .stringRemoved: before + "removed"
        case .proposalDeleted(let verdict): "proposal \(verdict.proposal) deleted"
        case .proposalReopened(let verdict): "proposal \(verdict.proposal) reopened"
        default: text.map { before + "“\(ValueText.inline($0))”" }
        }
    }
}
