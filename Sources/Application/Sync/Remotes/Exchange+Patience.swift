import Git
import GitEventStore
import Machine
import Translation
import Workspace

extension Exchange {
    /// How long a lock is waited for that a process which died may have left, in milliseconds: a little longer than it takes
    /// until it counts as left behind.
    private static let patience = 12_000

    /// Runs `body` again and again while another process has locked what it needs, or died over it.
    ///
    /// A lock that a dead process left goes once it is ten seconds old, so that a sync soon after one that was killed waits and
    /// does not fail. Somebody who waits is told so.
    func patiently<Result>(
        at place: RemotePlace, _ body: () throws -> Result
    ) throws -> Result {
        var waited = 0
        while true {
            do {
                return try body()
            } catch  where Self.isLock(error) && waited < Self.patience {
                if waited == 1000 {
                    dialogue.warn("Waiting for a lock that another process has, or left.")
                }
                host.pause(500)
                waited += 500
                try requireNotCancelled(at: place)
                try removeStaleLocks()
            }
        }
    }

    /// Throws if the user has given up.
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

    /// Removes locks of references, and of files that all of them are in, that dead processes left.
    func removeStaleLocks() throws {
        try writing.removeStaleLocks(below: ["refs/remotes", "refs/tags"])
        try writing.removeStaleSharedLocks()
    }

    var writing: ExclusiveWriting {
        ExclusiveWriting(store: store, host: host, warn: dialogue.warn)
    }
}
