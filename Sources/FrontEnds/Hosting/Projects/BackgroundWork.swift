import Dispatch
import Glibc
import Synchronization

/// The pending work of a low-priority thread, and the tasks that wait for it.
final class BackgroundWork<Item: Sendable>: Sendable {
    private struct State {
        var next: Item?
        var isBusy = false
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { !isBusy && next == nil }

        /// Removes and returns the waiters that can be resumed.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard isStopped || isIdle else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state: Mutex<State>
    private let bell = DispatchSemaphore(value: 0)

    init(_ first: Item) { state = Mutex(State(next: first)) }

    /// Whether all queued work is done.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    func note(_ change: (inout Item?) -> Void) {
        state.withLock { change(&$0.next) }
        bell.signal()
    }

    /// An instruction for the background thread.
    enum Step {
        case work(Item)
        /// No work arrived within the time limit.
        case rest
        case stop
    }

    /// Waits for work, up to the given number of seconds.
    func take(within seconds: Double = .infinity) -> Step {
        let end = seconds.isFinite ? DispatchTime.now() + seconds : .distantFuture
        while true {
            let (next, isStopped) = state.withLock { state in
                defer { state.next = nil }
                if state.next != nil { state.isBusy = true }
                return (state.next, state.isStopped)
            }
            if isStopped { return .stop }
            if let next { return .work(next) }
            if bell.wait(timeout: end) == .timedOut { return .rest }
        }
    }

    /// Marks the current item as done, and queues `item` next if it is not nil.
    func finish(leaving item: Item? = nil) {
        resume { state in
            state.isBusy = false
            if let item { state.next = item }
        }
    }

    /// Waits for the given number of seconds, or until work is noted or stopped.
    func pause(_ seconds: Double) { _ = bell.wait(timeout: .now() + seconds) }

    /// Pauses for the given number of seconds, even if work is noted.
    ///
    /// Returns early if the work is stopped.
    func yield(_ seconds: Double) {
        let end = DispatchTime.now() + seconds
        while !isStopped, bell.wait(timeout: end) == .success {}
    }

    /// Stops the work, and resumes all tasks that wait for it.
    func stop() {
        resume { $0.isStopped = true }
        bell.signal()
    }

    /// Returns when all work noted before the call is done, or when the work is stopped.
    func waitUntilIdle() async {
        await withCheckedContinuation { entry in resume { $0.waiting.append(entry) } }
    }

    private func resume(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            return state.takeWaiting()
        }
        for waiting in waiting { waiting.resume() }
    }
}

/// Starts low-priority threads for work that can wait.
enum BackgroundThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// The niceness of the thread, from 0 to 19; see `nice(1)`.
    private static let niceness: Int32 = 10

    /// Runs `body` on a new low-priority thread.
    ///
    /// A Dispatch queue would share its threads with urgent work, and on Linux a thread cannot
    /// raise its priority again after lowering it.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { start in
                // On Linux this affects the calling thread alone: see setpriority(2).
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, BackgroundThread.niceness)
                guard let start else { return nil }
                Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard failure == 0 else { return start.release() }
        pthread_detach(thread)
    }
}
