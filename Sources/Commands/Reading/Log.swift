import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman log`.
struct Log: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Show events, newest first; with --format json exactly as they are stored.",
        discussion: """
            A..B shows the events that B has and A lacks, A...B those that only one of the two has; a single \
            revision is looked at as with --rev. --commits walks history to name the commit that brought each event.
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
        }
        switch output.format {
        case .json: try writeJSON(source.events, filter, names, to: session)
        case .text: try writeText(source.events, filter, names, workspace.project, to: session)
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

    private func writeText(
        _ model: ReadModel, _ filter: EventFilter, _ commits: [EventID: CommitName],
        _ project: Project, to session: Session
    ) throws {
        var text = LogText(project, session.style)
        var isEmpty = true
        try session.terminal.stream(isPaged: true) { write in
            try model.forEachEvent(filter) { stored in
                isEmpty = false
                let lines = text.lines(stored.event, commit: commits[stored.event.id])
                return write(Array(lines.utf8))
            }
        }
        if isEmpty { session.say("No events.") }
    }

    /// The events as stored, byte for byte, as the elements of one array.
    private func writeJSON(
        _ model: ReadModel, _ filter: EventFilter, _ commits: [EventID: CommitName],
        to session: Session
    ) throws {
        try session.terminal.stream(isPaged: false) { write in
            var separator = "[\n"
            try model.forEachEvent(filter) { stored in
                defer { separator = ",\n" }
                return write(
                    Array(separator.utf8) + Self.line(stored, commits[stored.event.id]))
            }
            _ = write(Array((separator == ",\n" ? "\n]\n" : "[]\n").utf8))
        }
    }

    /// The stored line, and the commit as one more member of it.
    private static func line(_ stored: StoredEvent, _ commit: CommitName?) -> [UInt8] {
        guard let commit, let end = stored.line.lastIndex(of: UInt8(ascii: "}")) else {
            return stored.line
        }
        return stored.line[..<end] + Array(",\"commit\":\"\(commit.id)\"}".utf8)
    }
}
