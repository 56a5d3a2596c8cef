import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman log`.
struct Log: FormattedVerb {
    static let configuration = CommandConfiguration(
        verb: "log",
        abstract: "Show events, newest first; with --format json as they are stored.",
        discussion: """
            A..B shows the events that B has and A lacks, A...B those that only one of the two has; a single \
            revision is looked at as with --rev. --commits walks history to name the commit that brought each event. What was said again \
            with the same idempotency key names the event that counts, as JSON in aliasOf.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var locale: LocaleOption
    @OptionGroup var filters: LogFilters

    @Argument(help: ArgumentHelp("What to show.", valueName: "rev[..rev]"))
    var range: String?

    @Flag(help: "Name the commit that brought each event.")
    var commits = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale = try locale.locale.map(workspace.language)
        let source = try source(workspace, locale)
        let filter = try filters.filter(locale, workspace, in: source.names)
        var names: [EventID: CommitName] = [:]
        if commits {
            var places: [(path: String, id: EventID)] = []
            try source.events.forEachEvent(filter) { stored in
                places.append((stored.path, stored.event.id))
                return true
            }
            names = try workspace.commits(bringing: places, before: source.ends)
            if names.count < places.count, try workspace.isHistoryCut() {
                session.say(
                    "note: The beginning of history is not here, so that some events are shown without a commit; `git fetch --unshallow` brings it."
                )
            }
        }
        let notes = Notes(commits: names, aliases: try source.names.aliases())
        switch output.format {
        case .json: try writeJSON(source.events, filter, notes, to: session)
        case .text: try writeText(source.events, filter, notes, workspace.project, to: session)
        }
        return .done
    }

    /// Where the events are, where names are looked up, and which states have the events.
    private typealias Source = (events: ReadModel, names: ReadModel, ends: [Moment])

    private func source(_ workspace: Workspace, _ locale: LanguageTag?) throws -> Source {
        var moment = try moment.moment()
        if let range {
            guard case .tip = moment else {
                throw ValidationError("Give revisions, or --rev or --at, not both.")
            }
            if let events = try workspace.events(inRange: range) {
                return (events.model, try workspace.model(at: .tip), events.ends)
            }
            moment = .revision(range)
        }
        let model = try workspace.model(at: moment, locales: locale.map { [$0] })
        return (model, model, [moment])
    }

    /// What is known of events beside what they say.
    private struct Notes {
        /// The commits that brought them, where these are wanted.
        let commits: [EventID: CommitName]
        /// What counts in the place of each alias.
        let aliases: [EventID: EventID]
    }

    private func writeText(
        _ model: ReadModel, _ filter: EventFilter, _ notes: Notes,
        _ project: Project, to session: Session
    ) throws {
        var text = LogText(project, session.style)
        var isEmpty = true
        try session.terminal.stream(isPaged: true) { write in
            try model.forEachEvent(filter) { stored in
                isEmpty = false
                let id = stored.event.id
                let lines = text.lines(
                    stored.event, commit: notes.commits[id], counting: notes.aliases[id])
                return write(Array(lines.utf8))
            }
        }
        if isEmpty { session.say("No events.") }
    }

    /// The events as stored, byte for byte, as the elements of one array.
    private func writeJSON(
        _ model: ReadModel, _ filter: EventFilter, _ notes: Notes,
        to session: Session
    ) throws {
        try session.terminal.stream(isPaged: false) { write in
            var separator = "[\n"
            try model.forEachEvent(filter) { stored in
                defer { separator = ",\n" }
                return write(
                    Array(separator.utf8) + Self.line(stored, notes))
            }
            _ = write(Array((separator == ",\n" ? "\n]\n" : "[]\n").utf8))
        }
    }

    /// The stored line, and what is known of it as more members.
    private static func line(_ stored: StoredEvent, _ notes: Notes) -> [UInt8] {
        let id = stored.event.id
        let members = [
            notes.aliases[id].map { ("aliasOf", $0.description) },
            notes.commits[id].map { ("commit", $0.id) },
        ].compactMap(\.self)
        guard !members.isEmpty, let end = stored.line.lastIndex(of: UInt8(ascii: "}")) else {
            return stored.line
        }
        let added = members.map { ",\"\($0.0)\":\"\($0.1)\"" }.joined()
        return stored.line[..<end] + Array((added + "}").utf8)
    }
}
