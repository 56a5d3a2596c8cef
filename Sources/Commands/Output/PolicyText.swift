import JSON
import Languages
import Translation
import Workspace

extension PolicyFinding {
    /// The finding as a line for people.
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

    /// The finding as JSON.
    var json: JSONValue {
        .object { members in
            members.add("rule", rule.rawValue)
            members.add("severity", severity.rawValue)
            members.add("message", message)
            members.add("commit", commit)
            members.add("path", path)
            if let line { members.add("line", line) }
            members.add("event", event)
        }
    }
}

extension Session {
    /// Writes what a look at a history found; returns how the verb ends.
    func report(_ result: HistoryVerification, _ output: OutputOptions) -> ExitStatus {
        switch output.format {
        case .json:
            write(
                .object { members in
                    members.add("ok", result.isOK)
                    members.add("commits", result.commits)
                    members.add("findings", .array(result.findings.map(\.json)))
                    members.add("borders", .array(result.borders.map(JSONValue.string)))
                })
        case .text:
            for finding in result.findings { terminal.write(finding.line(style)) }
            for border in result.borders {
                let name = border.prefix(12)
                say(
                    "The history before \(name) is not here and was not judged. `git fetch --unshallow` brings it; `dragoman verify --history \(name)..` judges what came after."
                )
            }
            terminal.write("\(counted(result.commits, "commit"))\n")
            terminal.write(result.isOK ? "ok\n" : "not ok\n")
        }
        return result.isOK ? .done : .found
    }
}
