import Dispatch
import Machine
import ReadModel
import Synchronization
import Texts
import Translation
import Workspace

/// The database readers of a project, each with its own connection.
///
/// The number of readers limits the number of concurrent reads. No Swift task blocks on the disk: a
/// read runs on a thread of a pool that all projects share, while its task is suspended.
final class Snapshots: Sendable {
    private struct State {
        var idle: [SnapshotReader] = []
        var waiting: [Waiting] = []
        /// The number of reads that run or wait for a thread.
        var running = 0
    }

    private let writer: ProjectWriter
    private let lane: Lane
    private let threads: WorkerPool
    private let idleReaders: ConnectionBudget
    private let state = Mutex(State())
    /// The queue that interrupts reads that take too long.
    ///
    /// It is separate from the readers' threads, because those may all be busy.
    private static let clock = DispatchQueue(label: "dragoman.readers.clock")

    private struct Waiting {
        let entry: CheckedContinuation<SnapshotReader?, any Error>
        let since = DispatchTime.now()
    }

    /// The limits on concurrent reads and their duration.
    struct Lane: Sendable {
        let readers: Int
        /// The maximum number of reads that wait for a reader; further reads are refused.
        let longestQueue: Int
        /// The longest time that a read may wait for a reader, in seconds.
        ///
        /// After that time, the client has probably given up.
        let longestWait: Double
        /// The longest time that a read may take, in seconds.
        let patience: Double

        /// The lane for quick reads.
        static func quick(readers: Int, longestWait: Double) -> Lane {
            Lane(readers: readers, longestQueue: 512, longestWait: longestWait, patience: 5)
        }

        /// The lane for past states, differences, checks and exports.
        static let heavy = Lane(readers: 1, longestQueue: 8, longestWait: 30, patience: 30)
    }

    /// Creates readers of a writer's read model, which run on `threads`.
    ///
    /// `idleReaders` limits the connections that stay open between reads.
    init(
        _ writer: ProjectWriter, _ lane: Lane, on threads: WorkerPool,
        keeping idleReaders: ConnectionBudget
    ) {
        self.writer = writer
        self.lane = lane
        self.threads = threads
        self.idleReaders = idleReaders
    }

    deinit { closeIdleReaders() }

    /// Closes the connections of readers that are not in use.
    func closeIdleReaders() {
        let idle = state.withLock { state in
            defer { state.idle = [] }
            return state.idle
        }
        for _ in idle { idleReaders.removeOne() }
    }

    /// Runs `body` with the state at a moment.
    ///
    /// Throws ``Overload`` if too many reads are waiting or this read waited too long, ``TooSlow``
    /// if the read takes too long, and any error that `body` throws.
    func read<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        let idle = try await begin()
        do {
            return try await withCheckedThrowingContinuation { answer in
                threads.run {
                    let reader: SnapshotReader
                    do {
                        reader = try self.current(idle)
                    } catch {
                        self.end(nil)
                        return answer.resume(throwing: error)
                    }
                    let reading = Reading(reader)
                    // Dispatch keeps a cancelled item until its deadline, so the item must not keep
                    // the project's files open.
                    let end = DispatchWorkItem { [weak reading] in
                        if let reading { Self.interrupt(reading) }
                    }
                    Self.clock.asyncAfter(deadline: .now() + self.lane.patience, execute: end)
                    let result = Result { try reader.read(at: moment, locales: locales, body) }
                    end.cancel()
                    let isTooSlow = reading.end()
                    self.end(reader)
                    answer.resume(with: result.mapError { isTooSlow ? TooSlow() : $0 })
                }
            }
        } catch is ReadModel.NoFile {
            // The read model is in memory and has no readers.
            return try await writer.read(at: moment, locales: locales, body)
        }
    }

    /// Returns the idle reader, or a new one if there is none or a large rebuild has replaced its
    /// file.
    private func current(_ idle: SnapshotReader?) throws -> SnapshotReader {
        if let idle, idle.isCurrent { return idle }
        return try writer.makeReaderWaiting()
    }

    /// Interrupts a read repeatedly until it ends, because an interrupt between two of its
    /// statements has no effect.
    private static func interrupt(_ reading: Reading) {
        guard reading.interrupt() else { return }
        clock.asyncAfter(deadline: .now() + 0.05) { interrupt(reading) }
    }

    /// Waits until a read may begin, and returns an idle reader, if there is one.
    private func begin() async throws -> SnapshotReader? {
        try await withCheckedThrowingContinuation { entry in
            enum Step {
                case begin(SnapshotReader?)
                case wait
                case refuse
            }
            let step: Step = state.withLock { state in
                if state.running < lane.readers {
                    state.running += 1
                    return .begin(state.idle.popLast())
                }
                guard state.waiting.count < lane.longestQueue else { return .refuse }
                state.waiting.append(Waiting(entry: entry))
                return .wait
            }
            switch step {
            case .begin(let reader):
                if reader != nil { idleReaders.removeOne() }
                entry.resume(returning: reader)
            case .wait: break
            case .refuse: entry.resume(throwing: Overload())
            }
        }
    }

    /// Ends a read: hands its reader to the read that has waited longest, or keeps it.
    ///
    /// Reads that have waited too long fail with ``Overload``.
    private func end(_ reader: SnapshotReader?) {
        let (late, next) = state.withLock { state in
            let now = DispatchTime.now()
            let late = state.waiting.prefix { $0.since + lane.longestWait < now }
            state.waiting.removeFirst(late.count)
            guard !state.waiting.isEmpty else {
                state.running -= 1
                if let reader, idleReaders.keepOne() { state.idle.append(reader) }
                return (late, nil as Waiting?)
            }
            return (late, state.waiting.removeFirst())
        }
        next?.entry.resume(returning: reader)
        for waiting in late { waiting.entry.resume(throwing: Overload()) }
    }
}

private final class Reading: Sendable {
    private enum State {
        case underWay
        case interrupted
        case ended
    }

    private let reader: SnapshotReader
    private let state = Mutex(State.underWay)

    init(_ reader: SnapshotReader) { self.reader = reader }

    /// Interrupts the read, or returns false if it has already ended.
    ///
    /// After the end, its reader may be serving another read.
    func interrupt() -> Bool {
        state.withLock { state in
            guard state != .ended else { return false }
            state = .interrupted
            reader.interrupt()
            return true
        }
    }

    /// Marks the read as ended; returns true if it was interrupted.
    func end() -> Bool {
        state.withLock { state in
            defer { state = .ended }
            return state == .interrupted
        }
    }
}

/// The error thrown when too many requests are already waiting.
package struct Overload: Error {}

/// The error thrown when a read exceeds its time limit.
package struct TooSlow: Error {}
