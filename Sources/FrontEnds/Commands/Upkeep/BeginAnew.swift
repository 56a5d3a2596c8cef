import ArgumentParser
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

            Run it in the repository that all others fetch from, after everyone has synced. Clones \
            of the old history can no longer sync and must be cloned again. Servers can keep \
            running. The old commits take up space until no reference leads to them and `gc` has \
            removed them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var asking: AskingOptions

    func run(in session: Session) throws -> ExitStatus {
        let beginning = NewBeginning(try session.open(global))
        let plan = try beginning.run(isDryRun: true)
        let isAgreed =
            try !asking.dryRun
            && asking.agree(
                "Replace the history?", showing: sentence(plan) + "\n", isNothing: false,
                in: session)
        let report = isAgreed ? try beginning.run() : plan
        switch output.format {
        case .json: session.write(report.json)
        case .text: if isAgreed || asking.dryRun { session.say(sentence(report)) }
        }
        return .done
    }

    private func sentence(_ report: BeginningReport) -> String {
        let (proposals, events) = (
            counted(report.omittedProposals, "proposal"), counted(report.omittedEvents, "event")
        )
        let omitted =
            report.omittedProposals == 0
            ? "No events are left out." : "\(proposals) (\(events)) are left out."
        let beginning =
            report.commit.map { "The history now begins at \($0)." }
            ?? "The history would begin with a new commit."
        var text = "\(beginning) \(omitted) The previous commit is \(report.previous)."
        if !report.keepers.isEmpty {
            text +=
                " These references keep the old history: \(report.keepers.joined(separator: ", "))."
        }
        return text
    }
}
