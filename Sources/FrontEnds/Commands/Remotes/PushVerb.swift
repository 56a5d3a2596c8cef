import ArgumentParser
import Languages
import Representations
import Sync
import Workspace

/// `dragoman push`.
struct PushVerb: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Push the branch to a remote, without force-pushing.",
        discussion: """
            Refused if the remote has commits that are missing here; sync merges them. Also \
            refused if the branch lacks an event that is on the remote.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The remote (default: the upstream of the branch).")
    var remote: String?

    @Flag(help: "Also push tags on the branch that the remote lacks.")
    var tags = false

    func run(in session: Session) throws -> ExitStatus {
        let report = try session.terminal.whileCancellable { isCancelled in
            try session.exchange(global, isCancelled: isCancelled).push(remote, tags: tags)
        }
        switch output.format {
        case .json:
            session.write(report.json)
        case .text:
            let place = "\(Visible.escaping(report.remote)) (\(Visible.escaping(report.url)))"
            let tags =
                report.tags.isEmpty
                ? "" : " Tags: \(report.tags.map(Visible.escaping).joined(separator: ", "))."
            session.say(
                report.old == report.commit
                    ? "\(place) is already up to date.\(tags)"
                    : "Pushed to \(place): \(report.news.sentence).\(tags)")
        }
        return .done
    }
}
