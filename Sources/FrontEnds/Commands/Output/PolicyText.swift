import Languages
import Policy
import Representations
import Translation
import Workspace

extension PolicyFinding {
    /// Returns the finding as a line of text.
    func line(_ style: Style) -> String {
        let word =
            switch severity {
            case .error: style.red(severity.rawValue)
            case .warning: style.yellow(severity.rawValue)
            case .unchecked: style.dim(severity.rawValue)
            }
        let place = path.map { $0 + (line.map { ":\($0)" } ?? "") + ": " } ?? ""
        let event = event.map { " (\($0))" } ?? ""
        let commit = commit.map { " in \($0.prefix(12))" } ?? ""
        return
            "\(word)  \(rule.rawValue)\(commit)  \(Visible.escaping(place))\(Visible.escaping(message))\(event)\n"
    }
}

extension Session {
    /// Writes the result of verifying a history, and returns the exit status.
    func report(_ result: HistoryVerification, _ output: OutputOptions) -> ExitStatus {
        switch output.format {
        case .json:
            write(result.json)
        case .text:
            for finding in result.findings { terminal.write(finding.line(style)) }
            for border in result.borders {
                let name = border.prefix(12)
                say(
                    "The history before \(name) is missing from this shallow clone and was not checked. Use `git fetch --unshallow` to fetch it, or `dragoman verify --history \(name)..` to check only later commits."
                )
            }
            terminal.write("\(counted(result.commits, "commit"))\n")
            terminal.write(result.isOK ? "ok\n" : "not ok\n")
        }
        return result.isOK ? .done : .found
    }
}
