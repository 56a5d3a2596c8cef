import ArgumentParser
import Languages
import Representations
import Sync
import Workspace

/// `dragoman fetch`.
struct FetchVerb: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch from a remote, without changing the local branch.",
        discussion: """
            Reports new events. Events that the remote has lost are listed: they still exist \
            here, and sync restores them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The remote (default: the upstream of the branch).")
    var remote: String?

    @Flag(help: "Remove remote-tracking branches that no longer exist on the remote.")
    var prune = false

    func run(in session: Session) throws -> ExitStatus {
        let report = try session.terminal.whileCancellable { isCancelled in
            try session.exchange(global, isCancelled: isCancelled).fetch(remote, prunes: prune)
        }
        switch output.format {
        case .json:
            session.write(report.json)
        case .text:
            for change in report.changes { session.say(change.sentence) }
            session.say("\(Visible.escaping(report.remote)): \(report.news.sentence).")
            session.warn(of: report.lost, remote: report.remote)
        }
        return .done
    }
}

extension FetchReport.Change {
    fileprivate var sentence: String {
        let name = Visible.escaping(shorthand)
        func short(_ commit: String) -> String {
            String(commit.prefix(10))
        }
        return switch (old, new) {
        case (let old?, let new?):
            "\(name): \(short(old))..\(short(new))\(isForced ? " (forced)" : "")"
        case (nil, let new?): "\(name): new, \(short(new))"
        case (_, nil): "\(name): gone"
        }
    }
}
