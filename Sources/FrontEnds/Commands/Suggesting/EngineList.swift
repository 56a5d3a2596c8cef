import JSON
import Machine
import Suggestions
import Texts
import Translation
import Walks
import Workspace

/// The rows of `suggest --engines`: each engine, whether it is usable, and its provider.
struct EngineList {
    let titles = ["engine", "status", "package", "default"]
    let rows: [[String?]]

    /// Creates the list; querying the system's packages can take a second.
    init(in workspace: Workspace, _ host: Host) throws {
        let standard = try EngineSettings(of: workspace).standard() ?? "memory"
        rows = try EngineChoice.all(in: workspace).map { choice in
            let (status, package) = try Self.status(of: choice, host)
            return [
                choice.name, status.rawValue, package,
                choice.name.hasSameBytes(as: standard) ? "default" : nil,
            ]
        }
    }

    private static func status(
        of choice: EngineChoice, _ host: Host
    ) throws -> (status: LanguageAvailability.Status, package: String?) {
        switch choice {
        case .memory: return (.installed, "dragoman")
        case .apertium:
            guard let engine = choice.engine(host) as? ApertiumEngine else {
                return (.unsupported, nil)
            }
            let status = try Waiting.value { try await engine.status() }
            return (status, status == .unsupported ? nil : "apertium")
        case .command(let command):
            let package = "git config dragomanEngine.\(command.name).command"
            guard let program = program(of: command.shell) else { return (.installed, package) }
            let isHere = host.isProgram(program)
            return (isHere ? .installed : .unsupported, package)
        }
    }

    /// Returns the program that a shell command starts, or nil if only a shell can determine it.
    private static func program(of command: String) -> String? {
        guard let word = command.split(whereSeparator: \.isWhitespace).first else { return nil }
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "/._-+".contains($0) }
        return isPlain ? String(word) : nil
    }
}

/// The rows of `suggest --pairs`: the project's languages first, then each engine's other pairs.
struct PairList {
    let titles = ["engine", "source", "target", "status", "package"]
    private(set) var rows: [[String?]] = []
    /// Messages about engines that could not be queried.
    private(set) var notes: [String] = []

    /// Queries engines for their pairs.
    ///
    /// With a language, queries only the pair that translates into it. The memory supports every
    /// pair.
    init(
        of engines: [EngineChoice], to locale: LanguageTag?, in workspace: Workspace, _ host: Host
    ) throws {
        let source = try LanguageSubtags(workspace.project.source.rawValue)
        let targets =
            try locale.map { [$0] }
            ?? workspace.read(at: .tip, locales: []) { snapshot in
                try snapshot.locales().filter { $0 != snapshot.project.source }
            }
        for choice in engines {
            guard let engine = choice.engine(host) else { continue }
            do {
                try add(engine, from: source, to: targets, isComplete: locale == nil)
            } catch let error as TranslationError {
                notes.append(error.description)
                for target in targets {
                    add(engine, source.description, target.rawValue, .unsupported, nil)
                }
            }
        }
    }

    private mutating func add(
        _ engine: any TranslationEngine, from source: LanguageSubtags, to targets: [LanguageTag],
        isComplete: Bool
    ) throws {
        var offers = try Waiting.value { try await engine.pairs() } ?? []
        let availability = LanguageAvailability(engine: engine)
        for target in targets {
            let subtags = try LanguageSubtags(target.rawValue)
            let pair = try Waiting.value { await availability.pair(from: source, to: subtags) }
            offers.removeAll { $0 == pair }
            let status: LanguageAvailability.Status =
                pair.map { $0.isInstalled ? .installed : .supported } ?? .unsupported
            add(engine, source.description, target.rawValue, status, pair?.package)
        }
        guard isComplete else { return }
        for isInstalled in [true, false] {
            for offer in offers where offer.isInstalled == isInstalled {
                add(
                    engine, offer.languages.source.description, offer.languages.target.description,
                    isInstalled ? .installed : .supported, offer.package)
            }
        }
    }

    private mutating func add(
        _ engine: any TranslationEngine, _ source: String, _ target: String,
        _ status: LanguageAvailability.Status, _ package: String?
    ) {
        rows.append([engine.name, source, target, status.rawValue, package])
    }
}

extension Session {
    /// Writes rows as a table, or as an array of JSON objects whose members are the titles.
    func write(_ rows: [[String?]], of titles: [String], _ output: OutputOptions) {
        switch output.format {
        case .json:
            write(
                .array(
                    rows.map { row in
                        .object { members in
                            for (title, cell) in zip(titles, row) { members.add(title, cell) }
                        }
                    }))
        case .text:
            var table = Table(style: style)
            for row in rows { table.add(row.map { .init($0 ?? "") }) }
            terminal.write(table.lines(columns: tableColumns))
        }
    }
}
