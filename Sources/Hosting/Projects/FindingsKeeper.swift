import Dispatch
public import EventStore
import ReadModel
import Synchronization
import Translation
import Workspace

/// Keeps the findings of a project's texts beside its read model, on a thread of low priority.
///
/// The thread holds up no write and no read: it reads in short transactions, and writes to a file of its own. While it is behind,
/// readers have the findings of an earlier position, or none.
public final class FindingsKeeper: Sendable {
    /// How far the findings are.
    public struct Progress: Hashable, Sendable {
        /// Whether they are those of the read model's state: nothing that could change them waits.
        public internal(set) var isCurrent = false
        /// The position that they are for, or `nil` while there are none.
        public internal(set) var position: Position?
        /// How much of ``total`` is done, while all of them are made.
        public internal(set) var done = 0
        /// How much there is, or 0 if it is not known.
        public internal(set) var total = 0
    }

    /// What the thread and the writer share with it; neither holds the keeper itself, whose end is theirs.
    let work = FindingsWork()

    init() {}

    deinit { work.stop() }

    /// How far the findings are.
    ///
    /// Cost: a lock that nobody holds for long.
    public var progress: Progress { work.progress }

    /// Returns when the findings are those of all changes that were noted before; at once if they cannot be kept.
    public func waitUntilCurrent() async { await work.waitUntilCurrent() }

    /// Begins to work, when the read model is caught up.
    func start(_ writer: ProjectWriter) {
        BackgroundThread.start { [work] in FindingsThread(writer, work).run() }
    }
}

/// What waits for the thread of a ``FindingsKeeper``, and what it says of itself.
final class FindingsWork: Sendable {
    private struct State {
        var progress = FindingsKeeper.Progress()
        /// The next thing to do.
        var next: FindingsIndexer.Changes? = .unknown
        var isBusy = false
        var isStopped = false
        var waiting: [CheckedContinuation<Void, Never>] = []

        /// Those who wait and need not any more.
        mutating func takeWaiting() -> [CheckedContinuation<Void, Never>] {
            guard isStopped || !isBusy && next == nil else { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    /// How many subjects are kept in memory; beyond it, the log is asked what changed.
    private static let mostSubjects = 20_000

    var progress: FindingsKeeper.Progress { state.withLock { $0.progress } }

    /// Notes what became part of the log.
    func note(_ change: ProjectWriter.Change, of project: Project) {
        state.withLock { state in
            switch change {
            case .moved: state.next = .unknown
            case .appended(let events, let position):
                let subjects = events.compactMap { event in
                    event.mayChangeFindings ? event.subject(in: project) : nil
                }
                guard !subjects.isEmpty else {
                    // Where the findings stand is not written down for it: after a start, it is found again.
                    if state.progress.isCurrent { state.progress.position = position }
                    return
                }
                var waiting: Set<Subject> = []
                switch state.next {
                case .unknown: return
                case .subjects(let subjects, _): waiting = subjects
                case nil: break
                }
                waiting.formUnion(subjects)
                state.next =
                    waiting.count > Self.mostSubjects ? .unknown : .subjects(waiting, position)
            }
            state.progress.isCurrent = false
        }
        bell.signal()
    }

    /// What the thread is to do next.
    enum Step {
        case renew(FindingsIndexer.Changes)
        /// Nothing for a while; the position that the findings are for meanwhile.
        case rest(Position?)
        case stop
    }

    /// Waits for something to do, or for some seconds.
    func take(within seconds: Double) -> Step {
        let end = DispatchTime.now() + seconds
        while true {
            let (next, isStopped) = state.withLock { state in
                defer { state.next = nil }
                if state.next != nil { state.isBusy = true }
                return (state.next, state.isStopped)
            }
            if isStopped { return .stop }
            if let next { return .renew(next) }
            if bell.wait(timeout: end) == .timedOut { return .rest(progress.position) }
        }
    }

    /// Notes that the findings have to be made again.
    func restart() {
        state.withLock { state in
            state.next = .unknown
            state.progress.isCurrent = false
        }
    }

    /// Notes that what was taken is done.
    func finish(at position: Position?) {
        let waiting = state.withLock { state in
            state.isBusy = false
            state.progress.position = position
            state.progress.isCurrent = state.next == nil
            return state.takeWaiting()
        }
        for waiting in waiting { waiting.resume() }
    }

    /// Notes that what was taken failed, and anything may have changed since.
    func fail() {
        state.withLock { state in
            state.isBusy = false
            state.next = .unknown
        }
    }

    func note(done: Int, total: Int) {
        state.withLock { state in
            state.progress.done = done
            state.progress.total = total
        }
    }

    /// Waits before another try, or until nobody wants one.
    func pause(_ seconds: Double) { _ = bell.wait(timeout: .now() + seconds) }

    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Ends the work; who waits need not.
    func stop() {
        let waiting = state.withLock { state in
            state.isStopped = true
            return state.takeWaiting()
        }
        for waiting in waiting { waiting.resume() }
        bell.signal()
    }

    func waitUntilCurrent() async {
        await withCheckedContinuation { entry in
            let waiting = state.withLock { state in
                state.waiting.append(entry)
                return state.takeWaiting()
            }
            for waiting in waiting { waiting.resume() }
        }
    }
}

extension Event {
    /// Whether the event may change what checks find: proposals and remarks change no text.
    fileprivate var mayChangeFindings: Bool {
        switch payload {
        case .proposalMade, .proposalRejected, .proposalDeleted, .proposalReopened,
            .proposalEndorsed, .commentAdded, .translationReviewed, .translationFlagged,
            .settingChanged, .resourceDefined:
            // What it takes back may have silenced a check.
            !undoes.isEmpty
        case .translationSet, .translationRemoved, .proposalAccepted, .checkSilenced,
            .localeAdded, .localeRemoved, .stringDefined, .stringRemoved, .unrecognized:
            true
        }
    }
}
