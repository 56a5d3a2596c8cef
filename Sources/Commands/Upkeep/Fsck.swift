import ArgumentParser
import JSON
import Languages
import Translation
import Workspace

/// `dragoman rebuild`.
struct Rebuild: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Make the read model anew from the log; it is only ever a copy.")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        let (events, digest) = try workspace.rebuild()
        switch output.format {
        case .json:
            session.write(
                .object { members in
                    members.add("events", events)
                    members.add("digest", digest)
                })
        case .text: session.terminal.write("\(counted(events, "event")), digest \(digest)\n")
        }
        return .done
    }
}

/// `dragoman fsck`.
struct Fsck: FormattedVerb {
    static let configuration = CommandConfiguration(
        abstract: "Look at every event, at what history had, and at the read model.",
        discussion: """
            Exit 1 when an event is malformed, contradicted or lost, or the read model is wrong. --restore adds \
            the events again that an ancestor of the tip had, byte for byte.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Bring back what a revert, a reset or a merge took away.")
    var restore = false

    func run(in session: Session) throws -> ExitStatus {
        let workspace = try session.open(global)
        if restore {
            let restored = try workspace.restoreLostEvents()
            session.say(
                restored.lines == 0
                    ? "Nothing was lost." : "Restored \(counted(restored.lines, "event")).")
        }
        let report = try workspace.fsck()
        switch output.format {
        case .json: session.write(report.json)
        case .text: write(report, to: session)
        }
        return report.isOK ? .done : .found
    }

    private func write(_ report: FsckReport, to session: Session) {
        let style = session.style
        for problem in report.problems {
            let place = problem.path + (problem.line.map { ":\($0)" } ?? "")
            let word = problem.isError ? style.red("error") : style.yellow("warning")
            let event = problem.event.map { " (\($0))" } ?? ""
            session.terminal.write(
                "\(word)  \(Visible.escaping(place)): \(Visible.escaping(problem.problem))\(event)\n"
            )
        }
        session.terminal.write("\(counted(report.events, "event")), digest \(report.digest)\n")
        session.terminal.write(report.isOK ? "ok\n" : "not ok\n")
    }
}

extension FsckReport {
    fileprivate var json: JSONValue {
        .object { members in
            members.add("ok", isOK)
            members.add("events", events)
            members.add("digest", digest)
            members.add(
                "problems",
                .array(
                    problems.map { problem in
                        .object { members in
                            members.add("path", problem.path)
                            if let line = problem.line { members.add("line", line) }
                            members.add("problem", problem.problem)
                            members.add("event", problem.event)
                        }
                    }))
        }
    }
}
