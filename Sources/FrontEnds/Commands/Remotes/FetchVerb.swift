import ArgumentParser
import Languages
import Representations
import Sync
import Workspace

/// `dragoman fetch`.
struct FetchVerb: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Bring what a remote has, and leave the branch here as it is.",
        discussion: """
            Says what is new. Events that the remote had before and has lost are named: they are still here, \
            and sync puts them back.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The remote (default: the one that the branch comes from).")
    var remote: String?

    @Flag(help: "Forget branches of the remote that are gone there.")
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
