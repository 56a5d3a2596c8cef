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
        abstract: "Replace the history of the log by one commit, so that the repository shrinks.",
        discussion: """
            The state stays the same. If the setting retention is a number of days, testers' \
            proposals that were rejected or superseded longer ago are left out. Everything else \
            stays, but `blame` and `log` no longer know the commits and signatures before.

            Run it in the repository that all others fetch from, after everyone has synced. Clones \
            of the old history can no longer sync, and must be cloned again. Running servers \
            continue. The old commits take space until nothing leads to them and `gc` removes them.
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
        let omitted =
            report.omittedProposals == 0
            ? "without leaving out events"
            : "without \(counted(report.omittedProposals, "proposal")) (\(counted(report.omittedEvents, "event")))"
        let verb =
            report.commit.map { "The log begins anew at \($0)" } ?? "The log would begin anew"
        var text = "\(verb), \(omitted). The commit before is \(report.previous)."
        if !report.keepers.isEmpty {
            text += " Its history is still in \(report.keepers.joined(separator: ", "))."
        }
        return text
    }
}
