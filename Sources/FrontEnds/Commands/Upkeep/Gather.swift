import ArgumentParser
import Machine
import Representations
import Sync
import Translation
import Workspace

/// `dragoman gather`.
struct Gather: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "gather",
        abstract:
            "Combine many small old files into a few larger ones, for smaller and faster clones.",
        discussion: """
            Lines are moved unchanged, in one commit; no event is added, changed or lost. Works \
            only on the branch that everyone starts from, such as translations. If it has an \
            upstream, both must be at the same commit. The commit is pushed first, and discarded \
            if the upstream changed meanwhile. Branches without the gathered files still merge as \
            before.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "Only files older than this (default: 30d): an age such as 2w, or a time.",
            valueName: "time"))
    var olderThan: String?

    @Flag(help: "Files of any age.")
    var all = false

    @Flag(name: .customLong("dry-run"), help: "Only show what would be done.")
    var isDryRun = false

    func validate() throws {
        guard all, olderThan != nil else { return }
        throw ValidationError("Use --all or --older-than, not both.")
    }

    func run(in session: Session) throws -> ExitStatus {
        let gatherer = Gatherer(try session.open(global))
        let now = session.host.now()
        let age =
            if all {
                // This also includes events whose writer's clock was ahead.
                Int64.min / 2
            } else if let olderThan {
                now - (try Timestamp.span(of: olderThan, now: now).lowerBound)
            } else {
                Gatherer.defaultAge
            }
        let report = try gatherer.gather(olderThan: age, isDryRun: isDryRun) { landing in
            try session.terminal.whileCancellable { isCancelled in
                try gatherer.push(landing, session.dialogue(isCancelled: isCancelled))
            }
        }
        switch output.format {
        case .json:
            session.write(report.json)
        case .text: session.say(sentence(report))
        }
        return .done
    }

    private func sentence(_ report: GatherReport) -> String {
        guard report.removedFiles > 0 else {
            return "Nothing to gather in \(counted(report.totalFiles, "file"))."
        }
        let files =
            "\(report.removedFiles) of \(counted(report.totalFiles, "file")) into \(report.addedFiles)"
        guard report.commit != nil else { return "Would gather \(files)." }
        return "Gathered \(files)" + (report.remote.map { " and pushed to \($0)." } ?? ".")
    }
}
