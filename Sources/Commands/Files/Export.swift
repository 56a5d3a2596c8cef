public import ArgumentParser
public import Interchange
import JSON
import Languages
import ReadModel
import Translation
import Workspace

/// `dragoman export`.
struct Export: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Write localization files.",
        discussion: """
            One file goes to standard output; several want -o. Without --format the profiles of the settings are \
            written. Only files that are written anew are replaced. What a format cannot carry is left out and \
            listed, with exit 1.

            Formats: \(FileFormats.all.map { "\($0.name) (\($0.summary))" }.joined(separator: "; ")).
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var moment: MomentOptions

    @Option(help: ArgumentHelp("The format of the files.", valueName: "name"))
    var format: String?

    @Option(
        name: [.customLong("locale"), .customShort("l")],
        help: ArgumentHelp("Only this language; may be given more than once.", valueName: "tag"))
    var locales: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Only this section.", valueName: "name"))
    var section: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write below this directory.", valueName: "dir"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What stands for untranslated strings: omit, source, empty, key.", valueName: "what"))
    var untranslated: ExportOptions.Untranslated = .omit

    @Flag(help: "Keep dots in keys as they are, instead of nesting.")
    var flat = false

    @Flag(
        inversion: .prefixedNo,
        help:
            "Fill what a regional language lacks from its fallback chain (default: the setting “inherit”)."
    )
    var inherit: Bool?

    @Option(help: ArgumentHelp("Report as text or json.", valueName: "text|json"))
    var report: OutputFormat = .text

    var answersInJSON: Bool { report == .json }

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let wanted = try locales.map(workspace.language)
        let model = try workspace.model(
            at: moment.moment(), locales: wanted.isEmpty ? nil : wanted)
        var exported = Exported()
        for request in try requests(workspace, wanted, in: model) {
            let part = try workspace.export(request.request, from: model)
            exported.files += part.files.map { file in
                OutputFile(
                    path: request.directory.map { "\($0)/\(file.path)" } ?? file.path,
                    bytes: file.bytes)
            }
            exported.unrepresentable += part.unrepresentable
        }
        try deliver(exported, workspace, session)
        for (locale, item) in exported.unrepresentable {
            let string = Visible.escaping(item.string.spelled(in: workspace.project))
            session.say("unrepresentable: \(locale) \(string): \(Visible.escaping(item.reason))")
        }
        return exported.unrepresentable.isEmpty ? .done : .found
    }

    private typealias Request = (request: ExportRequest, directory: String?)

    /// The one format that is asked for, or the profiles of the settings.
    private func requests(
        _ workspace: Workspace, _ wanted: [LanguageTag], in model: ReadModel
    ) throws -> [Request] {
        func request(_ format: any FileFormat, _ locales: [LanguageTag]?) -> ExportRequest {
            ExportRequest(
                format: format, locales: wanted.isEmpty ? locales : wanted,
                section: section.map(workspace.section),
                untranslated: untranslated, isFlat: flat, inherits: inherit)
        }
        if let format { return [(request(try Workspace.format(format), nil), nil)] }
        let profiles = try workspace.exportProfiles(in: model)
        guard !profiles.isEmpty else {
            throw Refusal(
                .invalidValue, "No format is named, and the project has no export profiles.",
                hint: "Name one with --format, or set “export-profiles” with `dragoman config`.")
        }
        return profiles.map { (request($0.format, $0.locales), $0.directory) }
    }

    private func deliver(
        _ exported: Exported, _ workspace: Workspace, _ session: Session
    ) throws {
        if let output {
            try workspace.write(exported.files, to: session.path(output, global))
            switch report {
            case .text: session.say("Wrote \(counted(exported.files.count, "file")) to \(output).")
            case .json: session.write(reportJSON(exported))
            }
            return
        }
        guard exported.files.count <= 1 else {
            throw Refusal(
                .file, "These are \(exported.files.count) files.",
                hint:
                    "Name a directory with -o, or one language and section with --locale and --section."
            )
        }
        if report == .json { throw ValidationError("--report json wants -o.") }
        if let file = exported.files.first { session.terminal.write(bytes: file.bytes) }
    }

    private func reportJSON(_ exported: Exported) -> JSONValue {
        .object { members in
            members.add("files", .array(exported.files.map { .string($0.path) }))
            members.add(
                "unrepresentable",
                .array(
                    exported.unrepresentable.map { locale, item in
                        .object { members in
                            members.add("locale", locale.rawValue)
                            members.add(item.string)
                            members.add("reason", item.reason)
                        }
                    }))
        }
    }
}

extension ExportOptions.Untranslated: ExpressibleByArgument {}
