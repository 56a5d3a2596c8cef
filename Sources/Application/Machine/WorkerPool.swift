import Dispatch
import Glibc
import Synchronization

/// A limited number of threads for work that blocks, shared by many owners.
///
/// A thread starts when work arrives and no thread is idle, and ends after some idle seconds. Work
/// begins in the order in which it arrived. Unlike a Dispatch queue, a pool with blocked threads
/// never has more threads than its maximum, and never fewer if there is work for them.
package final class WorkerPool: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
        /// The number of waiting threads that no signal has been sent to.
        var idle = 0
    }

    private let maximum: Int
    /// The niceness of the threads, from 0 to 19; see `nice(1)`.
    private let niceness: Int32
    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)
    private let clock = DispatchQueue(label: "dragoman.worker-pool.clock")

    /// The time after which an idle thread ends, in seconds.
    private static let idleSeconds = 5.0

    /// Creates a pool without threads.
    package init(maximum: Int, niceness: Int32 = 0) {
        self.maximum = max(1, maximum)
        self.niceness = niceness
    }

    /// The current number of threads.
    package var threadCount: Int { state.withLock { $0.threads } }

    /// Runs `body` as soon as a thread is free.
    package func run(_ body: @escaping @Sendable () -> Void) {
        enum Step { case signal, start, none }
        let step: Step = state.withLock { state in
            state.jobs.append(body)
            if state.idle > 0 {
                state.idle -= 1
                return .signal
            }
            guard state.threads < maximum else { return .none }
            state.threads += 1
            return .start
        }
        switch step {
        case .signal: bell.signal()
        case .start: start()
        case .none: break
        }
    }

    /// Runs `body` after a number of seconds, as soon as a thread is free.
    package func run(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
        guard seconds > 0 else { return run(body) }
        clock.asyncAfter(deadline: .now() + seconds) { self.run(body) }
    }

    /// Runs `body` on a thread of the pool, and returns its result.
    package func result<Output: Sendable>(
        of body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { answer in
            run { answer.resume(with: Result { try body() }) }
        }
    }

    private func start() {
        let pool = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { pool in
                guard let pool else { return nil }
                Unmanaged<WorkerPool>.fromOpaque(pool).takeRetainedValue().work()
                return nil
            }, pool.toOpaque())
        guard failure == 0 else {
            pool.release()
            // The system has no thread left, so the work waits for another thread of the pool or
            // runs on one of Dispatch's threads.
            return DispatchQueue.global().async { self.work() }
        }
        pthread_detach(thread)
    }

    private func work() {
        // On Linux this affects the calling thread alone: see setpriority(2).
        if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
        while true {
            let job = state.withLock { state -> (@Sendable () -> Void)? in
                if state.jobs.isEmpty {
                    state.idle += 1
                    return nil
                }
                return state.jobs.removeFirst()
            }
            if let job {
                job()
            } else if bell.wait(timeout: .now() + Self.idleSeconds) == .timedOut {
                let ends = state.withLock { state in
                    guard state.idle > 0 else { return false }
                    state.idle -= 1
                    state.threads -= 1
                    return true
                }
                if ends { return }
                // A signal was sent between the timeout and the lock.
                bell.wait()
            }
        }
    }
}

/// A queue whose work runs in order, one piece at a time, on the threads of a pool.
///
/// After each piece, the lane queues behind the other work of the pool.
package final class WorkerLane: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let pool: WorkerPool
    private let state = Mutex(State())

    /// Creates an empty lane on a pool.
    package init(on pool: WorkerPool) { self.pool = pool }

    /// Runs `body` after the work that is already queued.
    package func async(_ body: @escaping @Sendable () -> Void) {
        let starts = state.withLock { state in
            state.jobs.append(body)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if starts { pool.run { self.runNext() } }
    }

    /// Queues `body` after a number of seconds.
    package func async(after seconds: Double, _ body: @escaping @Sendable () -> Void) {
        guard seconds > 0 else { return async(body) }
        pool.run(after: seconds) { self.async(body) }
    }

    private func runNext() {
        let job = state.withLock { state in state.jobs.isEmpty ? nil : state.jobs.removeFirst() }
        job?()
        let goesOn = state.withLock { state in
            state.isRunning = !state.jobs.isEmpty
            return state.isRunning
        }
        if goesOn { pool.run { self.runNext() } }
    }
}
