import Dispatch
import EventStore
import ReadModel
import Workspace

/// What the thread of a ``FindingsKeeper`` does.
struct FindingsThread {
    private let writer: ProjectWriter
    private let work: FindingsWork

    init(_ writer: ProjectWriter, _ work: FindingsWork) {
        self.writer = writer
        self.work = work
    }

    /// The longest pause between two renewals, in seconds.
    ///
    /// Each is followed by as long a pause as it took, so that many changes in a row cost no more than half a core.
    private static let longestPause = 1.0
    /// The pauses before another try after a failure, in seconds: the first, and the longest.
    private static let (firstRetry, lastRetry) = (0.2, 30.0)

    /// How often the files are looked at while there is nothing to do, in seconds.
    private static let rest = 3.0

    /// Works until nobody wants it any more, or nothing can be kept beside the read model.
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
                    // What another file of findings lacks is not told by these changes.
                    try indexer?.catchUp(isSame ? changes : .unknown)
                }
                work.finish(at: indexer?.position)
                retry = Self.firstRetry
            } catch is ReadModel.NoFile {
                return work.queue.stop()
            } catch {
                // A damaged read model is made again by the writer, and people make room on a full disk.
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

    /// Notices files that were deleted, and writes down where the findings stand.
    private func rest(_ indexer: FindingsIndexer?, at position: Position?) throws {
        guard let indexer else { return }
        if !indexer.isCurrent {
            work.queue.note { $0 = .unknown }
        } else if let position {
            try indexer.stand(at: position)
        }
    }

    /// Opens the findings on a connection of their own.
    private func open() throws -> FindingsIndexer {
        try FindingsIndexer(writer.makeReaderWaiting()) { [work] done, total in
            work.note(done: done, total: total)
        }
    }
}
