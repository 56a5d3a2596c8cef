import Git
package import GitEventStore
import Machine
import Translation

extension Workspace {
    /// The time that a writer waits for other writers, in milliseconds, if `dragoman.lockTimeout`
    /// is not set.
    package static let usualLockTimeout = 60_000

    /// Runs `body` as the only writer of the repository, after cleaning up after crashed writers.
    ///
    /// All code that moves the branch, or needs it to stay put, runs inside this call. It waits for
    /// other writers up to `dragoman.lockTimeout` (in milliseconds; 0 does not wait, and a negative
    /// value waits forever). After a second, it reports the process that holds the lock. Do not
    /// call this while holding the lock.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        try writing.exclusively(body)
    }

    package var writing: ExclusiveWriting {
        ExclusiveWriting(store: store, host: host, timeout: lockTimeout) { [warn] in warn?($0) }
    }

    /// Cleans up after a crashed writer if nobody else is writing.
    ///
    /// Readers call this, because they do not take the lock otherwise. Work that cannot be done now
    /// is left to the next writer, which reports the reason.
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

/// Exclusive writing to a log, for code without a ``Workspace``.
package struct ExclusiveWriting {
    private let store: GitEventStore
    private let host: Host
    /// The time to wait for other processes, in milliseconds, or `nil` for Git's configuration.
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

    /// Runs `body` with the writers' lock, without cleaning up after crashed writers.
    ///
    /// Code that works on possibly damaged objects uses this.
    package func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let patience = WriteLock.Patience(milliseconds: try timeout ?? lockTimeout()) {
            [warn] holder in
            let stopped = holder.isStopped ? ", which is stopped," : ""
            warn("Waiting for \(holder.description)\(stopped) to finish writing.")
        }
        return try WriteLock.hold(
            in: store.stateDirectory, sharing: store.repository.sharing, patience: patience, body)
    }

    func settle() throws {
        if try store.settle() == .interrupted {
            warn("An interrupted write was cleaned up.")
        }
        let now = host.now() / 1000
        let branch = try store.repository.directName(of: store.branch)
        if try store.repository.removeStaleLock(of: branch, now: now) {
            warn("A stale lock on the branch was removed.")
        }
        try removeStaleSharedLocks()
    }

    /// Removes stale locks other than the branch's own; the caller need not hold the writers' lock.
    package func removeStaleSharedLocks() throws {
        for name in try store.repository.removeStaleSharedLocks(now: host.now() / 1000) {
            warn("A stale lock was removed: \(name).")
        }
    }

    /// Removes stale locks on references and their reflogs below some directories.
    ///
    /// The caller need not hold the writers' lock.
    package func removeStaleLocks(below directories: [String]) throws {
        let removed = try store.repository.removeStaleLocks(
            below: directories, now: host.now() / 1000)
        for name in removed { warn("A stale lock was removed: \(name).") }
    }

    private func lockTimeout() throws -> Int {
        let key = "dragoman.lockTimeout"
        guard let text = try store.repository.string(forKey: key) else {
            return Workspace.usualLockTimeout
        }
        guard let milliseconds = Int(text), milliseconds <= Int(Int32.max) else {
            throw Refusal(
                .invalidValue,
                "Git's setting \(key) is “\(text)”, which is not a number of milliseconds.",
                hint:
                    "`git config \(key) 60000` waits a minute; 0 does not wait, and -1 waits forever."
            )
        }
        return milliseconds
    }
}
