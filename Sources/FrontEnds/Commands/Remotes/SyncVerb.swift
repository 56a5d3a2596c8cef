import ArgumentParser
import Languages
import ReadModel
import Representations
import Sync
import Translation
import Workspace

/// `dragoman sync`.
struct SyncVerb: FormattedVerb {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Fetch, merge and push, so that both sides have the same events.",
        discussion: """
            Merging event files never causes Git conflicts, and does not resolve contradictory \
            edits. Use conflicts to list those. If the remote changes meanwhile, sync starts \
            again. Refused if the result would lack an event from either side, or alter the bytes \
            of a remote event.

            Pictures of strings are exchanged once the repository has some, or with --pictures. \
            Neither clone nor fetch transfers them.
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The remote (default: the upstream of the branch).")
    var remote: String?

    @Flag(help: "Restore events that one of the sides has lost.")
    var restore = false

    @Flag(
        help:
            "If this branch has different bytes for an event, keep the older line."
    )
    var repair = false

    @Flag(help: "Also exchange pictures, even if there are none yet.")
    var pictures = false

    func run(in session: Session) throws -> ExitStatus {
        let report = try session.terminal.whileCancellable { isCancelled in
            try exchange(in: session, isCancelled).sync(
                remote, restoring: restore, repairing: repair)
        }
        let conflicts = report.isUnited ? conflictCount(in: session) : nil
        switch output.format {
        case .json:
            session.write(report.json(conflicts: conflicts))
        case .text:
            session.warn(of: report.lost, remote: report.remote)
            let united = report.isUnited ? " Merged both sides." : ""
            let restored =
                report.restored > 0
                ? " Added \(counted(report.restored, "lost event")) again." : ""
            if !report.repaired.isEmpty {
                session.say(
                    "Dropped altered lines for \(counted(report.repaired.count, "event")): \(report.repaired.prefix(5).joined(separator: ", "))\(report.repaired.count > 5 ? ", …" : "")."
                )
            }
            session.say(
                "Received from \(Visible.escaping(report.remote)): \(report.received.sentence).\(united)\(restored)"
            )
            session.say("Sent: \(report.sent.sentence).")
            if let conflicts, conflicts > 0 {
                session.say(
                    "\(counted(conflicts, "conflict")): `dragoman conflicts` lists \(conflicts == 1 ? "it" : "them")."
                )
            }
        }
        try exchangePictures(in: session)
        return .done
    }

    private func exchange(
        in session: Session, _ isCancelled: @escaping () -> Bool
    ) throws -> Exchange {
        var exchange = try session.exchange(global, isCancelled: isCancelled)
        exchange.includesPictures = try !pictures && exchange.hasPictures
        return exchange
    }

    /// Exchanges the pictures, and only warns if that fails and nobody asked for it.
    ///
    /// The texts are in sync even if the remote does not take pictures.
    private func exchangePictures(in session: Session) throws {
        do {
            try session.terminal.whileCancellable { isCancelled in
                let exchange = try exchange(in: session, isCancelled)
                if pictures || exchange.includesPictures { try exchange.syncPictures(remote) }
            }
        } catch {
            guard !pictures, let refusal = Refusal(error), refusal.code != .interrupted else {
                throw error
            }
            session.say(
                "warning: The pictures were not exchanged: \(Visible.escaping(refusal.message))")
        }
    }

    /// Returns the number of conflicts, or nil if they cannot be counted.
    ///
    /// An error here must not fail a successful sync.
    private func conflictCount(in session: Session) -> Int? {
        try? session.open(global).read(at: .tip) { try $0.model.conflicts().count }
    }
}
