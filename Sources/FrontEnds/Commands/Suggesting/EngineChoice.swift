import Machine
import Suggestions
import Texts
import Translation
import Walks
import Workspace

/// An engine for suggestions.
enum EngineChoice {
    /// No engine: only the translation memory is used.
    case memory
    /// Apertium, as packaged by Debian.
    case apertium
    /// A shell command from Git's configuration, `dragomanEngine.NAME.command`.
    case command(EngineCommand)

    /// The facts that an engine gets with each text.
    enum ContextScope {
        /// No facts.
        case nothing
        /// The comment and the meaning.
        case comment
        /// All known facts.
        case everything
    }

    /// Finds the engine with the given name.
    ///
    /// `strategy` selects one of its models, if it has several. `takesContext` replaces the
    /// engine's own setting.
    init(
        _ name: String, strategy: TranslationSession.Strategy = .highFidelity,
        takesContext: Bool? = nil, in workspace: Workspace
    ) throws {
        switch name {
        case "memory": self = .memory
        case "apertium": self = .apertium
        default:
            guard Self.isName(name) else {
                throw Refusal(
                    .invalidValue, "“\(name)” is not a valid engine name.",
                    hint: "Use lower-case letters, digits and hyphens.")
            }
            guard let settings = try EngineSettings(of: workspace).command(of: name) else {
                throw Refusal(
                    .engine, "There is no engine “\(name)”.",
                    hint:
                        "Use memory or apertium, or configure an engine: git config dragomanEngine.\(name).command COMMAND."
                )
            }
            self = .command(
                try EngineCommand(
                    settings, strategy: strategy, takesContext: takesContext, workspace.host))
        }
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 40
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }

    /// The origin of the engine's texts.
    var origin: Origin {
        switch self {
        case .memory: .memory
        case .apertium: .machine("apertium")
        case .command(let command): command.origin
        }
    }

    /// The facts that the engine gets with each text.
    var contextScope: ContextScope {
        switch self {
        case .memory, .apertium: .nothing
        case .command(let command): command.takesContext ? .everything : .comment
        }
    }

    /// The name for `--engine`.
    var name: String {
        switch self {
        case .memory: "memory"
        case .apertium: "apertium"
        case .command(let command): command.name
        }
    }

    /// Returns a fingerprint that changes when the engine's command, model, strategy or prompt
    /// changes.
    ///
    /// It is empty for built-in engines.
    func fingerprint() throws -> String {
        if case .command(let command) = self { try command.fingerprint() } else { "" }
    }

    /// Returns all available engines: the built-in ones, followed by those in Git's configuration.
    static func all(in workspace: Workspace) throws -> [EngineChoice] {
        let builtIn: [EngineChoice] = [.memory, .apertium]
        let taken = Set(builtIn.map { Value.Text($0.name) })
        let names = try EngineSettings(of: workspace).names()
            .filter { isName($0) && !taken.contains(Value.Text($0)) }
        return try builtIn + names.map { try EngineChoice($0, in: workspace) }
    }

    /// Returns the translation engine, or nil for the memory, which is always used first.
    func engine(_ host: Host) -> (any TranslationEngine)? {
        let path = host.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        switch self {
        case .memory: return nil
        case .apertium:
            return ApertiumEngine(environment: ["PATH": path, "LC_ALL": "C.UTF-8"])
        case .command(let command): return command.engine(host)
        }
    }
}
