import ArgumentParser
import Languages
import Memory
import Texts
import Translation
import Workspace

/// Whether the translation memory is asked beside other things, and for what.
struct RememberingOptions: ParsableArguments {
    @OptionGroup var memories: MemoryOptions

    @Option(
        help: ArgumentHelp(
            "How alike source texts must be for the memory, from 1 to 100.", valueName: "percent"))
    var minMatch = 75

    @Flag(help: "Do not ask the memory.")
    var noMemory = false

    func validate() throws {
        guard (1...100).contains(minMatch) else {
            throw ValidationError("--min-match wants a number from 1 to 100.")
        }
        guard !noMemory || memories.others.isEmpty else {
            throw ValidationError("--memory and --no-memory exclude each other.")
        }
    }

    /// The memory of a project and of those that are named; `nil` if it is not to be asked.
    func memory(
        of workspace: Workspace, in session: Session, _ global: GlobalOptions
    ) throws -> TranslationMemory? {
        noMemory ? nil : try memories.open(workspace, in: session, global)
    }

    /// What a walk shows beside its texts.
    func remembered(
        in workspace: Workspace, _ session: Session, _ global: GlobalOptions
    ) throws -> RememberedTexts? {
        try memory(of: workspace, in: session, global).map { memory in
            RememberedTexts(
                memory: memory, source: workspace.project.source, minimum: minMatch)
        }
    }
}

extension TranslationMemory {
    /// The best text that is remembered for a text of a string.
    func best(
        _ source: String, _ string: StringID, from language: LanguageTag, to locale: LanguageTag,
        minimum: Int
    ) throws -> MemoryMatch? {
        try matches(
            for: source, source: language, target: locale, section: string.section,
            key: string.key, minimum: minimum, limit: 1
        ).first
    }
}

extension MemoryMatch {
    /// What a reviewer should know: how alike the remembered source text is, and what it says if it says something else.
    var note: String {
        percent < 100 ? "\(percent) % like “\(source)”" : "100 % match"
    }
}
