import ArgumentParser
import JSON
import Languages
import Machine
import Memory
import Representations
import Translation
import Workspace

/// `dragoman memory import`.
struct MemoryImport: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import a TMX file into the translation memory.",
        discussion: """
            The file is checked, and copied to .git/dragoman-state/memory, which is neither \
            fetched nor pushed. The project's texts do not change. TMX versions 1.1 to 1.4b \
            are supported, in UTF-8 or UTF-16.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The TMX file.")
    var file: String

    @Option(
        help: ArgumentHelp(
            "The name of the file in the memory (default: the file name without .tmx).",
            valueName: "name"))
    var name: String?

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let name = name ?? Self.name(of: file)
        let units = try MemoryFiles(workspace).take(session.path(file, global), as: name)
        switch output.format {
        case .json:
            session.write(
                .object {
                    $0.add("name", name)
                    $0.add("units", units)
                })
        case .text:
            session.say(
                "Imported \(counted(units, "unit")) as “\(Visible.escaping(name))”.")
        }
        return .done
    }

    private static func name(of path: String) -> String {
        let last = path.split(separator: "/").last.map(String.init) ?? path
        return last.lowercased().hasSuffix(".tmx") ? String(last.dropLast(4)) : last
    }
}

/// `dragoman memory export`.
struct MemoryExportVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the project's translation memory as TMX 1.4b.",
        discussion: """
            The file contains the project's texts that are neither stale nor flagged, but not \
            those from imported files. The same texts produce the same bytes, because the file \
            contains no dates.

            --preferences writes JSON lines instead, for training or testing language models: \
            each rejected proposal, with the reason, and a text that was preferred for the same \
            source text.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var option: NamedLocalesOption

    @Argument(
        help: ArgumentHelp("Languages (default: all except the source).", valueName: "locale"))
    var tags: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write to this file; - writes to standard output (default: -).", valueName: "file"))
    var output: String = "-"

    @Flag(help: "Write pairs of preferred and rejected texts as JSON lines.")
    var preferences = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let locales = try (tags + option.locales).map(workspace.language)
        if preferences {
            let export = try workspace.read { try PreferenceExport($0, of: locales) }
            try write(export.bytes, counted(export.pairs, "pair"), in: session)
            return .done
        }
        let export = try workspace.read { try MemoryExport($0, of: locales) }
        try write(export.bytes, counted(export.units, "unit"), in: session)
        guard export.leftOut > 0 else { return .done }
        session.say(
            "Left out \(counted(export.leftOut, "text")) with characters that XML does not allow.")
        return .found
    }

    private func write(_ bytes: [UInt8], _ contents: String, in session: Session) throws {
        if output == "-" {
            session.terminal.write(bytes: bytes)
        } else {
            try Files.write(bytes, to: session.path(output, global))
            session.say("Wrote \(contents) to \(Visible.escaping(output)).")
        }
    }
}

/// `dragoman memory list`.
struct MemoryList: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the contents of the translation memory: the project and imported files.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let parts = try TranslationMemory(session.open(global)).listings()
        switch output.format {
        case .json: session.write(.array(parts.map(\.json)))
        case .text:
            var table = Table(style: session.style)
            for part in parts {
                table.add([
                    .init(part.file ?? "(project)", paint: session.style.bold),
                    .init(counted(part.pairs, "pair"), isRightAligned: true),
                ])
            }
            session.terminal.page(table.lines(columns: session.tableColumns))
        }
        return .done
    }
}

/// `dragoman memory remove`.
struct MemoryRemove: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an imported file from the translation memory.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The name shown by `dragoman memory list`.")
    var name: String

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        try MemoryFiles(workspace).remove(name)
        switch output.format {
        case .json: session.write(.object { $0.add("name", name) })
        case .text: session.say("Removed “\(Visible.escaping(name))” from the memory.")
        }
        return .done
    }
}
