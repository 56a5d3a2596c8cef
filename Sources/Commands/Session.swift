import Languages
import Translation
import Workspace

/// One run of the program: its machine, its terminal, and the repository once it is opened.
final class Session {
    let host: Host
    let terminal: any Terminal

    init(host: Host, terminal: any Terminal) {
        self.host = host
        self.terminal = terminal
    }

    /// How output is coloured.
    var style: Style { Style(isColoured: terminal.isInteractive && allowsColour) }

    /// How talk is coloured.
    var errorStyle: Style { style }

    /// `NO_COLOR` in the environment turns colour off: <https://no-color.org>.
    private var allowsColour: Bool {
        host.variable("NO_COLOR") == nil && host.variable("TERM") != "dumb"
    }

    /// The directory to work in: `-C`, else `DRAGOMAN_DIR`, else the current one.
    func directory(_ options: GlobalOptions) -> String {
        options.directory.map(host.absolute)
            ?? host.variable("DRAGOMAN_DIR").map(host.absolute) ?? host.currentDirectory
    }

    /// Opens the repository that the options name.
    func open(_ options: GlobalOptions) throws -> Workspace {
        let workspace = try Workspace.open(
            directory(options), branch: options.branch ?? Workspace.defaultBranch, host: host)
        let terminal = terminal
        workspace.warn = { terminal.writeError("warning: \(Visible.escaping($0))\n") }
        if terminal.isInteractive {
            workspace.reportProgress = ProgressBar(terminal: terminal, now: host.now).report
        }
        return workspace
    }

    /// Tells the user something that is no data.
    func say(_ sentence: String) {
        terminal.writeError(sentence + "\n")
    }

    /// Asks whether to go on; refused where nobody can be asked.
    func confirm(_ question: String, assumingYes: Bool) throws -> Bool {
        if assumingYes { return true }
        guard terminal.canAsk else {
            throw Refusal(
                .noTerminal, "This wants to be confirmed, and there is no terminal to ask at.",
                hint: "--yes confirms it.")
        }
        let answer = terminal.ask("\(question) [y/N] ")?.lowercased()
        return answer == "y" || answer == "yes"
    }
}

extension Session {
    /// How wide tables may be: the terminal's width, or unbounded where nobody looks.
    var tableColumns: Int? { terminal.isInteractive ? terminal.columns : nil }
}
