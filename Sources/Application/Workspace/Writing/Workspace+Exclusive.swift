import Git
package import GitEventStore
import Machine
import Translation

extension Workspace {
    /// How long a writer waits for others where `dragoman.lockTimeout` says nothing, in milliseconds.
    package static let usualLockTimeout = 60_000

    /// Runs `body` as the one writer of the repository, in good order: what a dead writer left is settled before.
    ///
    /// Everything that moves the branch, or must not see it moved, goes through here. Waits for others as long as
    /// `dragoman.lockTimeout` says (milliseconds; 0 is not at all, less is for ever), and says after a second for
    /// whom. Not to be called by who holds the lock already.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try writing.exclusively(body)
    }

    package var writing: ExclusiveWriting {
        ExclusiveWriting(store: store, host: host, timeout: lockTimeout) { [warn] in warn?($0) }
    }

    /// Settles what a dead writer left, where nobody else writes: for readers, who need no lock.
    ///
    /// What cannot be done now is left to the next writer, which says why.
    func settleIfNobodyWrites() {
        guard store.hasUnsettledMove else { return }
        try? WriteLock.hold(
            in: store.stateDirectory, sharing: store.repository.sharing,
            patience: .init(milliseconds: 0)
        ) {
            try writing.settle()
        }
    }
}

/// Writing to a log as the only one, for whoever has no ``Workspace``.
package struct ExclusiveWriting {
    private let store: GitEventStore
    private let host: Host
    /// How long to wait for other processes, in milliseconds; `nil` for what Git's configuration says.
    private let timeout: Int?
    private let warn: @Sendable (String) -> Void

    package init(
        store: GitEventStore, host: Host, timeout: Int? = nil,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.store = store
        self.host = host
        self.timeout = timeout
        self.warn = warn
    }

    /// Runs `body` as ``Workspace/exclusively(_:)`` does.
    package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try alone {
            try settle()
            return try body()
        }
    }

    /// Runs `body` with the lock that writers take, and leaves what a dead one left: where objects may be damaged.
    package func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let patience = WriteLock.Patience(milliseconds: try timeout ?? lockTimeout()) {
            [warn] holder in
            let stopped = holder.isStopped ? ", which is stopped" : ""
            warn("Waiting for \(holder.description)\(stopped), to end its write.")
        }
        return try WriteLock.hold(
            in: store.stateDirectory, sharing: store.repository.sharing, patience: patience, body)
    }

    func settle() throws {
        if try store.settle() == .interrupted {
            warn("A write that was interrupted has been cleared away.")
        }
        let now = host.now() / 1000
        let branch = try store.repository.directName(of: store.branch)
        if try store.repository.removeStaleLock(of: branch, now: now) {
            warn("A lock that a dead process had left on the branch was removed.")
        }
        try removeStaleSharedLocks()
    }

    /// Removes locks that are not the branch's own; no lock is needed to do so.
    package func removeStaleSharedLocks() throws {
        for name in try store.repository.removeStaleSharedLocks(now: host.now() / 1000) {
            warn("A lock that a dead process had left was removed: \(name).")
        }
    }

    /// Removes locks of references, or of their reflogs, below some directories; no lock is needed to do so.
    package func removeStaleLocks(below directories: [String]) throws {
        let removed = try store.repository.removeStaleLocks(
            below: directories, now: host.now() / 1000)
        for name in removed { warn("A lock that a dead process had left was removed: \(name).") }
    }

    private func lockTimeout() throws -> Int {
        let key = "dragoman.lockTimeout"
        guard let text = try store.repository.string(forKey: key) else {
            return Workspace.usualLockTimeout
        }
        guard let milliseconds = Int(text), milliseconds <= Int(Int32.max) else {
            throw Refusal(
                .invalidValue, "Git's setting \(key) is “\(text)”, and no number of milliseconds.",
                hint:
                    "`git config \(key) 60000` waits a minute; 0 does not wait, -1 waits for ever.")
        }
        return milliseconds
    }
}
