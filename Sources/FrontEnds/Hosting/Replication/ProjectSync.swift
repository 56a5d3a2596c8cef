import Machine
import Sync
import Translation
import Workspace

/// A sync of a server's project with a Git remote that never prompts.
struct ProjectSync: Sendable {
    /// The path of the project.
    let path: String
    /// The author of merges, or nil for the identity in Git's configuration.
    let committer: Actor?
    let host: Host
    /// Receives warnings for the operator.
    let warn: @Sendable (String) -> Void
    /// Returns true if the sync should end early.
    var isCancelled: @Sendable () -> Bool = { false }

    /// The longest time that a sync may take.
    static let patience = Duration.seconds(60)

    /// Fetches, merges and pushes, and blocks the thread until that is done.
    ///
    /// `remote` is nil for the remote that the branch follows. Throws a ``Translation/Refusal``.
    func run(with remote: String?) throws -> SyncReport {
        var exchange = try exchange()
        exchange.includesPictures = true
        let report = try exchange.sync(remote)
        // The texts are in sync even if the remote does not take pictures.
        do {
            if try exchange.hasOtherPictures(at: remote) { try exchange.syncPictures(remote) }
        } catch {
            warn("The pictures were not synchronized: \(Refusal(error)?.message ?? "\(error)")")
        }
        return report
    }

    /// Returns the number of events that the remote did not have at the last fetch, or nil if it is
    /// unknown.
    func unsentEvents(to remote: String?) -> Int? {
        try? exchange().unsentEvents(to: remote)
    }

    private func exchange() throws -> Exchange {
        var exchange = try Exchange(
            path, host: host, dialogue: RemoteDialogue(warn: warn, isCancelled: isCancelled))
        exchange.committer = committer
        return exchange
    }
}
