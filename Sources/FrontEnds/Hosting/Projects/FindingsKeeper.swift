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

    deinit { work.queue.stop() }

    /// How far the findings are.
    ///
    /// Cost: a lock that nobody holds for long.
    public var progress: Progress { work.progress }

    /// Returns when the findings are those of all changes that were noted before; at once if they cannot be kept.
    public func waitUntilCurrent() async { await work.queue.waitUntilIdle() }

    /// Begins to work, when the read model is caught up.
    func start(_ writer: ProjectWriter) {
        BackgroundThread.start { [work] in FindingsThread(writer, work).run() }
    }
}

/// What waits for the thread of a ``FindingsKeeper``, and what it says of itself.
final class FindingsWork: Sendable {
    let queue = BackgroundWork<FindingsIndexer.Changes>(.unknown)
    private let state = Mutex(FindingsKeeper.Progress())

    /// How many subjects are kept in memory; beyond it, the log is asked what changed.
    private static let mostSubjects = 20_000

    var progress: FindingsKeeper.Progress {
        var progress = state.withLock { $0 }
        progress.isCurrent = queue.isIdle
        return progress
    }

    /// Notes what became part of the log.
    func note(_ change: ProjectWriter.Change, of project: Project) {
        switch change {
        case .moved: queue.note { $0 = .unknown }
        case .appended(let events, let position):
            let subjects = Set(
                events.compactMap { event in
                    event.mayChangeFindings ? event.subject(in: project) : nil
                })
            guard !subjects.isEmpty else {
                // Where the findings stand is not written down for it: after a start, it is found again.
                if queue.isIdle { state.withLock { $0.position = position } }
                return
            }
            queue.note { next in
                switch next {
                case .unknown: break
                case .subjects(let waiting, _):
                    next = Self.changes(waiting.union(subjects), position)
                case nil: next = Self.changes(subjects, position)
                }
            }
        }
    }

    private static func changes(
        _ subjects: Set<Subject>, _ position: Position
    ) -> FindingsIndexer.Changes {
        subjects.count > mostSubjects ? .unknown : .subjects(subjects, position)
    }

    /// Notes that what was taken is done.
    func finish(at position: Position?) {
        state.withLock { $0.position = position }
        queue.finish()
    }

    func note(done: Int, total: Int) {
        state.withLock { state in
            state.done = done
            state.total = total
        }
    }
}

extension Event {
    /// Whether the event may change what checks find: proposals and remarks change no text.
    fileprivate var mayChangeFindings: Bool {
        // The event that it takes back may have silenced a check.
        !payload.traits.effects.isDisjoint(with: [.texts, .findings]) || !undoes.isEmpty
    }
}
