import ArgumentParser
import Languages
import Machine
import Representations
import Sync
import Translation
import Workspace

/// `dragoman begin-anew`.
struct BeginAnew: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "begin-anew",
        abstract: "Replace the log's history with a single commit, so that the repository shrinks.",
        discussion: """
            All texts, reviews and open proposals stay the same. If the setting `retention` is a \
            number of days, testers' proposals that were rejected or superseded longer ago are left \
            out, with the comments on them. `blame` and `log` no longer show earlier commits and \
            signatures.

            Run it in the repository that all others fetch from. Clones of the old history can no \
            longer sync. In each of them, `begin-anew --from REMOTE` takes over the new history, \
            and adds what that clone had not sent. Servers can keep running. The old commits take \
            up space until no reference leads to them and `gc` has removed them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var asking: AskingOptions

    @Option(help: "Take over the new beginning of this remote.")
    var from: String?

    func run(in session: Session) throws -> ExitStatus {
        let beginning = NewBeginning(try session.open(global))
        let adoption = try from.map { remote in
            try session.terminal.whileCancellable { isCancelled in
                try beginning.fetch(
                    from: remote, dialogue: session.dialogue(isCancelled: isCancelled))
            }
        }
        func begin(isDryRun: Bool) throws -> BeginningReport {
            try adoption.map { try beginning.adopt($0, isDryRun: isDryRun) }
                ?? beginning.run(isDryRun: isDryRun)
        }
        let plan = try begin(isDryRun: true)
        let isAgreed =
            try !asking.dryRun
            && asking.agree(
                "Replace the history?", showing: sentence(plan) + "\n", isNothing: false,
                in: session)
        let report = isAgreed ? try begin(isDryRun: false) : plan
        switch output.format {
        case .json: session.write(report.json)
        case .text: if isAgreed || asking.dryRun { session.say(sentence(report)) }
        }
        return .done
    }

    private func sentence(_ report: BeginningReport) -> String {
        var sentences: [String]
        if let remote = report.remote.map({ Visible.escaping($0) }) {
            let (kept, omitted) = (
                counted(report.keptEvents, "unsent event"), counted(report.omittedEvents, "event")
            )
            sentences = [
                report.commit.map { "This clone now has the history of \(remote), at \($0)." }
                    ?? "This clone would have the history of \(remote).",
                "\(kept) \(report.keptEvents == 1 ? "is" : "are") added.",
                "\(omitted) that \(remote) left out \(report.omittedEvents == 1 ? "is" : "are") dropped.",
            ]
        } else {
            sentences = [
                report.commit.map { "The history now begins at \($0)." }
                    ?? "The history would begin with a new commit.",
                report.omittedProposals == 0
                    ? "No events are left out."
                    : "\(counted(report.omittedProposals, "proposal")) (\(counted(report.omittedEvents, "event"))) are left out.",
            ]
        }
        sentences.append("The previous commit is \(report.previous).")
        if !report.keepers.isEmpty {
            sentences.append(
                "These references keep the old history: \(report.keepers.joined(separator: ", ")).")
        }
        return sentences.joined(separator: " ")
    }
}
