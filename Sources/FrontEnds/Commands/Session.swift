import Languages
package import Machine
import ReadModel
import Translation
import Workspace

/// One run of the program: its machine, its terminal, and its open repositories.
package final class Session {
    let host: Host
    private let watched: WatchedTerminal
    private var opened: [Workspace] = []

    package init(host: Host, terminal: any Terminal) {
        self.host = host
        watched = WatchedTerminal(terminal)
    }

    var terminal: any Terminal { watched }

    /// The style of the output.
    var style: Style { Style(isColoured: terminal.isInteractive && allowsColour) }

    /// The style of messages on standard error.
    var errorStyle: Style { style }

    /// The style of prompts.
    ///
    /// The user can be at the terminal even if the output goes to a file.
    var talkStyle: Style {
        Style(isColoured: (terminal.isInteractive || terminal.canAsk) && allowsColour)
    }

    /// Whether colour is allowed: `NO_COLOR` is not set, and `TERM` is not `dumb`.
    ///
    /// See <https://no-color.org>.
    private var allowsColour: Bool {
        host.variable("NO_COLOR") == nil && host.variable("TERM") != "dumb"
    }

    /// Returns the working directory: `-C`, otherwise `DRAGOMAN_DIR`, otherwise the current
    /// directory.
    func directory(_ options: GlobalOptions) -> String { directory(named: options.directory) }

    /// Returns the working directory for the given value of `-C`.
    func directory(named directory: String?) -> String {
        directory.map(host.absolute)
            ?? host.variable("DRAGOMAN_DIR").map(host.absolute) ?? host.currentDirectory
    }

    /// Resolves a path from the user; with `-C`, a relative path is resolved against that
    /// directory, as in Git.
    func path(_ path: String, _ options: GlobalOptions) -> String {
        guard !path.hasPrefix("/"), let directory = options.directory else {
            return host.absolute(path)
        }
        return host.absolute(directory) + "/" + path
    }

    /// Opens the repository that the options specify.
    ///
    /// With `acceptsDamage`, opens the repository for inspection even if some objects cannot be
    /// read.
    func open(_ options: GlobalOptions, acceptsDamage: Bool = false) throws -> Workspace {
        let open = acceptsDamage ? Workspace.openDamaged : Workspace.open
        let workspace = try open(
            directory(options), options.branch ?? Workspace.defaultBranch, host)
        let terminal = terminal
        workspace.warn = { terminal.writeError("warning: \(Visible.escaping($0))\n") }
        keep(workspace)
        if terminal.isInteractive {
            workspace.reportProgress = ProgressBar(terminal: terminal, now: host.now).report
        }
        return workspace
    }

    /// Keeps a repository open until the run ends; see ``CommandLineTool/run(bytes:in:)``.
    func keep(_ workspace: Workspace) { opened.append(workspace) }

    /// Lets the user edit a text in the editor that Git is configured to use.
    ///
    /// Throws an ``EditorFailure``.
    func edit(_ text: [UInt8]) throws -> [UInt8] {
        try terminal.edit(text, with: opened.last?.editor)
    }

    /// Prepares to run the verb again after a query found damage, and returns true if that is
    /// possible.
    ///
    /// A second run is not possible after output or a write, because these would be repeated.
    func canRunAgain(after failure: ReadModel.Failure) -> Bool {
        guard failure.kind == .damage, !opened.isEmpty else { return false }
        for workspace in opened { workspace.discardReadModel() }
        guard !watched.hasAnswered, opened.allSatisfy({ !$0.hasWritten }) else { return false }
        terminal.writeError(
            "warning: The read model was damaged, and is being rebuilt: \(Visible.escaping(failure.reason)).\n"
        )
        opened = []
        return true
    }

    /// Returns names similar to the refused one, nearest first.
    ///
    /// The names at the tip are searched only when this method is called. If the read model fails,
    /// the refusal is shown without these names.
    func nearest(to refusal: Refusal) -> [String] {
        let alternatives = refusal.hint.alternatives
        guard alternatives.isEmpty else { return alternatives }
        guard let workspace = opened.last,
            let names = try? workspace.read({ try $0.nearest(to: refusal) })
        else { return refusal.nearest }
        return names
    }

    /// Reads standard input to its end, and rejects input above the size limit for files.
    func inputBytes() throws -> [UInt8] {
        let input = terminal.readAll(upTo: Files.maximumSize + 1)
        guard input.count <= Files.maximumSize else {
            throw Refusal(
                .file, "Standard input is larger than \(Files.maximumSize >> 20) MiB.",
                hint: "Split the input into smaller parts.")
        }
        return input
    }

    /// Prints a message for the user, separate from the output.
    func say(_ sentence: String) {
        terminal.writeError(sentence + "\n")
    }
}

extension Session {
    /// The maximum width of tables, in columns; nil if the output is not a terminal.
    var tableColumns: Int? { terminal.isInteractive ? terminal.columns : nil }
}
