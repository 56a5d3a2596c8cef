import Git
import GitEventStore
import Machine
import Translation
import Workspace

extension Exchange {
    /// The time to wait for a lock that may be stale, in milliseconds: a little longer than the age
    /// at which a lock counts as stale.
    private static let patience = 12_000

    /// Runs `body`, and retries it while another process holds a required lock.
    ///
    /// A dead process's lock is removed once it is ten seconds old. A sync right after a killed
    /// sync therefore waits instead of failing. After one second, the user sees a message.
    func patiently<Result>(
        at place: RemotePlace, _ body: () throws -> Result
    ) throws -> Result {
        var waited = 0
        while true {
            do {
                return try body()
            } catch  where Self.isLock(error) && waited < Self.patience {
                if waited == 1000 {
                    dialogue.warn("Waiting for a lock that another process holds or left behind.")
                }
                host.pause(500)
                waited += 500
                try requireNotCancelled(at: place)
                try removeStaleLocks()
            }
        }
    }

    /// Throws if the user cancelled the transfer.
    func requireNotCancelled(at place: RemotePlace) throws {
        guard dialogue.isCancelled() else { return }
        throw RemoteFailure(kind: .interrupted, address: place.address, words: "")
    }

    private static func isLock(_ error: any Error) -> Bool {
        switch error {
        case let failure as RemoteFailure: failure.kind == .locked
        case let error as GitError: error.code == .locked
        default: error is BranchLocked
        }
    }

    /// Removes stale locks on references, and on the files that all references share.
    func removeStaleLocks() throws {
        try writing.removeStaleLocks(below: ["refs/remotes", "refs/tags"])
        try writing.removeStaleSharedLocks()
    }

    var writing: ExclusiveWriting {
        ExclusiveWriting(store: store, host: host, warn: dialogue.warn)
    }
}
