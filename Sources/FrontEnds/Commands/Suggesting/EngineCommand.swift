import Crypto
import Languages
import Machine
import Suggestions
import Translation
import Walks
import Workspace

/// An engine that is a shell command, with its model and prompt.
struct EngineCommand {
    let name: String
    let shell: String
    /// Whether requests contain all known facts about a string.
    let takesContext: Bool
    /// The name of the model, if it is configured.
    let model: String?
    private let strategy: TranslationSession.Strategy
    /// The path of the prompt, if it is configured.
    private let prompt: String?

    /// The maximum length of a model's name, in bytes.
    private static let longestModel = 100

    /// Chooses the model for a strategy.
    init(
        _ settings: EngineSettings.Command, strategy: TranslationSession.Strategy,
        takesContext: Bool?, _ host: Host
    ) throws {
        name = settings.name
        shell = settings.shell
        self.takesContext = takesContext ?? settings.takesContext
        self.strategy = strategy
        model = strategy == .lowLatency ? settings.fastModel ?? settings.model : settings.model
        if let model, !Self.isName(model: model) {
            throw Refusal(
                .invalidValue, "“\(Visible.escaping(model))” is not a valid name of a model.",
                hint: "Use the name that the service lists, without spaces.")
        }
        prompt = settings.prompt.map(host.absolute)
    }

    /// Returns a digest of the command, the model, the strategy and the contents of the prompt.
    ///
    /// It is a digest, because the command may contain a secret key. Throws a ``Refusal`` if the
    /// prompt cannot be read.
    func fingerprint() throws -> String {
        var parts = [Array(shell.utf8)]
        if let model { parts.append(Array("model \(model)".utf8)) }
        if strategy != .highFidelity { parts.append(Array("strategy \(strategy.name)".utf8)) }
        if let prompt { parts.append(Array("prompt ".utf8) + (try Files.read(prompt))) }
        return SHA256.hash(data: Array(parts.joined(separator: [0]))).prefix(8)
            .map { String(($0 >> 4), radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func isName(model: String) -> Bool {
        model.utf8.count <= longestModel
            && model.unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
                    && $0.properties.generalCategory != .format
            }
    }

    /// The origin of the engine's texts: `machine:NAME`, or `machine:NAME/MODEL` if the model is
    /// known.
    var origin: Origin { .machine(model.map { "\(name)/\($0)" } ?? name) }

    /// Returns the engine, whose process gets the model and the prompt in its environment.
    func engine(_ host: Host) -> CommandEngine {
        var environment = host.environment
        environment["DRAGOMAN_ENGINE_MODEL"] = model
        environment["DRAGOMAN_ENGINE_PROMPT"] = prompt
        return CommandEngine(
            name: name, command: ["/bin/sh", "-c", shell], environment: environment,
            sendsContext: takesContext)
    }
}
