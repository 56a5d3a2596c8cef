import Dispatch
import Glibc
import Synchronization

/// What waits for a thread of low priority, and who waits for the thread.
final class BackgroundWork<Item: Sendable>: Sendable {
    private struct State {
        /// The next thing to do.
        var next: Item?
        var isBusy = false
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        var isIdle: Bool { !isBusy && next == nil }

        /// Those who wait and need not any more.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard isStopped || isIdle else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state: Mutex<State>
    private let bell = DispatchSemaphore(value: 0)

    /// Begins with something to do.
    init(_ first: Item) { state = Mutex(State(next: first)) }

    /// Whether everything that was noted is done.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    /// Whether nobody wants the work any more.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Changes what is to be done next.
    func note(_ change: (inout Item?) -> Void) {
        state.withLock { change(&$0.next) }
        bell.signal()
    }

    /// What the thread is to do next.
    enum Step {
        case work(Item)
        /// Nothing for a while.
        case rest
        case stop
    }

    /// Waits for something to do, or for some seconds.
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

    /// Notes that what was taken is done, or what is to be done in its place.
    func finish(leaving item: Item? = nil) {
        resume { state in
            state.isBusy = false
            if let item { state.next = item }
        }
    }

    /// Waits before another try, or until something changes.
    func pause(_ seconds: Double) { _ = bell.wait(timeout: .now() + seconds) }

    /// Does nothing for some seconds, whatever is noted, unless the work ends.
    func yield(_ seconds: Double) {
        let end = DispatchTime.now() + seconds
        while !isStopped, bell.wait(timeout: end) == .success {}
    }

    /// Ends the work; who waits need not.
    func stop() {
        resume { $0.isStopped = true }
        bell.signal()
    }

    /// Returns when everything is done that was noted before, or nothing will be.
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

/// A thread for what may take its time.
enum BackgroundThread {
    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// How much the thread gives way to others, from 0 to 19; see `nice(1)`.
    private static let niceness: Int32 = 10

    /// Runs `body` on a thread of its own that gives way to all others.
    ///
    /// A queue of Dispatch's would share its threads with what must not give way, and Linux does not let a thread take back that it
    /// gives way.
    static func start(_ body: @escaping @Sendable () -> Void) {
        let start = Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            { start in
                // On Linux this concerns the calling thread alone: see setpriority(2).
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, BackgroundThread.niceness)
                guard let start else { return nil }
                Unmanaged<Start>.fromOpaque(start).takeRetainedValue().body()
                return nil
            }, start.toOpaque())
        guard failure == 0 else { return start.release() }
        pthread_detach(thread)
    }
}
