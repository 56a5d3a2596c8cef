import Dispatch
import Machine
import Synchronization

/// The pending background work of one kind in a project, and the tasks that wait for it.
///
/// The work runs on the low-priority threads that all projects share.
final class BackgroundWork<Item: Sendable>: Sendable {
    /// A function that does the work.
    ///
    /// It returns `nil` when the item is done, or otherwise the item to retry.
    typealias Job = @Sendable (Item) throws -> Item?

    private struct State {
        var next: Item?
        var job: Job?
        var lane: WorkerLane?
        var isBusy = false
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        /// The number of the latest run; earlier runs that have not begun are void.
        var run = 0
        /// Whether a run is pending.
        var isScheduled = false
        /// The earliest time for the next run.
        var earliest = DispatchTime(uptimeNanoseconds: 0)
        /// The delay before the next retry, in seconds.
        var retry = Delay.firstRetry

        var isIdle: Bool { !isBusy && next == nil }

        /// Removes and returns the waiters that can be resumed.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard isStopped || isIdle else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state: Mutex<State>

    init(_ first: Item) { state = Mutex(State(next: first)) }

    /// Whether all queued work is done.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    /// Whether no work is queued or will be queued by itself.
    var isAtRest: Bool { state.withLock { $0.isIdle || $0.isStopped } }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Starts the work.
    ///
    /// The work retains `job` until it is stopped.
    func start(on pool: WorkerPool, _ job: @escaping Job) {
        state.withLock { state in
            guard !state.isStopped else { return }
            state.lane = WorkerLane(on: pool)
            state.job = job
        }
        schedule()
    }

    /// Changes the next item of work.
    ///
    /// If an earlier item failed, it is retried immediately.
    func note(_ change: (inout Item?) -> Void) {
        state.withLock { change(&$0.next) }
        schedule()
    }

    /// Runs `body` on the thread of the work, a number of seconds later, unless the work is stopped.
    func run(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
        let lane = state.withLock { $0.lane }
        lane?.async(after: seconds) { [weak self] in
            if self?.isStopped == false { body() }
        }
    }

    /// Schedules the next run, unless one is pending or there is no work.
    private func schedule(after delay: Double = 0) {
        let pending = state.withLock { state -> (WorkerLane, Int, Double)? in
            guard let lane = state.lane, state.next != nil, !state.isBusy, !state.isStopped,
                !state.isScheduled
            else { return nil }
            state.run += 1
            state.isScheduled = delay == 0
            let now = DispatchTime.now()
            let pause =
                state.earliest > now
                ? Double(state.earliest.uptimeNanoseconds - now.uptimeNanoseconds) / 1e9 : 0
            return (lane, state.run, max(pause, delay))
        }
        guard let (lane, run, pause) = pending else { return }
        lane.async(after: pause) { [weak self] in self?.work(run) }
    }

    private func work(_ run: Int) {
        let step = state.withLock { state -> (Job, Item)? in
            guard run == state.run, let job = state.job, let item = state.next else { return nil }
            state.next = nil
            state.isBusy = true
            state.isScheduled = false
            return (job, item)
        }
        guard let (job, item) = step else { return }
        let start = DispatchTime.now()
        let left: Item?
        do {
            left = try job(item)
        } catch {
            // There is no file to work on.
            return stop()
        }
        let now = DispatchTime.now()
        let seconds = Double(now.uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        var delay = 0.0
        resume { state in
            state.isBusy = false
            if let left {
                state.next = left
                delay = state.retry
                state.retry = min(state.retry * 2, Delay.lastRetry)
            } else {
                state.retry = Delay.firstRetry
                if seconds > Delay.shortRun {
                    state.earliest = now + min(seconds, Delay.longestPause)
                }
            }
        }
        schedule(after: delay)
    }

    /// Stops the work, and resumes all tasks that wait for it.
    func stop() {
        resume { state in
            state.isStopped = true
            state.job = nil
            state.lane = nil
        }
    }

    /// Returns when all work noted before the call is done, or when the work is stopped.
    func waitUntilIdle() async {
        await withCheckedContinuation { entry in resume { $0.waiting.append(entry) } }
    }

    private func resume(_ change: (inout State) -> Void) {
        // A job is deinitialized after the lock is released.
        let (waiting, job) = state.withLock { state in
            let job = state.job
            change(&state)
            return (state.takeWaiting(), job)
        }
        withExtendedLifetime(job) { for waiting in waiting { waiting.resume() } }
    }
}

/// The delays of background work, in seconds.
private enum Delay {
    /// The first and the longest delay before a retry.
    static let (firstRetry, lastRetry) = (0.2, 30.0)
    /// The longest run that is not followed by a pause.
    static let shortRun = 0.05
    /// The longest pause after a run.
    ///
    /// Each run is followed by a pause of the same length, up to this limit, so that a burst of
    /// changes uses only about half a core.
    static let longestPause = 1.0
}
