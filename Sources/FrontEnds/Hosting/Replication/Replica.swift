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
        /// The newest commit that was noted.
        var noted: String?
        /// Whether the running sync began before the last call of ``Replica/reset()``.
        var isOutdated = false
    }

    /// The state of a project's replication at some time.
    package struct Status: Sendable, Equatable {
        /// The time since the beginning of the last successful sync; nil if there was none.
        package var lag: Duration?
        /// The number of events that the remote does not have, as far as it was counted: those that
        /// requests added, and after a failure all of them.
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

    /// Whether the remote has everything that was noted.
    var isAllSent: Bool { state.withLock { $0.pace.isAllSent } }

    /// Forgets everything about the remote, because another one is configured.
    func reset() {
        state.withLock { state in
            state.isOutdated = state.isRunning
            state.pace = SyncPace()
            (state.commit, state.reason) = (nil, nil)
            (state.unsent, state.added) = (0, 0)
        }
    }

    // MARK: Requests

    /// Notes a change to the log.
    func note(_ change: ProjectWriter.Change) {
        let now = now()
        state.withLock { state in
            // The sync itself moves the log, too.
            guard change.position.commit != state.commit else { return }
            state.noted = change.position.commit
            if case .appended(let events, _) = change { state.added += events.count }
            state.pace.noteChange(at: now)
        }
    }

    /// Waits until the remote has all changes that were noted so far.
    ///
    /// Returns false if it takes longer than `patience`.
    func allSent(within patience: Duration) async -> Bool {
        let waiter = state.withLock { state -> Waiter? in
            if state.pace.isAllSent { return nil }
            let waiter = Waiter()
            if state.pace.isBeingSent {
                state.served.append(waiter)
            } else {
                state.waiting.append(waiter)
            }
            return waiter
        }
        guard let waiter else { return true }
        return await answer(to: waiter, within: patience)
    }

    /// Asks for a sync, and waits until one that begins after this call has succeeded.
    ///
    /// Returns false if it takes longer than `patience`.
    func synced(within patience: Duration) async -> Bool {
        let waiter = Waiter()
        let now = now()
        state.withLock { state in
            state.waiting.append(waiter)
            state.pace.ask(at: now)
        }
        return await answer(to: waiter, within: patience)
    }

    /// Notes that the requested syncs did not fetch the position that a request needs.
    ///
    /// Until an interval has passed, requests cannot hasten a sync.
    func noteMissing(interval: Duration) {
        let now = now()
        state.withLock { $0.pace.refuseToHurry(at: now, for: interval) }
    }

    private func answer(to waiter: Waiter, within patience: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { tasks in
            tasks.addTask { await waiter.value }
            tasks.addTask { [self] in
                // The sleep also ends if the client disconnects.
                try? await Task.sleep(for: patience)
                state.withLock { state in
                    state.waiting.removeAll { $0 === waiter }
                    state.served.removeAll { $0 === waiter }
                }
                waiter.answer(false)
                return false
            }
            let answer = await tasks.next() ?? false
            tasks.cancelAll()
            return answer
        }
    }

    // MARK: Syncs

    /// Begins a sync if it is due, or if `isDue` is true, and none is running.
    ///
    /// Then ``end(_:unsent:)`` must be called. `random` is a random number below 1.
    func begin(
        every interval: Duration, isDue: Bool = false, random: @autoclosure () -> Double
    ) -> Bool {
        let now = now()
        return state.withLock { state in
            guard !state.isRunning, isDue || state.pace.due(every: interval) <= now else {
                return false
            }
            state.isRunning = true
            state.isOutdated = false
            state.pace.begin(at: now, random: random())
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
    /// number of events to send after a failure, if it is known. Returns false if the operator
    /// already knows the result.
    func end(_ result: Result<String, SyncFailure>, unsent: Int? = nil) -> Bool {
        let now = now()
        let (isNews, answered) = state.withLock { state in
            state.isRunning = false
            let served = state.served
            state.served = []
            guard !state.isOutdated else {
                state.waiting = served + state.waiting
                return (false, [Waiter]())
            }
            switch result {
            case .success(let commit):
                let isNews = state.reason != nil
                state.pace.end(at: now, hasSucceeded: true)
                // The merge of the sync itself was noted before its end.
                if state.noted == commit, state.waiting.isEmpty {
                    state.pace.forgetChange()
                    state.added = 0
                }
                (state.commit, state.reason, state.unsent) = (commit, nil, 0)
                return (isNews, served)
            case .failure(let failure):
                let isNews = state.reason != failure.reason
                state.pace.end(at: now, hasSucceeded: false)
                state.reason = failure.reason
                if let unsent { state.unsent = unsent }
                state.waiting = served + state.waiting
                return (isNews, [])
            }
        }
        for waiter in answered { waiter.answer(true) }
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
}

/// A request that waits for a sync.
private final class Waiter: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Bool, Never>)
        case answered(Bool)
    }

    private let state = Mutex(State.new)

    /// The first answer, as soon as there is one.
    var value: Bool {
        get async {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if case .answered(let answer) = state { return answer }
                    state = .waiting(continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        }
    }

    /// Answers the request, unless it was answered before.
    func answer(_ answer: Bool) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            switch state {
            case .answered: return nil
            case .new:
                state = .answered(answer)
                return nil
            case .waiting(let continuation):
                state = .answered(answer)
                return continuation
            }
        }
        continuation?.resume(returning: answer)
    }
}

/// The reason why a sync failed, as a sentence for the operator.
struct SyncFailure: Error {
    let reason: String

    init(_ error: any Error) { reason = Refusal(error)?.message ?? "\(error)" }
}
