import ArgumentParser
import JSON
import Languages
import Memory
import Representations
import Texts
import Translation
import Workspace

/// `dragoman memory search`.
struct MemorySearch: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search for previous translations.",
        discussion: """
            Lists pairs that contain the words in the source text or the translation, ignoring \
            case, shortest first. With --min-match, lists pairs whose source text is similar to \
            the whole text, best first: “context” means an equal text with the key from --key, and \
            100% means an equal text. The memory contains the project's texts that are neither \
            stale nor flagged, and those from imported files. Exit 1 if nothing is found.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var memories: MemoryOptions

    @Argument(help: "The words or text to search for.")
    var text: String

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp(
            "The language of the translations (default: all; with --min-match, DRAGOMAN_LOCALE).",
            valueName: "tag"))
    var locale: String?

    @Option(
        help: ArgumentHelp(
            "Find texts with at least this similarity in percent, from 1 to 100.",
            valueName: "percent"))
    var minMatch: Int?

    @Option(help: ArgumentHelp("The key of the string that the text is for.", valueName: "key"))
    var key: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The section of the key.", valueName: "name"))
    var section: String?

    @Option(
        help: ArgumentHelp("Show at most this many results (default: 20).", valueName: "number"))
    var limit: Int = 20

    func validate() throws {
        if let minMatch, !(1...100).contains(minMatch) {
            throw ValidationError("--min-match must be from 1 to 100.")
        }
        guard limit > 0 else { throw ValidationError("--limit must be 1 or more.") }
        guard minMatch != nil || (key == nil && section == nil) else {
            throw ValidationError("--key and --section require --min-match.")
        }
    }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let named = try locale.map(workspace.language)
        guard let minMatch else {
            let memory = try memories.open(workspace, in: session, global)
            let found = try memory.search(text, in: named, limit: limit)
            show(found.map { (nil, $0) }, in: session)
            return found.isEmpty ? .found : .done
        }
        guard let target = try named ?? workspace.defaultLocale() else {
            throw ValidationError("Specify the language of the translations with --locale.")
        }
        let memory = try memories.open(workspace, in: session, global)
        let found = try memory.matches(
            for: text, source: workspace.project.source, target: target, section: section,
            key: key, minimum: minMatch, limit: limit)
        show(found.map { ($0, $0.entry) }, in: session)
        return found.isEmpty ? .found : .done
    }

    private func show(_ rows: [(match: MemoryMatch?, entry: MemoryEntry)], in session: Session) {
        switch output.format {
        case .json: session.write(.array(rows.map { $0.match?.json ?? $0.entry.json }))
        case .text:
            let style = session.style
            var table = Table(style: style)
            for (match, entry) in rows {
                var cells: [Table.Cell] = []
                if let match {
                    let likeness = match.isContext ? "context" : "\(match.percent)%"
                    let isEqual = match.percent >= 100
                    cells.append(
                        Table.Cell(likeness) { isEqual ? style.green($0) : style.yellow($0) })
                }
                cells += [
                    Table.Cell(entry.locale.rawValue, paint: style.bold),
                    Table.Cell(DisplayWidth.truncated(Visible.escaping(entry.source), to: 50)),
                    Table.Cell(DisplayWidth.truncated(Visible.escaping(entry.target), to: 50)),
                    Table.Cell(origin(of: entry), paint: style.dim),
                ]
                table.add(cells)
            }
            session.terminal.page(table.lines(columns: session.tableColumns))
        }
    }

    /// Returns the project, file and string that an entry comes from.
    private func origin(of entry: MemoryEntry) -> String {
        let string = [entry.section, entry.key].compactMap(\.self).joined(separator: ":")
        return [entry.origin.project, entry.origin.file, string.isEmpty ? nil : string]
            .compactMap(\.self).joined(separator: " ")
    }
}
