import EventStore
import Synchronization
import Workspace

extension ProjectHost {
    /// A catch-up with commits from other processes.
    struct CatchUp {
        let task: Task<Void, any Error>
        /// Whether checks at the full rate might have found the commits earlier.
        let isLate: Bool
    }

    /// Reads the commits that are in the branch now.
    package func catchUp() async throws { _ = try await writer.catchUp() }

    /// Catches up if the read model does not contain the position yet.
    ///
    /// If the log does not contain it either, a replicated project is synchronized, because another
    /// server may have written it. Throws ``Behind`` if that takes longer than five seconds.
    package func reach(_ position: String) async throws {
        if let now = writer.position, try ancestry.contains(position, at: now.commit) { return }
        let end = ContinuousClock.now + .seconds(5)
        repeat {
            let now = try await writer.catchUp()
            if try ancestry.contains(position, at: now.commit) { return }
            guard settings.remote != nil else { break }
        } while await kept.replica.synced(within: end - .now)
        try Task.checkCancellation()
        kept.replica.noteMissing(interval: .milliseconds(settings.syncInterval))
        throw Behind(position: position)
    }

    /// Waits until the project's remote has all that was written here.
    ///
    /// Returns false if it takes longer than `patience`. The project must have a remote.
    package func allSent(within patience: Duration) async -> Bool {
        await kept.replica.allSent(within: patience)
    }

    /// The error thrown when the log does not contain a position yet.
    package struct Behind: Error, Sendable {
        /// The position that the log does not contain.
        package let position: String
    }

    /// Reads commits from other processes if the branch has moved since the last call.
    ///
    /// If another call is already reading them, waits for it. Cost if nothing changed: two `stat`
    /// calls.
    func lookForOthers(at now: Duration) async throws {
        let isLate = kept.pace.withLock { $0.interval(at: now) > CheckPace.shortest }
        try await startLooking(isLate: isLate, at: now)?.value
    }

    /// Starts to read commits from other processes if the branch has moved; returns the task that
    /// reads them.
    ///
    /// The check is noted only when it has been made. A request that comes earlier would otherwise
    /// rely on a check that has not seen anything yet.
    @discardableResult
    private func startLooking(
        isLate: Bool, at now: Duration
    ) throws -> Task<Void, any Error>? {
        try catchingUp.withLock { current in
            if let current { return current.task }
            defer { kept.pace.withLock { $0.noteCheck(at: now) } }
            let hasMoved = try ancestry.hasMoved()
            guard hasMoved else { return nil }
            let task = Task {
                defer { catchingUp.withLock { $0 = nil } }
                do {
                    try await writer.catchUp()
                } catch {
                    ancestry.forget()
                    throw error
                }
            }
            current = CatchUp(task: task, isLate: isLate)
            return task
        }
    }

    /// Whether a check for commits from other processes is due.
    ///
    /// While a client follows the events, the checks keep their full rate.
    func isCheckDue(at now: Duration) -> Bool {
        kept.pace.withLock { feed.isFollowed || $0.isDue(at: now) }
    }

    /// Reads commits that checks at the full rate would have seen already, for a request to a quiet
    /// project.
    ///
    /// Waits for at most `patience`. Even a request that stops waiting sees no older state than
    /// with checks at the full rate: `patience` is longer than the interval that was saved.
    /// Returns false if the repository was replaced.
    func freshen(at now: Duration, patience: Duration) async throws -> Bool {
        if kept.pace.withLock({ !feed.isFollowed && $0.isBehind(at: now) }) {
            guard isInPlace else { return false }
            // A failure is reported by the regular checks.
            _ = try? startLooking(isLate: true, at: now)
        }
        let current = catchingUp.withLock { $0 }
        guard let current, current.isLate else { return true }
        let end = ContinuousClock.now + patience
        // A task cannot be awaited with a time limit.
        while ContinuousClock.now < end, catchingUp.withLock({ $0?.task == current.task }) {
            try await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
