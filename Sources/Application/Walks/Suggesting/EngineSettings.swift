import Git
import GitEventStore
package import Workspace

/// The suggestion engines in a repository's Git configuration.
package struct EngineSettings {
    private let repository: GitRepository

    package init(of workspace: Workspace) { repository = workspace.store.repository }

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

    /// Returns the shell command of an engine, from `dragomanEngine.NAME.command`.
    package func command(of name: String) throws -> String? {
        try repository.string(forKey: "dragomanEngine.\(name).command")
            .flatMap { $0.isEmpty ? nil : $0 }
    }
}
