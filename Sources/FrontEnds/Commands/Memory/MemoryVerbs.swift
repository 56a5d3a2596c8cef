import ArgumentParser
import Memory
import Translation
import Workspace

/// `dragoman memory`.
struct MemoryVerbs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory",
        abstract: "Search the translation memory, and exchange it with other programs.",
        subcommands: [
            MemorySearch.self, MemoryImport.self, MemoryExportVerb.self, MemoryList.self,
            MemoryRemove.self,
        ])
}

/// The option for using the memories of other projects.
struct MemoryOptions: ParsableArguments {
    @Option(
        name: .customLong("memory"), parsing: .singleValue,
        help: ArgumentHelp(
            "Also use the memory of the project in this directory. Can be repeated.",
            valueName: "dir"))
    var others: [String] = []

    /// Opens the memory of a workspace together with those of other projects.
    func open(
        _ workspace: Workspace, in session: Session, _ global: GlobalOptions
    ) throws -> TranslationMemory {
        try TranslationMemory(workspace, others: others.map { session.path($0, global) })
    }
}
