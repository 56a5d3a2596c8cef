import EventStore
import Synchronization
import Translation
import Workspace

/// The state of a project's replication, and the requests that wait for it.
///
/// ``Replicator`` runs the syncs.
package final class Replica: Sendable {
    private struct State {
        var pace = SyncPace()
        var isRunning = false
        /// The commit that the project and its remote had after the last sync.
        var commit: String?
        /// The number of events that the last sync had to send.
        var unsent = 0
        /// The number of events that were added since the beginning of the last sync.
        var added = 0
        var reason: String?
        /// The requests that wait for the running sync.
        var served: [Waiter] = []
        /// The requests that wait for the next sync.
        var waiting: [Waiter] = []
    }

    private struct Waiter {
        let end: Duration
        let answer: CheckedContinuation<Bool, Never>
    }

    /// The state of a project's replication at some time.
    package struct Status: Sendable, Equatable {
        /// The time since the beginning of the last successful sync; nil if there was none.
        package var lag: Duration?
        /// The number of events that the remote does not have, as far as this server knows.
        package var unsentEvents = 0
        /// The number of failures since the last successful sync.
        package var failures = 0

        /// Whether a sync has succeeded or failed.
        package var hasTried: Bool { lag != nil || failures > 0 }
    }

    private let now: @Sendable () -> Duration
    private let state = Mutex(State())

    init(now: @escaping @Sendable () -> Duration) { self.now = now }

    package var status: Status {
        let now = now()
        return state.withLock { state in
            Status(
                lag: state.pace.lastSuccess.map { now - $0 },
                unsentEvents: state.unsent + state.added, failures: state.pace.failures)
        }
    }

    // MARK: Requests

    /// Notes a change to the log.
    func note(_ change: ProjectWriter.Change) {
        let now = now()
        state.withLock { state in
            switch change {
            case .appended(let events, _): state.added += events.count
            // The sync itself has moved the log, or the project was opened.
            case .moved(let position):
                guard let commit = state.commit, position.commit != commit else { return }
            }
            state.pace.noteChange(at: now)
        }
    }

    /// Waits until the remote has all changes that were noted so far.
    ///
    /// Returns false if it takes longer than `patience`.
    func allSent(within patience: Duration) async -> Bool {
        if state.withLock({ $0.pace.isAllSent }) { return true }
        return await synced(within: patience)
    }

    /// Waits until a sync that has not begun yet has succeeded.
    ///
    /// If `isUrgent` is true, the sync begins as soon as possible. Returns false if it takes longer
    /// than `patience`.
    func synced(within patience: Duration, isUrgent: Bool = false) async -> Bool {
        let end = now() + patience
        return await withCheckedContinuation { answer in
            state.withLock { state in
                state.waiting.append(Waiter(end: end, answer: answer))
                if isUrgent { state.pace.ask() }
            }
        }
    }

    // MARK: Syncs

    /// Begins a sync if it is due, or if `isDue` is true, and none is running.
    ///
    /// Then ``end(_:unsent:)`` must be called.
    func begin(every interval: Duration, isDue: Bool = false, random: Double) -> Bool {
        let now = now()
        return state.withLock { state in
            guard !state.isRunning, isDue || state.pace.due(every: interval) <= now else {
                return false
            }
            state.isRunning = true
            state.pace.begin(at: now, random: random)
            state.unsent += state.added
            state.added = 0
            state.served = state.waiting
            state.waiting = []
            return true
        }
    }

    /// Notes the end of a sync, and answers the requests that waited for it if it succeeded.
    ///
    /// `result` is the commit that both sides have, or the reason for the failure. `unsent` is the
    /// number of events to send after a failure, if it is known. Returns false if the last sync
    /// failed for the same reason.
    @discardableResult
    func end(_ result: Result<String, SyncFailure>, unsent: Int? = nil) -> Bool {
        let (isNews, answered) = state.withLock { state in
            state.isRunning = false
            let served = state.served
            state.served = []
            switch result {
            case .success(let commit):
                let isNews = state.reason != nil
                state.pace.end(hasSucceeded: true)
                (state.commit, state.reason, state.unsent) = (commit, nil, 0)
                return (isNews, served)
            case .failure(let failure):
                let isNews = state.reason != failure.reason
                state.pace.end(hasSucceeded: false)
                state.reason = failure.reason
                if let unsent { state.unsent = unsent }
                state.waiting = served + state.waiting
                return (isNews, [])
            }
        }
        for waiter in answered { waiter.answer.resume(returning: true) }
        return isNews
    }

    /// Prevents syncs until ``release()``, for a sync with another remote.
    ///
    /// Returns false if a sync is running.
    func occupy() -> Bool {
        state.withLock { state in
            defer { state.isRunning = true }
            return !state.isRunning
        }
    }

    func release() { state.withLock { $0.isRunning = false } }

    /// Answers the requests that have waited too long, or all of them.
    func giveUp(all: Bool = false) {
        let now = now()
        let late = state.withLock { state in
            let late = state.waiting.filter { all || $0.end <= now }
            state.waiting.removeAll { all || $0.end <= now }
            let lateServed = state.served.filter { $0.end <= now }
            state.served.removeAll { $0.end <= now }
            return late + lateServed
        }
        for waiter in late { waiter.answer.resume(returning: false) }
    }
}

/// The reason why a sync failed, as a sentence for the operator.
struct SyncFailure: Error {
    let reason: String

    init(_ error: any Error) { reason = Refusal(error)?.message ?? "\(error)" }
}
