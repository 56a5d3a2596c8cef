import ArgumentParser
import Languages
import Machine
import ReadModel
import Representations
import Sync
import Translation
import Workspace

/// `dragoman clone`.
struct Clone: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "clone",
        abstract: "Clone a repository.",
        discussion: """
            The result has the same layout as after init: a Git repository without a work tree in \
            the directory's .git, with the remote origin. A repository without translations is \
            refused. An interrupted clone leaves nothing behind.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The address: https://…, ssh://…, user@host:path, git://… or a path.")
    var url: String

    @Argument(help: "The directory (default: named after the address).")
    var directory: String?

    @Option(help: ArgumentHelp("Fetch only this many commits of history.", valueName: "n"))
    var depth: Int?

    @Flag(help: "Fetch only this branch, now and in later fetches.")
    var singleBranch = false

    func validate() throws {
        if let depth, depth < 1 { throw ValidationError("--depth must be 1 or more.") }
    }

    func run(in session: Session) throws -> ExitStatus {
        var host = session.host
        if let directory = global.directory { host.currentDirectory = host.absolute(directory) }
        let made = try session.terminal.whileCancellable { isCancelled in
            var cloning = try Cloning(
                url, to: directory, host: host,
                dialogue: session.dialogue(isCancelled: isCancelled))
            cloning.branch = global.branch ?? Workspace.defaultBranch
            cloning.depth = depth
            cloning.isSingleBranch = singleBranch
            return try cloning.run()
        }
        // The fetched events are read now, so that the next verb does not have to wait.
        var options = global
        options.directory = made.directory
        let workspace = try session.open(options)
        let (events, locales) = try workspace.read { snapshot in
            (try snapshot.model.eventCount(), try snapshot.locales())
        }
        switch output.format {
        case .json:
            session.write(made.json(events: events, locales: locales))
        case .text:
            session.say(
                "Cloned \(Visible.escaping(made.url)) to \(Visible.escaping(made.directory)): \(counted(events, "event")), \(counted(locales.count, "language"))."
            )
        }
        return .done
    }
}
