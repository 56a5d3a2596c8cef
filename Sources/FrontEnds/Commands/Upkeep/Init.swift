import ArgumentParser
import Representations
import Translation
import Workspace

/// `dragoman init`.
struct Init: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Begin a project, in a new repository or beside the code of one that is there.",
        discussion: """
            In a directory that lies in a Git work tree, the branch is added as an orphan beside the code, and \
            nothing else is touched. Elsewhere a Git repository without a work tree is made in the directory's \
            .git, so that git log and git push work there and nobody edits event files by hand. A directory that is \
            missing is made, with a repository of its own wherever it lies.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The directory (default: the current one).")
    var directory: String?

    @Option(help: ArgumentHelp("The language that the app is written in.", valueName: "tag"))
    var source = "en"

    @Option(help: ArgumentHelp("The section of strings that name none.", valueName: "name"))
    var defaultSection = "default"

    func run(in session: Session) throws -> ExitStatus {
        let made = try Workspace.initialize(
            directory.map { session.path($0, global) } ?? session.directory(global),
            .init(
                source: source, defaultSection: defaultSection,
                branch: global.branch ?? Workspace.defaultBranch),
            host: session.host, warn: { session.say("warning: \($0)") })
        switch output.format {
        case .json:
            session.write(made.json)
        case .text:
            let place = made.isNewRepository ? "in a new repository" : "beside what is there"
            session.say("Began a project in \(made.source), \(place): \(made.gitDirectory)")
        }
        return .done
    }
}
