import ArgumentParser
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman log`.
struct Log: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show events, newest first; with --format json, as they are stored.",
        discussion: """
            A..B shows the events in B that are not in A, and A...B those in only one of the two. \
            A single revision works like --rev. --commits searches history for the commit that \
            added each event. An event that repeats another one with the same idempotency key \
            refers to it; in JSON, as aliasOf.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var locale: LocaleOption
    @OptionGroup var filters: LogFilters

    @Argument(help: ArgumentHelp("The revisions to show.", valueName: "rev[..rev]"))
    var range: String?

    @Flag(help: "Show the commit that added each event.")
    var commits = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale = try locale.locale.map(workspace.language)
        var moment = try moment.moment()
        if let range {
            guard case .tip = moment else {
                throw ValidationError("Use only one of revisions, --rev and --at.")
            }
            if let found = try workspace.events(inRange: range) {
                return try workspace.read(at: .tip) { snapshot in
                    try found.events.read { events in
                        try show(events, found.ends, locale, names: snapshot, in: session)
                    }
                }
            }
            moment = .revision(range)
        }
        return try workspace.read(at: moment, locales: locale.map { [$0] }) { snapshot in
            try show(snapshot.model, [moment], locale, names: snapshot, in: session)
        }
    }

    /// Shows events.
    ///
    /// Names are resolved in `snapshot`, and `ends` are the states that contain the events.
    private func show(
        _ events: ReadModel, _ ends: [Moment], _ locale: LanguageTag?, names snapshot: Snapshot,
        in session: Session
    ) throws -> ExitStatus {
        let filter = try filters.filter(locale, snapshot)
        var names: [EventID: CommitName] = [:]
        if commits {
            var places: [(path: String, id: EventID)] = []
            try events.forEachEvent(filter) { stored in
                places.append((stored.path, stored.event.id))
                return true
            }
            names = try snapshot.commits(bringing: places, before: ends)
            if names.count < places.count, try snapshot.isHistoryCut() {
                session.say(
                    "note: Some events are shown without a commit, because this clone is shallow. Use `git fetch --unshallow` to fetch the rest of the history."
                )
            }
        }
        let notes = Notes(commits: names, aliases: try snapshot.model.aliases())
        switch output.format {
        case .json: try writeJSON(events, filter, notes, to: session)
        case .text: try writeText(events, filter, notes, snapshot, to: session)
        }
        return .done
    }

    /// Facts about events that the events themselves do not contain.
    private struct Notes {
        /// The commits that added the events, if requested.
        let commits: [EventID: CommitName]
        /// The event that takes effect instead of each alias.
        let aliases: [EventID: EventID]
    }

    private func writeText(
        _ model: ReadModel, _ filter: EventFilter, _ notes: Notes,
        _ snapshot: Snapshot, to session: Session
    ) throws {
        var text = LogText(
            snapshot.project, session.style, try snapshot.channelReleaseNames())
        var isEmpty = true
        try session.terminal.stream(isPaged: true) { write in
            try model.forEachEvent(filter) { stored in
                isEmpty = false
                let id = stored.event.id
                let lines = text.lines(
                    stored.event, commit: notes.commits[id], counting: notes.aliases[id],
                    proponent: try snapshot.proponent(acceptedBy: stored.event))
                return write(Array(lines.utf8))
            }
        }
        if isEmpty { session.say("No events.") }
    }

    /// Writes the events as a JSON array, with each event byte for byte as stored.
    private func writeJSON(
        _ model: ReadModel, _ filter: EventFilter, _ notes: Notes,
        to session: Session
    ) throws {
        try session.terminal.stream(isPaged: false) { write in
            var separator = "[\n"
            try model.forEachEvent(filter) { stored in
                defer { separator = ",\n" }
                return write(
                    Array(separator.utf8)
                        + stored.jsonBytes(
                            aliasOf: notes.aliases[stored.event.id],
                            commit: notes.commits[stored.event.id]?.id, showsAddresses: true))
            }
            _ = write(Array((separator == ",\n" ? "\n]\n" : "[]\n").utf8))
        }
    }
}
