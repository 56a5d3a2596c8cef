import ArgumentParser
import Translation

/// The options of verbs that change many things at once.
struct AskingOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Proceed without asking for confirmation.")
    var yes = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    /// Shows the pending changes, and asks for confirmation.
    ///
    /// With `--dry-run`, only shows the changes. Throws a refusal if the user cannot be asked and
    /// `--yes` is not set. If there is nothing to do, does not ask.
    func agree(
        _ question: String, showing text: String, isNothing: Bool, in session: Session
    ) throws -> Bool {
        if isNothing { return true }
        if dryRun {
            session.terminal.page(text)
            return false
        }
        session.terminal.writeError(text)
        if yes { return true }
        guard session.terminal.canAsk else {
            throw Refusal(
                .noTerminal, "\(question) This needs confirmation, but there is no terminal.",
                hint:
                    "Use `--yes` to proceed without asking, or `--dry-run` to only show what would change."
            )
        }
        return session.confirm(question)
    }
}

extension Session {
    /// Asks a yes-or-no question; every answer except `y` and `Y` means no.
    func confirm(_ question: String) -> Bool {
        terminal.awaitKeys()
        terminal.writeError("\(style.bold(question)) [y/N] ")
        let key = terminal.readKey()
        terminal.settle()
        let isYes = key == .character("y") || key == .character("Y")
        terminal.writeError(isYes ? "yes\n" : "no\n")
        return isYes
    }
}
