import ArgumentParser
import Languages
import Representations
import Sync
import Workspace

/// `dragoman push`.
struct PushVerb: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "push", abstract: "Send the branch to a remote; nothing is ever forced.",
        discussion: """
            Refused when the remote has what is not here (sync unites both), and when the branch lacks an event \
            that the remote has.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The remote (default: the one that the branch comes from).")
    var remote: String?

    @Flag(help: "Send the tags of the branch, too, that the remote lacks.")
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
                    ? "\(place) has all of it already.\(tags)"
                    : "Pushed to \(place): \(report.news.sentence).\(tags)")
        }
        return .done
    }
}
