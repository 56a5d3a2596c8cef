import Dispatch
import ReadModel
import Synchronization
import Texts
import Translation
import Workspace

/// A pool of database readers for a project, each with its own connection.
///
/// The number of readers limits the number of concurrent reads. No Swift task blocks on the disk: a
/// read runs on a separate thread while its task is suspended.
final class Snapshots: Sendable {
    private struct State {
        var idle: [Seat] = []
        var waiting: [Waiting] = []
        /// The number of readers that are open or being opened.
        var count = 0
    }

    private let writer: ProjectWriter
    private let lane: Lane
    private let state = Mutex(State())
    /// The queue that interrupts reads that take too long.
    ///
    /// It is separate from the readers' threads, because those may all be busy.
    private let clock = DispatchQueue(label: "dragoman.readers.clock")

    /// A reader and its thread.
    ///
    /// A serial queue gets a thread whenever it has work. Concurrent queues share as many threads
    /// as there are cores, so a few long reads could block all others, and the clock that
    /// interrupts them.
    private struct Seat: Sendable {
        let reader: SnapshotReader
        let thread = DispatchQueue(label: "dragoman.reader")
    }

    private struct Waiting {
        let entry: CheckedContinuation<Seat?, any Error>
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

    /// Creates a pool of readers for a writer's read model.
    init(_ writer: ProjectWriter, _ lane: Lane) {
        self.writer = writer
        self.lane = lane
    }

    /// Runs `body` with the state at a moment.
    ///
    /// Throws ``Overload`` if too many reads are waiting or this read waited too long, ``TooSlow``
    /// if the read takes too long, and any error that `body` throws.
    func read<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        guard let seat = try await takeSeat() else {
            return try await writer.read(at: moment, locales: locales, body)
        }
        return try await withCheckedThrowingContinuation { answer in
            seat.thread.async {
                let reading = Reading(seat.reader)
                // Dispatch keeps a cancelled item until its deadline, so the item must not keep the
                // project's files open.
                let end = DispatchWorkItem { [weak self, weak reading] in
                    if let reading { self?.interrupt(reading) }
                }
                self.clock.asyncAfter(deadline: .now() + self.lane.patience, execute: end)
                let result = Result { try seat.reader.read(at: moment, locales: locales, body) }
                end.cancel()
                let isTooSlow = reading.end()
                self.giveBack(seat)
                answer.resume(with: result.mapError { isTooSlow ? TooSlow() : $0 })
            }
        }
    }

    /// Interrupts a read repeatedly until it ends, because an interrupt between two of its
    /// statements has no effect.
    private func interrupt(_ reading: Reading) {
        guard reading.interrupt() else { return }
        clock.asyncAfter(deadline: .now() + 0.05) { self.interrupt(reading) }
    }

    /// Returns an idle or a new reader, or nil if the read model is in memory and has no readers.
    private func takeSeat() async throws -> Seat? {
        while true {
            let seat = try await nextSeat()
            guard let seat, !seat.reader.isCurrent else { return seat }
            // A large rebuild replaced the file that this reader has open.
            discard()
        }
    }

    private func nextSeat() async throws -> Seat? {
        enum Step {
            case use(Seat)
            case open
            case wait
        }
        let step: Step = try state.withLock { state in
            if let seat = state.idle.popLast() { return .use(seat) }
            if state.count < lane.readers {
                state.count += 1
                return .open
            }
            guard state.waiting.count < lane.longestQueue else { throw Overload() }
            return .wait
        }
        switch step {
        case .use(let seat): return seat
        case .open:
            do {
                return Seat(reader: try await writer.makeReader())
            } catch is ReadModel.NoFile {
                discard()
                return nil
            } catch {
                discard()
                throw error
            }
        case .wait:
            return try await withCheckedThrowingContinuation { entry in
                let seat: Seat?? = state.withLock { state in
                    if let seat = state.idle.popLast() { return .some(seat) }
                    // All readers were discarded meanwhile, so this read would wait forever.
                    guard state.count > 0 else { return .some(nil) }
                    state.waiting.append(Waiting(entry: entry))
                    return .none
                }
                if case .some(let seat) = seat { entry.resume(returning: seat) }
            }
        }
    }

    /// Hands a reader to the read that has waited longest, or returns it to the pool.
    ///
    /// Reads that have waited too long fail with ``Overload``.
    private func giveBack(_ seat: Seat) {
        let (late, next) = state.withLock { state in
            let now = DispatchTime.now()
            let late = state.waiting.prefix { $0.since + lane.longestWait < now }
            state.waiting.removeFirst(late.count)
            guard !state.waiting.isEmpty else {
                state.idle.append(seat)
                return (late, nil as Waiting?)
            }
            return (late, state.waiting.removeFirst())
        }
        next?.entry.resume(returning: seat)
        for waiting in late { waiting.entry.resume(throwing: Overload()) }
    }

    /// Removes a reader, so that another can be opened.
    ///
    /// After the last reader is removed, no reader would be handed to the waiting reads. They use
    /// the writer's connection instead.
    private func discard() {
        let left = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else { return [] as [Waiting] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for waiting in left { waiting.entry.resume(returning: nil) }
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
