import EventStore
import ReadModel
import Workspace

/// The body of a ``FindingsKeeper``'s work.
final class FindingsJob: Sendable {
    private let writer: ProjectWriter
    /// The keeper's work, which retains this job.
    private weak let work: FindingsWork?
    /// The open findings.
    private let indexer: KeptOpen<FindingsIndexer>

    init(_ writer: ProjectWriter, _ work: FindingsWork, _ budget: ConnectionBudget) {
        self.writer = writer
        self.work = work
        indexer = KeptOpen(budget)
    }

    /// The interval at which the files are checked while there is no work, in seconds.
    private static let rest = 3.0

    /// Updates the findings; returns the changes to retry if that fails.
    ///
    /// Throws ``ReadModel/NoFile`` if findings cannot be stored.
    func run(_ changes: FindingsIndexer.Changes) throws -> FindingsIndexer.Changes? {
        try indexer.use { indexer in
            do {
                let isSame = indexer?.isCurrent == true
                if !isSame { indexer = try open() }
                // A newly opened findings file may be missing more than these changes.
                try indexer?.catchUp(isSame ? changes : .unknown)
                work?.finish(at: indexer?.position)
                return nil
            } catch let error as ReadModel.NoFile {
                throw error
            } catch {
                // Retry later: the writer may rebuild a damaged read model, or the operator may
                // free disk space.
                indexer = nil
                return .unknown
            }
        }
    }

    /// Checks the files from time to time until the work is stopped.
    func watch() {
        work?.queue.run(after: Self.rest) { [weak self] in
            self?.rest()
            self?.watch()
        }
    }

    /// Detects deleted files, and stores the position of the findings.
    private func rest() {
        indexer.use { indexer in
            guard let current = indexer, let work, work.queue.isIdle else { return }
            do {
                if !current.isCurrent {
                    work.queue.note { $0 = .unknown }
                } else if let position = work.progress.position {
                    try current.stand(at: position)
                }
            } catch {
                indexer = nil
                work.queue.note { $0 = .unknown }
            }
        }
    }

    /// Opens the findings on a separate connection.
    private func open() throws -> sending FindingsIndexer {
        try FindingsIndexer(writer.makeReaderWaiting()) { [weak work] done, total in
            work?.note(done: done, total: total)
        }
    }
}
