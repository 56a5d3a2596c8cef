import ArgumentParser
import Machine
import Workspace

/// `dragoman completions`: prints the script that makes a shell call ``Complete``.
struct PrintCompletions: Verb {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print the completion script for a shell.",
        discussion: "The default is the shell in the environment variable SHELL.",
        shouldDisplay: false)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "The shell.")
    var shell: Shell?

    func run(in session: Session) throws -> ExitStatus {
        let usual = session.host.variable("SHELL")?.split(separator: "/").last.map(String.init)
        guard let shell = shell ?? usual.flatMap(Shell.init) else {
            throw ValidationError("Specify bash, zsh or fish, because SHELL is none of these.")
        }
        session.terminal.write(CompletionScript.text(of: shell))
        return .done
    }
}
