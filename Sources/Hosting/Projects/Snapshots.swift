import Dispatch
import ReadModel
import Synchronization
import Translation
import Workspace

/// Readers of a project, each with a connection of its own, for as many reads at once as there are readers.
///
/// No Swift task waits for the disk: a read runs on a thread of its own while its task is suspended.
final class Snapshots: Sendable {
    private struct State {
        var idle: [SnapshotReader] = []
        var waiting: [CheckedContinuation<SnapshotReader?, any Error>] = []
        /// How many readers are open or being opened.
        var count = 0
    }

    private let writer: ProjectWriter
    private let lane: Lane
    private let state = Mutex(State())
    private let threads = DispatchQueue(label: "dragoman.readers", attributes: .concurrent)

    /// How many reads go on at once, and how long they may take.
    struct Lane: Sendable {
        /// How many readers there are at most.
        let readers: Int
        /// How many reads may wait for a reader; beyond it they are refused.
        let longestQueue: Int
        /// How long a read may take, in seconds.
        let patience: Double

        /// For what is answered at once.
        static func quick(readers: Int) -> Lane {
            Lane(readers: readers, longestQueue: 512, patience: 5)
        }

        /// For past states, differences, checks and exports.
        static let heavy = Lane(readers: 1, longestQueue: 8, patience: 30)
    }

    /// Reads what a writer writes.
    init(_ writer: ProjectWriter, _ lane: Lane) {
        self.writer = writer
        self.lane = lane
    }

    /// Runs `body` with the state at a moment.
    ///
    /// Throws ``Overload`` if too many wait, ``TooSlow`` if it takes too long, and what `body` throws.
    func read<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        guard let reader = try await takeReader() else {
            return try await writer.read(at: moment, locales: locales, body)
        }
        return try await withCheckedThrowingContinuation { answer in
            threads.async {
                let reading = Reading(reader)
                let end = DispatchWorkItem { self.interrupt(reading) }
                self.threads.asyncAfter(deadline: .now() + self.lane.patience, execute: end)
                let result = Result { try reader.read(at: moment, locales: locales, body) }
                end.cancel()
                let isTooSlow = reading.end()
                self.giveBack(reader)
                answer.resume(with: result.mapError { isTooSlow ? TooSlow() : $0 })
            }
        }
    }

    /// Interrupts a read, again and again until it ends: an interruption between two of its statements has no effect.
    private func interrupt(_ reading: Reading) {
        guard reading.interrupt() else { return }
        threads.asyncAfter(deadline: .now() + 0.05) { self.interrupt(reading) }
    }

    /// A reader that is idle, or a new one; `nil` where the read model is in memory and has none.
    private func takeReader() async throws -> SnapshotReader? {
        while true {
            let reader = try await nextReader()
            guard let reader, !reader.isCurrent else { return reader }
            // A large rebuild put another file in the place of the one that it reads.
            discard()
        }
    }

    private func nextReader() async throws -> SnapshotReader? {
        enum Step {
            case use(SnapshotReader)
            case open
            case wait
        }
        let step: Step = try state.withLock { state in
            if let reader = state.idle.popLast() { return .use(reader) }
            if state.count < lane.readers {
                state.count += 1
                return .open
            }
            guard state.waiting.count < lane.longestQueue else { throw Overload() }
            return .wait
        }
        switch step {
        case .use(let reader): return reader
        case .open:
            do {
                return try await writer.makeReader()
            } catch is ReadModel.NoFile {
                discard()
                return nil
            } catch {
                discard()
                throw error
            }
        case .wait:
            return try await withCheckedThrowingContinuation { entry in
                let reader: SnapshotReader?? = state.withLock { state in
                    if let reader = state.idle.popLast() { return .some(reader) }
                    // All readers were discarded meanwhile: nobody would hand one on.
                    guard state.count > 0 else { return .some(nil) }
                    state.waiting.append(entry)
                    return .none
                }
                if case .some(let reader) = reader { entry.resume(returning: reader) }
            }
        }
    }

    /// Hands a reader to who waits longest, or keeps it.
    private func giveBack(_ reader: SnapshotReader) {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.idle.append(reader)
                return nil as CheckedContinuation<SnapshotReader?, any Error>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: reader)
    }

    /// Forgets a reader, so that another one may be opened.
    ///
    /// After the last one, nobody would hand a reader to those who wait: the writer's own connection serves them.
    private func discard() {
        let left = state.withLock { state in
            state.count -= 1
            guard state.count == 0 else {
                return [] as [CheckedContinuation<SnapshotReader?, any Error>]
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        for entry in left { entry.resume(returning: nil) }
    }
}

/// A read that is under way, until it ends.
private final class Reading: Sendable {
    private enum State {
        case underWay
        case interrupted
        case ended
    }

    private let reader: SnapshotReader
    private let state = Mutex(State.underWay)

    init(_ reader: SnapshotReader) { self.reader = reader }

    /// Interrupts the read; returns false if it has ended, and the reader may serve another one.
    func interrupt() -> Bool {
        state.withLock { state in
            guard state != .ended else { return false }
            state = .interrupted
            reader.interrupt()
            return true
        }
    }

    /// Notes that the read has ended; returns true if it was interrupted.
    func end() -> Bool {
        state.withLock { state in
            defer { state = .ended }
            return state == .interrupted
        }
    }
}

/// Too many requests wait already.
public struct Overload: Error {}

/// A read took longer than it may.
public struct TooSlow: Error {}
