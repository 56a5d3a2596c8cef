import Crypto
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
    case command(name: String, String)

    /// Finds the engine with the given name.
    init(_ name: String, in workspace: Workspace) throws {
        switch name {
        case "memory": self = .memory
        case "apertium": self = .apertium
        default:
            guard Self.isName(name) else {
                throw Refusal(
                    .invalidValue, "“\(name)” is not a valid engine name.",
                    hint: "Use lower-case letters, digits and hyphens.")
            }
            guard let command = try EngineSettings(of: workspace).command(of: name) else {
                throw Refusal(
                    .engine, "There is no engine “\(name)”.",
                    hint:
                        "Use memory or apertium, or configure an engine: git config dragomanEngine.\(name).command COMMAND."
                )
            }
            self = .command(name: name, command)
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
        case .command(let name, _): .machine(name)
        }
    }

    /// The name for `--engine`.
    var name: String {
        switch self {
        case .memory: "memory"
        case .apertium: "apertium"
        case .command(let name, _): name
        }
    }

    /// A fingerprint that changes when the engine's command changes.
    ///
    /// It is a digest, because the command may contain a secret key. It is empty for built-in
    /// engines.
    var fingerprint: String {
        guard case .command(_, let command) = self else { return "" }
        return SHA256.hash(data: Array(command.utf8)).prefix(8)
            .map { String(($0 >> 4), radix: 16) + String($0 & 15, radix: 16) }.joined()
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
        case .command(let name, let command):
            return CommandEngine(
                name: name, command: ["/bin/sh", "-c", command], environment: host.environment)
        }
    }
}
