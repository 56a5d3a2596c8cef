import Git
import GitEventStore
package import Workspace

/// The suggestion engines in a repository's Git configuration.
package struct EngineSettings {
    private let repository: GitRepository

    package init(of workspace: Workspace) { repository = workspace.store.repository }

    /// The settings of an engine that is a command: `dragomanEngine.NAME.…`.
    package struct Command: Sendable {
        /// The name of the engine.
        package let name: String
        /// The shell command, `command`.
        package let shell: String
        /// Whether requests contain all known facts about a string, `context`.
        package let takesContext: Bool
        /// The name of the model, `model`.
        package let model: String?
        /// The name of a faster model, `fastModel`.
        package let fastModel: String?
        /// The path of a prompt that replaces the engine's own, `prompt`.
        package let prompt: String?
    }

    /// Returns the name of the default engine, from `dragoman.engine`.
    package func standard() throws -> String? {
        try repository.string(forKey: "dragoman.engine").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the names of the engines, sorted.
    package func names() throws -> [String] {
        let settings = try repository.settings(matching: "^dragomanengine\\..*\\.command$")
        let names = settings.filter { !$0.value.isEmpty }
            .map { $0.key.dropFirst("dragomanengine.".count).dropLast(".command".count) }
        return Set(names.map(String.init)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the settings of an engine, or nil if `dragomanEngine.NAME.command` is not set.
    package func command(of name: String) throws -> Command? {
        func text(_ setting: String) throws -> String? {
            try repository.string(forKey: "dragomanEngine.\(name).\(setting)")
                .flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let shell = try text("command") else { return nil }
        return Command(
            name: name, shell: shell,
            takesContext: try repository.bool(forKey: "dragomanEngine.\(name).context") ?? false,
            model: try text("model"), fastModel: try text("fastModel"),
            prompt: try repository.path(forKey: "dragomanEngine.\(name).prompt"))
    }
}
