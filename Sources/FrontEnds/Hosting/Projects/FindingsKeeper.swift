package import EventStore
import ReadModel
import Synchronization
import Translation
import Workspace

/// Keeps the findings for a project's texts up to date, on a low-priority thread.
///
/// This blocks neither writes nor reads, because it reads in short transactions and writes to a
/// separate file. While it is behind, readers see the findings for an earlier position, or none.
package final class FindingsKeeper: Sendable {
    /// The progress of the findings.
    package struct Progress: Hashable, Sendable {
        /// Whether the findings match the read model: no change that could affect them is pending.
        package internal(set) var isCurrent = false
        /// The position that the findings match, or nil if there are none yet.
        package internal(set) var position: Position?
        /// The part of ``total`` that is done, while all findings are being computed.
        package internal(set) var done = 0
        /// The amount of work, or 0 if it is unknown.
        package internal(set) var total = 0
    }

    /// The work, which the writer adds to.
    ///
    /// The writer does not retain the keeper, because the keeper's deinitializer stops the work.
    let work = FindingsWork()

    init() {}

    deinit { work.queue.stop() }

    /// The progress of the findings.
    ///
    /// Cost: a lock that is held only briefly.
    package var progress: Progress { work.progress }

    /// Waits until the findings include all changes noted before the call.
    ///
    /// Returns immediately if the findings cannot be stored.
    package func waitUntilCurrent() async { await work.queue.waitUntilIdle() }

    /// Starts the work.
    ///
    /// Call this when the read model is up to date.
    func start(_ writer: ProjectWriter, on workers: Workers) {
        let job = FindingsJob(writer, work, workers.idleWork)
        work.queue.start(on: workers.background) { try job.run($0) }
        job.watch()
    }
}

/// The pending work of a ``FindingsKeeper``, and its progress.
final class FindingsWork: Sendable {
    let queue = BackgroundWork<FindingsIndexer.Changes>(.unknown)
    private let state = Mutex(FindingsKeeper.Progress())

    /// The maximum number of subjects in memory.
    ///
    /// If there are more, the changes are read from the log again.
    private static let mostSubjects = 20_000

    var progress: FindingsKeeper.Progress {
        var progress = state.withLock { $0 }
        progress.isCurrent = queue.isIdle
        return progress
    }

    func note(_ change: ProjectWriter.Change, of project: Project) {
        switch change {
        case .moved: queue.note { $0 = .unknown }
        case .appended(let events, let position):
            let subjects = Set(
                events.compactMap { event in
                    event.mayChangeFindings ? event.subject(in: project) : nil
                })
            guard !subjects.isEmpty else {
                // The position is stored later; after a restart, it may be determined again.
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

    /// Records the position of the findings.
    func finish(at position: Position?) { state.withLock { $0.position = position } }

    func note(done: Int, total: Int) {
        state.withLock { state in
            state.done = done
            state.total = total
        }
    }
}

extension Event {
    /// Whether the event may change findings.
    ///
    /// Proposals and remarks do not, because they change no text.
    fileprivate var mayChangeFindings: Bool {
        // The undone event may have silenced a check.
        !payload.traits.effects.isDisjoint(with: [.texts, .findings]) || !undoes.isEmpty
    }
}
