import ArgumentParser
import Representations
import Translation
import Workspace

/// `dragoman init`.
struct Init: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Start a project, in a new repository or alongside existing code.",
        discussion: """
            In a Git work tree, the branch is added as an orphan alongside the code, and nothing \
            else changes. Elsewhere, a Git repository without a work tree is created in the \
            directory's .git. That way, git log and git push work there, and nobody edits event \
            files by hand. A missing directory is created, always with its own repository.

            With --agents, AGENTS.md in the directory tells AI agents that work on the code how to \
            add texts, and to propose translations instead of editing them. An existing file is \
            never changed.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The directory (default: the current one).")
    var directory: String?

    @Option(help: ArgumentHelp("The language that the app is written in.", valueName: "tag"))
    var source = "en"

    @Option(help: ArgumentHelp("The default section, for strings without one.", valueName: "name"))
    var defaultSection = "default"

    @Flag(help: "Write a short AGENTS.md for AI agents, unless there is one.")
    var agents = false

    func run(in session: Session) throws -> ExitStatus {
        let place = directory.map { session.path($0, global) } ?? session.directory(global)
        let branch = global.branch ?? Workspace.defaultBranch
        let made: Workspace.Initialized
        do {
            made = try Workspace.initialize(
                place,
                .init(
                    source: source, defaultSection: defaultSection,
                    branch: branch), host: session.host,
                warn: { session.say("warning: \($0)") })
        } catch let refusal as Refusal where agents && refusal.code == .exists {
            // A project that exists gets the file alone.
            let project = try Workspace.project(in: place, branch: branch, host: session.host)
            try writeGuide(AgentGuide(source: project.source, branch: branch), in: place, session)
            return .done
        }
        if agents {
            try writeGuide(AgentGuide(source: made.source, branch: branch), in: place, session)
        }
        switch output.format {
        case .json:
            session.write(made.json)
        case .text:
            let kind = made.isNewRepository ? "in a new repository" : "in the existing repository"
            session.say("Started a project in \(made.source), \(kind): \(made.gitDirectory)")
            let steps = FirstSteps.afterInit(
                in: place, argument: directory == nil ? global.directory : place)
            if !steps.isEmpty { session.terminal.writeError(steps) }
        }
        return .done
    }

    private func writeGuide(
        _ guide: AgentGuide, in directory: String, _ session: Session
    ) throws {
        session.say(
            try guide.write(in: directory)
                ? "Wrote \(AgentGuide.name)."
                : "\(AgentGuide.name) already exists, and was not changed.")
    }
}
