import ArgumentParser
import Languages
import Memory
import Texts
import Translation
import Workspace

/// The options for using the translation memory in other verbs.
struct RememberingOptions: ParsableArguments {
    @OptionGroup var memories: MemoryOptions

    @Option(
        help: ArgumentHelp(
            "The minimum similarity of source texts in the memory, from 1 to 100.",
            valueName: "percent"))
    var minMatch = 75

    @Flag(help: "Do not use the memory.")
    var noMemory = false

    func validate() throws {
        guard (1...100).contains(minMatch) else {
            throw ValidationError("--min-match must be from 1 to 100.")
        }
        guard !noMemory || memories.others.isEmpty else {
            throw ValidationError("Use --memory or --no-memory, not both.")
        }
    }

    /// Returns the memory of the project and of the projects in the options, or nil with
    /// `--no-memory`.
    func memory(
        of workspace: Workspace, in session: Session, _ global: GlobalOptions
    ) throws -> TranslationMemory? {
        noMemory ? nil : try memories.open(workspace, in: session, global)
    }

    /// Returns the remembered texts that a walk shows, or nil with `--no-memory`.
    func remembered(
        in workspace: Workspace, _ session: Session, _ global: GlobalOptions
    ) throws -> RememberedTexts? {
        try memory(of: workspace, in: session, global).map { memory in
            RememberedTexts(
                memory: memory, source: workspace.project.source, minimum: minMatch)
        }
    }
}

extension MemoryMatch {
    /// A note for the reviewer: the similarity of the remembered source text, and that text if it
    /// differs.
    var note: String {
        percent < 100 ? "\(percent) % like “\(source)”" : "100 % match"
    }
}
