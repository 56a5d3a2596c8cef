import Languages
import Machine
import Sync
import Translation
import Workspace

extension Session {
    /// Returns a transfer's dialogue with the user at this terminal.
    func dialogue(isCancelled: @escaping () -> Bool = { false }) -> RemoteDialogue {
        let terminal = terminal
        let bar =
            terminal.isInteractive ? ProgressBar(terminal: terminal, now: host.now) : nil
        return RemoteDialogue(
            isAttended: terminal.canAsk,
            progress: { work, done, total in bar?.report(work, done: done, total: total) },
            tell: { line in terminal.writeError("remote: \(Visible.escaping(line))\n") },
            warn: { terminal.writeError("warning: \(Visible.escaping($0))\n") },
            isCancelled: isCancelled)
    }

    /// Returns an exchange for the repository that the options specify.
    func exchange(
        _ options: GlobalOptions, isCancelled: @escaping () -> Bool
    ) throws -> Exchange {
        try Exchange(
            directory(options), branch: options.branch ?? Workspace.defaultBranch,
            host: host, dialogue: dialogue(isCancelled: isCancelled))
    }

    /// Warns about events that a remote has lost.
    func warn(of lost: [MissingEvent], remote: String) {
        guard !lost.isEmpty else { return }
        let ids = lost.prefix(5).map { Visible.escaping($0.id ?? $0.path) }
        let more = lost.count > 5 ? ", and \(lost.count - 5) more" : ""
        say(
            "warning: \(Visible.escaping(remote)) lost \(counted(lost.count, "event")): \(ids.joined(separator: ", "))\(more)."
        )
    }
}

extension EventNews {
    /// A summary such as `12 events, 3 of them proposals: de 4, fr 8`.
    var sentence: String {
        guard events > 0 else { return "nothing new" }
        var text = counted(events, "event")
        if proposals > 0 {
            text += ", \(proposals) of them \(proposals == 1 ? "a proposal" : "proposals")"
        }
        return text + ": " + locales.map { "\($0.locale) \($0.events)" }.joined(separator: ", ")
    }
}
