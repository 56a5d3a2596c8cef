import Dispatch
import Git
import GitEventStore
public import EventStore
import Glibc
package import Machine
import Synchronization
public import Texts
public import Translation

/// The single writer of a project in a process with many users, such as a server.
///
/// Requests that arrive during a commit share the next one. Each request is decided on the state
/// that includes all requests before it; see ``GroupDecision``. A request is answered when its
/// commit is durable and in the read model. No Swift task waits for the disk, because groups are
/// written one at a time on the threads of a pool.
public final class ProjectWriter: Sendable {
    /// A caller that waits for the group of its requests.
    private struct Waiting {
        let ticket: UInt64
        /// The time of submission, in nanoseconds since an arbitrary moment.
        let since = DispatchTime.now().uptimeNanoseconds
        /// The requests that have not been decided yet.
        var requests: [WriteRequest]
        /// The results of the requests that have been decided.
        var results: [Result<Outcome, Refusal>] = []
        let note: @Sendable (WriteTimes) -> Void
        let answer: CheckedContinuation<JointReceipt, any Error>
    }

    /// A change to the log, as reported to the observer of ``init(_:observer:)``.
    public enum Change: Sendable {
        /// Requests to this writer added events, and no other process added any.
        case appended([Event], Position)
        /// The log has a new position with unknown events in between, because other processes wrote
        /// or files were imported.
        case moved(Position)

        /// The current position of the log.
        public var position: Position {
            switch self {
            case .appended(_, let position), .moved(let position): position
            }
        }
    }

    private struct State {
        var position: Position?
        var waiting: [Waiting] = []
        var nextTicket: UInt64 = 0
        var cancelled: Set<UInt64> = []
        var isWriting = false
    }

    private let workspace: Mutex<Workspace>
    /// The directory with the lock.
    private let stateDirectory: String
    private let state = Mutex(State())
    /// Runs everything that uses the workspace, in order.
    private let thread: WorkerLane
    private let observer: @Sendable (Change) -> Void
    /// The longest time a request may wait for its group, in nanoseconds.
    private let patience: UInt64
    private let room: Mutex<PushRoom>

    /// The limits of the wait for callers that were just answered, in rests of 50 microseconds.
    ///
    /// The wait ends after eight rests without a new request, and after 60 rests at the latest.
    private static let (rests, longestRest) = (8, 60)
    private static let rest: UInt32 = 50
    /// The time of uninterrupted writing, in nanoseconds, after which other processes get the lock.
    private static let longestRun: UInt64 = 50_000_000
    /// The time that other processes get to take the lock, in milliseconds.
    private static let longestPause = 250
    /// The interval at which the writer checks for pushes, in seconds.
    private static let lookInterval = 0.01

    /// Takes over a workspace, which nothing else may use afterwards.
    ///
    /// `observer` is called with each change to the log, on the writer's thread. It runs after the
    /// read model is updated, and before the callers get their answers. It must not wait for the
    /// writer. Commits no longer checkpoint SQLite's log; a separate thread does.
    ///
    /// A request that no group has taken after `patience` fails with ``TooLate``, because its
    /// sender has given up or will repeat it. Without `patience`, there is no time limit. `pool`
    /// contains the threads, which several writers can share.
    package init(
        _ workspace: sending Workspace, patience: Duration? = nil,
        on pool: WorkerPool = WorkerPool(maximum: 1),
        observer: @escaping @Sendable (Change) -> Void = { _ in }
    ) {
        thread = WorkerLane(on: pool)
        workspace.checkpointsAside = true
        stateDirectory = workspace.store.stateDirectory
        room = Mutex(PushRoom(workspace.store.repository))
        self.workspace = Mutex(workspace)
        self.patience =
            patience.map { UInt64(clamping: $0.components.seconds) * 1_000_000_000 }
            ?? .max
        self.observer = observer
    }

    /// The position that the read model has reached, or `nil` before the first catch-up.
    public var position: Position? { state.withLock { $0.position } }

    /// The number of requests that no group has taken yet.
    ///
    /// Servers can use it to shed load.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Performs a request, and returns when it is durable and in the read model.
    ///
    /// Throws a ``Refusal``, including one that concerns the whole group, such as a dirty work
    /// tree. If a task is cancelled before a group takes its request, this throws
    /// `CancellationError`, and nothing is written for the request. If a group has already taken
    /// the request, the task receives the answer. `note` is called with the times of the group
    /// before the answer, even if the request is refused.
    public func submit(
        _ request: WriteRequest, note: @escaping @Sendable (WriteTimes) -> Void = { _ in }
    ) async throws -> Receipt {
        let receipt = try await submit(together: [request], note: note)
        guard let result = receipt.results.first else { throw CancellationError() }
        return Receipt(outcome: try result.get(), position: receipt.position)
    }

