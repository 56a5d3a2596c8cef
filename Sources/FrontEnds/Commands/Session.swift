import Languages
public import Machine
import ReadModel
import Translation
import Workspace

/// One run of the program: its machine, its terminal, and the repository once it is opened.
public final class Session {
    let host: Host
    private let watched: WatchedTerminal
    private var opened: [Workspace] = []

    /// A run that has not begun.
    public init(host: Host, terminal: any Terminal) {
        self.host = host
        watched = WatchedTerminal(terminal)
    }

    var terminal: any Terminal { watched }

    /// How output is coloured.
    var style: Style { Style(isColoured: terminal.isInteractive && allowsColour) }

    /// How talk is coloured.
    var errorStyle: Style { style }

    /// How talk with a person is coloured, who is there even when the answer goes to a file.
    var talkStyle: Style {
        Style(isColoured: (terminal.isInteractive || terminal.canAsk) && allowsColour)
    }

    /// `NO_COLOR` in the environment turns colour off: <https://no-color.org>.
    private var allowsColour: Bool {
        host.variable("NO_COLOR") == nil && host.variable("TERM") != "dumb"
    }

    /// The directory to work in: `-C`, else `DRAGOMAN_DIR`, else the current one.
    func directory(_ options: GlobalOptions) -> String { directory(named: options.directory) }

    /// The directory to work in, given what `-C` says.
    func directory(named directory: String?) -> String {
        directory.map(host.absolute)
            ?? host.variable("DRAGOMAN_DIR").map(host.absolute) ?? host.currentDirectory
    }

    /// A path as the user means it: with `-C`, relative to that directory, as git has it.
    func path(_ path: String, _ options: GlobalOptions) -> String {
        guard !path.hasPrefix("/"), let directory = options.directory else {
            return host.absolute(path)
        }
        return host.absolute(directory) + "/" + path
    }

    /// Opens the repository that the options name.
    ///
    /// `acceptsDamage` opens one whose objects cannot all be read, to look at it.
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

    /// What the user makes of a text in the editor that Git would use; throws a ``EditorFailure``.
    func edit(_ text: [UInt8]) throws -> [UInt8] {
        try terminal.edit(text, with: opened.last?.editor)
    }

    /// Makes it possible to run the verb once more after a query found damage, and returns whether it is.
    ///
    /// Not after something was written or answered: it would be there twice.
    func canRunAgain(after failure: ReadModel.Failure) -> Bool {
        guard failure.kind == .damage, !opened.isEmpty else { return false }
        for workspace in opened { workspace.discardReadModel() }
        guard !watched.hasAnswered, opened.allSatisfy({ !$0.hasWritten }) else { return false }
        terminal.writeError(
            "warning: The read model was damaged and is made anew: \(Visible.escaping(failure.reason)).\n"
        )
        opened = []
        return true
    }

    /// The names that may have been meant instead of one that was refused, nearest first.
    ///
    /// Those of the tip are searched only now. A read model that fails meanwhile suggests nothing: the refusal counts.
    func nearest(to refusal: Refusal) -> [String] {
        let alternatives = refusal.hint.alternatives
        guard alternatives.isEmpty else { return alternatives }
        guard let workspace = opened.last,
            let names = try? workspace.read({ try $0.nearest(to: refusal) })
        else { return refusal.nearest }
        return names
    }

    /// Standard input to its end; refused where it is larger than a file may be.
    func inputBytes() throws -> [UInt8] {
        let input = terminal.readAll(upTo: Files.maximumSize + 1)
        guard input.count <= Files.maximumSize else {
            throw Refusal(
                .file, "Standard input has more than \(Files.maximumSize >> 20) MiB.",
                hint: "Split it into smaller parts.")
        }
        return input
    }

    /// Tells the user something that is no data.
    func say(_ sentence: String) {
        terminal.writeError(sentence + "\n")
    }
}

extension Session {
    /// How wide tables may be: the terminal's width, or unbounded where nobody looks.
    var tableColumns: Int? { terminal.isInteractive ? terminal.columns : nil }
}
