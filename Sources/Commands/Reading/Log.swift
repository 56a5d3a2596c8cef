import ArgumentParser
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman log`.
struct Log: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Show events, newest first; with --format json exactly as they are stored.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var moment: MomentOptions
    @OptionGroup var locale: LocaleOption

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(help: ArgumentHelp("Only this string.", valueName: "key"))
    var key: String?

    @Option(help: ArgumentHelp("Only proposals and decisions of this guid.", valueName: "guid"))
    var guid: String?

    @Option(help: ArgumentHelp("Only by people with this in name or mail.", valueName: "text"))
    var author: String?

    @Option(help: ArgumentHelp("Only these types, such as proposal.made.", valueName: "type,…"))
    var type: String?

    @Option(help: ArgumentHelp("Only from this time on.", valueName: "time"))
    var since: String?

    @Option(help: ArgumentHelp("Only up to this time.", valueName: "time"))
    var until: String?

    @Option(
        name: [.customShort("n"), .customLong("limit")],
        help: ArgumentHelp("At most so many.", valueName: "count"))
    var limit: Int?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locale = try locale.locale.map(workspace.language)
        let model = try workspace.model(at: moment.moment(), locales: locale.map { [$0] })
        let string = try key.map { key in
            try workspace.string(KeyArgument(key, section: section), in: model)
        }
        let events = try model.events(
            EventFilter(
                locale: locale, section: section.map(workspace.section), string: string,
                guid: guid.map { HashedGuid(guid: $0, project: workspace.project) },
                author: author,
                types: type?.split(separator: ",").map(String.init) ?? [],
                after: try since.map { .highest(at: try Self.startOfTime($0) - 1) },
                through: try until.map { .highest(at: UInt64(try Self.time($0))) }, limit: limit))
        switch output.format {
        case .json: writeJSON(events, to: session)
        case .text:
            let lines = events.map { EventLine($0.event, workspace.project, session.style).text }
            session.terminal.page(lines.joined())
        }
        return .done
    }

    /// The events as stored, byte for byte, as the elements of one array.
    private func writeJSON(_ events: [StoredEvent], to session: Session) {
        var bytes = Array("[".utf8)
        for (index, event) in events.enumerated() {
            bytes += Array((index == 0 ? "\n" : ",\n").utf8)
            bytes += event.line
        }
        bytes += Array((events.isEmpty ? "]\n" : "\n]\n").utf8)
        session.terminal.write(bytes: bytes)
    }

    private static func time(_ text: String) throws -> Int64 {
        guard case .time(let milliseconds) = try Moment.time(text: text) else { return 0 }
        return milliseconds
    }

    /// A bare date begins with the day and not with its end.
    private static func startOfTime(_ text: String) throws -> UInt64 {
        let time = try time(text)
        return UInt64(text.utf8.count == 10 ? time - 86_400_000 + 1 : time)
    }
}
