import Dispatch
import EventStore
import Glibc
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
                switch work.take(within: Self.rest) {
                case .stop: return
                case .rest(let position):
                    try rest(indexer, at: position)
                    continue
                case .renew(let changes):
                    let isSame = indexer?.isCurrent == true
                    if !isSame { indexer = try open() }
                    // What another file of findings lacks is not told by these changes.
                    try indexer?.catchUp(isSame ? changes : .unknown)
                }
                work.finish(at: indexer?.position)
                retry = Self.firstRetry
            } catch is ReadModel.NoFile {
                return work.stop()
            } catch {
                // A damaged read model is made again by the writer, and people make room on a full disk.
                indexer = nil
                work.fail()
                work.pause(retry)
                retry = min(retry * 2, Self.lastRetry)
                continue
            }
            let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
            if seconds > 0.05, !work.isStopped {
                usleep(UInt32(min(seconds, Self.longestPause) * 1e6))
            }
        }
    }

    /// Notices files that were deleted, and writes down where the findings stand.
    private func rest(_ indexer: FindingsIndexer?, at position: Position?) throws {
        guard let indexer else { return }
        if !indexer.isCurrent {
            work.restart()
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
