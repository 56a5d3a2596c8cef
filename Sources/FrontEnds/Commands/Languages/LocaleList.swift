import ArgumentParser
import JSON
import Languages
import ReadModel
import Representations
import Texts
import Translation
import Workspace

/// `dragoman locale list`.
struct LocaleList: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the project's languages, the source first.",
        discussion: """
            --format markdown prints a table for a README, sorted by name. The Supported column \
            contains No if texts are missing or the language is only planned, and otherwise Yes. \
            An asterisk means that a text differs from the newest proposal with a reference \
            origin, unless that proposal was rejected.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: ArgumentHelp("The output format: text, json or markdown.", valueName: "form"))
    var format: Form = .text

    enum Form: String, ExpressibleByArgument {
        case text
        case json
        case markdown
    }

    var answersInJSON: Bool { format == .json }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        return try workspace.read(at: moment.moment()) { snapshot in
            let locales = try snapshot.locales().map { tag in
                (tag, try snapshot.model.locale(tag)?.attributes)
            }
            switch format {
            case .json: session.write(.array(locales.map { $0.0.json($0.1, in: snapshot.project) }))
            case .text: write(locales, snapshot.project, to: session)
            case .markdown:
                session.terminal.write(try markdown(locales.map(\.0), snapshot))
            }
            return .done
        }
    }

    private func write(
        _ locales: [(LanguageTag, LocaleAttributes?)], _ project: Project, to session: Session
    ) {
        let style = session.style
        var table = Table(style: style)
        for (tag, attributes) in locales {
            let chain = (attributes?.fallback ?? []).map(\.rawValue).joined(separator: " → ")
            let note =
                tag == project.source
                ? "source" : attributes?.isPlanned == true ? "planned" : ""
            table.add([
                .init(tag.rawValue, paint: style.bold),
                .init(attributes?.name ?? LanguageName.english(tag.rawValue)),
                .init(LanguageName.own(tag.rawValue)), .init(chain, paint: style.dim),
                .init(note, paint: style.yellow),
            ])
        }
        session.terminal.write(table.lines(columns: session.tableColumns))
    }

    private func markdown(
        _ tags: [LanguageTag], _ snapshot: Snapshot
    ) throws -> String {
        let rows = try zip(tags, try snapshot.shownNames(of: tags)).map { tag, name in
            (tag: tag, name: name, support: try snapshot.support(of: tag))
        }.sorted { $0.name.lowercased() < $1.name.lowercased() }
        let lines = rows.map { row in
            // A bare asterisk could start emphasis.
            let mark = row.support.differsFromReference ? "\\*" : ""
            let word = row.support.isSupported ? "Yes" : "No"
            return "| \(MarkdownText.escaping(row.name)) | `\(row.tag)` | \(word)\(mark) |\n"
        }
        let isMarked = rows.contains { $0.support.differsFromReference }
        return "| Locale | Identifier | Supported |\n|---|---|---|\n" + lines.joined()
            + (isMarked ? "\n\\* A text differs from its newest reference.\n" : "")
    }
}
