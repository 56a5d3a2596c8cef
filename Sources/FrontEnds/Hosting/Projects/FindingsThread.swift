import Dispatch
import EventStore
import ReadModel
import Workspace

/// The body of a ``FindingsKeeper``'s thread.
struct FindingsThread {
    private let writer: ProjectWriter
    private let work: FindingsWork

    init(_ writer: ProjectWriter, _ work: FindingsWork) {
        self.writer = writer
        self.work = work
    }

    /// The longest pause after an update, in seconds.
    ///
    /// Each update is followed by a pause of the same length, up to this limit, so that a burst of
    /// changes uses only about half a core.
    private static let longestPause = 1.0
    /// The first and the longest delay before a retry, in seconds.
    private static let (firstRetry, lastRetry) = (0.2, 30.0)

    /// The interval at which the files are checked while there is no work, in seconds.
    private static let rest = 3.0

    /// Runs until the work is stopped, or until the findings can no longer be stored.
    func run() {
        var indexer: FindingsIndexer?
        var retry = Self.firstRetry
        while true {
            let start = DispatchTime.now().uptimeNanoseconds
            do {
                switch work.queue.take(within: Self.rest) {
                case .stop: return
                case .rest:
                    try rest(indexer, at: work.progress.position)
                    continue
                case .work(let changes):
                    let isSame = indexer?.isCurrent == true
                    if !isSame { indexer = try open() }
                    // A newly opened findings file may be missing more than these changes.
                    try indexer?.catchUp(isSame ? changes : .unknown)
                }
                work.finish(at: indexer?.position)
                retry = Self.firstRetry
            } catch is ReadModel.NoFile {
                return work.queue.stop()
            } catch {
                // Retry later: the writer may rebuild a damaged read model, or the operator may
                // free disk space.
                indexer = nil
                work.queue.finish(leaving: .unknown)
                work.queue.pause(retry)
                retry = min(retry * 2, Self.lastRetry)
                continue
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if seconds > 0.05 { work.queue.yield(min(seconds, Self.longestPause)) }
        }
    }

    /// Detects deleted files, and stores the position of the findings.
    private func rest(_ indexer: FindingsIndexer?, at position: Position?) throws {
        guard let indexer else { return }
        if !indexer.isCurrent {
            work.queue.note { $0 = .unknown }
        } else if let position {
            try indexer.stand(at: position)
        }
    }

    /// Opens the findings on a separate connection.
    private func open() throws -> FindingsIndexer {
        try FindingsIndexer(writer.makeReaderWaiting()) { [work] done, total in
            work.note(done: done, total: total)
        }
    }
}