    /// Performs up to 256 requests in one commit, and returns when all are durable and in the read
    /// model.
    ///
    /// Each is decided by itself. One whose command goes alone (``Command/goesAlone``) gets a commit
    /// of its own. Refusals of single requests are in the receipt; see also ``submit(_:note:)``.
    public func submit(
        together requests: [WriteRequest],
        note: @escaping @Sendable (WriteTimes) -> Void = { _ in }
    ) async throws -> JointReceipt {
        guard !requests.isEmpty else {
            return JointReceipt(results: [], position: try await catchUp())
        }
        var requests = requests
        for index in requests.indices.dropFirst() { requests[index].isJoined = true }
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        // A cancellation after the answer leaves its ticket in the set.
        defer { state.withLock { state in _ = state.cancelled.remove(ticket) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { [requests] answer in
                enqueue(Waiting(ticket: ticket, requests: requests, note: note, answer: answer))
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    /// Updates the read model to the tip of the branch after the current group, and returns the
    /// tip.
    ///
    /// Call it when another process moved the branch. Writes catch up on their own.
    @discardableResult
    public func catchUp() async throws -> Position {
        try await withCheckedThrowingContinuation { answer in
            thread.async {
                answer.resume(
                    with: Result {
                        let position = try self.workspace.withLock { try $0.catchUp() }
                        self.note(position, from: position, events: [])
                        return position
                    })
            }
        }
    }

    /// Packs the repository, between two groups, if there are many loose objects or packs.
    ///
    /// The packing continues in a separate process.
    public func packIfNeeded() async {
        await withCheckedContinuation { (answer: CheckedContinuation<Void, Never>) in
            thread.async {
                self.workspace.withLock { $0.collectGarbageIfNeeded() }
                answer.resume()
            }
        }
    }

    /// Stores a new position, and reports the change that led to it.
    ///
    /// `base` is the position that the events were added to.
    private func note(_ position: Position, from base: Position, events: [Event]) {
        let before = state.withLock { state in
            defer { state.position = position }
            return state.position
        }
        guard position != before else { return }
        observer(base == before && !events.isEmpty ? .appended(events, position) : .moved(position))
    }

    /// Opens a reader of the read model, which is rebuilt if its file was deleted.
    public func makeReader() async throws -> SnapshotReader {
        try await withCheckedThrowingContinuation { answer in
            thread.async {
                answer.resume(
                    with: Result {
                        try self.workspace.withLock { workspace in
                            try workspace.remakeReadModel()
                            return try SnapshotReader(workspace)
                        }
                    })
            }
        }
    }

    /// Reads on the writer's own connection, between two groups, for a read model that is kept in
    /// memory.
    public func read<Output: Sendable>(
        at moment: Moment = .tip, locales: [LanguageTag]? = nil,
        _ body: @escaping @Sendable (Snapshot) throws -> Output
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { answer in
            thread.async {
                answer.resume(
                    with: Result {
                        try self.workspace.withLock {
                            try $0.read(at: moment, locales: locales, body)
                        }
                    })
            }
        }
    }

    private func enqueue(_ entry: Waiting) {
        let (isCancelled, startsWriting) = state.withLock { state in
            if state.cancelled.remove(entry.ticket) != nil { return (true, false) }
            state.waiting.append(entry)
            let starts = !state.isWriting
            state.isWriting = true
            return (false, starts)
        }
        if isCancelled { entry.answer.resume(throwing: CancellationError()) }
        if startsWriting { thread.async { self.writeAll() } }
    }

    /// Removes a request that no group has taken, or records that it must be refused when it
    /// arrives.
    private func cancel(_ ticket: UInt64) {
        let entry: Waiting? = state.withLock { state in
            if let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) {
                return state.waiting.remove(at: index)
            }
            state.cancelled.insert(ticket)
            return nil
        }
        entry?.answer.resume(throwing: CancellationError())
    }

    /// Writes groups until no request is waiting, starting with the rest of the last group.
    ///
    /// Under constant load, it regularly yields the thread to other work: catching up, opening
    /// readers, packing.
    private func writeAll(_ left: [Waiting] = []) {
        let start = DispatchTime.now().uptimeNanoseconds
        var group = left
        while true {
            fill(&group)
            guard !group.isEmpty else { return }
            awaitNext(asManyAs: write(&group))
            if DispatchTime.now().uptimeNanoseconds - start > Self.longestRun {
                WriteLock.letOthers(in: stateDirectory, atMost: Self.longestPause)
                let left = group
                return thread.async { self.makeRoom(left) }
            }
        }
    }

    /// Resumes writing once nobody is about to push with plain Git; see ``Courtesy``.
    ///
    /// Meanwhile, the thread does other work.
    private func makeRoom(_ left: [Waiting]) {
        let position = position
        let pauses = room.withLock { room in
            room.pauses {
                workspace.withLock { (try? $0.store.head()).flatMap(\.self) != position }
            }
        }
        guard pauses else { return writeAll(left) }
        thread.async(after: Self.lookInterval) { self.makeRoom(left) }
    }

    /// Adds waiting requests to the requests left over from the last group, up to the maximum size
    /// of a group.
    ///
    /// If there are no requests, the writer stops until the next request arrives.
    private func fill(_ group: inout [Waiting]) {
        var new: [Waiting]
        repeat {
            var room = GroupDecision.Limits().requests - group.reduce(0) { $0 + $1.requests.count }
            new = state.withLock { state in
                let new = Array(
                    state.waiting.prefix { entry in
                        room -= entry.requests.count
                        return room >= 0
                    })
                state.waiting.removeFirst(new.count)
                if new.isEmpty, group.isEmpty { state.isWriting = false }
                return new
            }
            let now = DispatchTime.now().uptimeNanoseconds
            for entry in new {
                if now - entry.since > patience {
                    entry.answer.resume(throwing: TooLate())
                } else {
                    group.append(entry)
                }
            }
        } while group.isEmpty && !new.isEmpty
    }

    /// The error thrown when a request waited too long for its group; nothing was written for it.
    public struct TooLate: Error {}

    /// Gives callers that were just answered a moment to submit their next request.
    ///
    /// Otherwise the next group would contain only the first of them, or only callers that arrived
    /// during the last group. The callers would then split into two halves that take turns, each
    /// with its own commit. The writer does not wait for a single caller.
    private func awaitNext(asManyAs count: Int) {
        guard count > 1 else { return }
        var waiting = waitingCount
        var quiet = 0
        for _ in 0..<Self.longestRest where waiting < count && quiet < Self.rests {
            usleep(Self.rest)
            let now = waitingCount
            quiet = now > waiting ? 0 : quiet + 1
            waiting = now
        }
    }

    private func note(_ written: Workspace.WrittenGroup) {
        let outcomes = written.answers.compactMap { try? $0.get() }.filter { $0.commit != nil }
        // Imports return only the ids of their events.
        let isKnown = outcomes.allSatisfy { $0.events.count == $0.eventIDs.count }
        note(
            written.position, from: written.base, events: isKnown ? outcomes.flatMap(\.events) : [])
    }

    private func note(_ times: WriteTimes, of entry: Waiting) {
        let total = DispatchTime.now().uptimeNanoseconds - entry.since
        entry.note(times.ofRequest(total: .nanoseconds(Int64(clamping: total))))
    }

    /// Writes a group and answers its requests; keeps those that belong to the next group.
    ///
    /// Returns the number of callers: those that it answered, and those that arrived meanwhile.
    private func write(_ group: inout [Waiting]) -> Int {
        let requests = group.flatMap(\.requests)[...]
        let (result, times) = workspace.withLock { workspace in
            (Result { try workspace.write(requests) }, workspace.writeTimes)
        }
        do {
            let written = try result.get()
            note(written)
            let waiting = waitingCount
            var results = written.answers[...]
            var count = 0
            while !results.isEmpty {
                let decided = min(group[0].requests.count, results.count)
                group[0].results += results.prefix(decided)
                group[0].requests.removeFirst(decided)
                results = results.dropFirst(decided)
                // The rest of the requests is decided in the next group.
                guard group[0].requests.isEmpty else { break }
                let entry = group.removeFirst()
                count += 1
                note(times, of: entry)
                entry.answer.resume(
                    returning: JointReceipt(results: entry.results, position: written.position))
            }
            return count + waiting
        } catch {
            for entry in group {
                note(times, of: entry)
                entry.answer.resume(throwing: error)
            }
            defer { group = [] }
            return group.count
        }
    }
}
