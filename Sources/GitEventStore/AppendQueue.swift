import Dispatch
public import EventStore
import Git
import Glibc
import Synchronization

/// Adds what many writers hand over, in groups: all that waits while one commit is made goes into the next one.
///
/// For a process that many people write through at once, such as a server. A commit takes several waits for the
/// disk, however many lines it has; so this many writers wait for one instead of each for their own.
/// What is handed over must be right whatever others add before it: nothing is decided again here.
public final class AppendQueue: Sendable {
    /// How many lines go into one commit at most, but for one addition that has more.
    public static let usualLines = 10_000
    /// How often a group is tried again when the branch moves under it.
    private static let attempts = 100

    /// How long is waited for the next group to fill: so many times so many microseconds, a tenth of what a commit takes.
    private static let moments = 8
    private static let moment: UInt32 = 50

    /// What one writer handed over.
    private struct Waiting {
        let ticket: UInt64
        let files: [NewFile]
        let message: String
        let lines: Int
        let answer: CheckedContinuation<Position, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var nextTicket: UInt64 = 0
        var cancelled: Set<UInt64> = []
        var isWriting = false
    }

    private let store: GitEventStore
    private let author: @Sendable () -> Author
    private let patience: WriteLock.Patience
    private let maximumLines: Int
    private let state = Mutex(State())
    /// Commits are made one after the other, and where no task of Swift's waits for the disk.
    private let writer = DispatchQueue(label: "dragoman.append-queue")

    /// Makes a queue for a log whose branch exists.
    ///
    /// `author` is asked for each commit, since he bears its time. `patience` says how long the repository's
    /// ``WriteLock`` is waited for, which is held while a commit is made.
    public init(
        store: GitEventStore, patience: WriteLock.Patience = .unlimited,
        maximumLines: Int = usualLines, author: @escaping @Sendable () -> Author
    ) {
        self.store = store
        self.patience = patience
        self.maximumLines = maximumLines
        self.author = author
    }

    /// Adds files, whose lines go into one commit with those of others, and returns where the log is then.
    ///
    /// Each file's lines stay together and in order, and come after those that were handed over before; the lines of one folder
    /// share a file, which is named after the first of them. On disk before it returns. Throws what the append throws; where
    /// one of a group cannot be added, the others are. A task that is cancelled while it waits throws `CancellationError`, and
    /// nothing of it is added; once its commit is under way it gets the answer.
    public func append(_ files: [NewFile], message: String) async throws -> Position {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        // A cancellation that comes too late has nothing left to refuse.
        defer { state.withLock { state in _ = state.cancelled.remove(ticket) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answer in
                let lines = files.reduce(0) { $0 + $1.lineCount }
                enqueue(
                    Waiting(
                        ticket: ticket, files: files, message: message, lines: lines,
                        answer: answer))
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    /// How many additions wait for a commit to be begun; a server that is asked for more than it can write may refuse by it.
    public var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func enqueue(_ entry: Waiting) {
        let (isCancelled, startsWriting) = state.withLock { state in
            if state.cancelled.remove(entry.ticket) != nil { return (true, false) }
            state.waiting.append(entry)
            let starts = !state.isWriting
            state.isWriting = true
            return (false, starts)
        }
        if isCancelled { entry.answer.resume(throwing: CancellationError()) }
        if startsWriting { writer.async { self.writeAll() } }
    }

    /// Takes an entry out that nobody writes yet; one that is not in yet is refused when it comes.
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

    private func writeAll() {
        while let group = nextGroup() {
            write(group)
            awaitNext(asManyAs: group.count)
        }
    }

    /// Gives those who were just answered a moment to come with what they have next.
    ///
    /// Else the next commit takes the first of them alone, and all others wait for it. A lone writer is not waited for.
    private func awaitNext(asManyAs count: Int) {
        guard count > 1 else { return }
        for _ in 0..<Self.moments where waitingCount < count { usleep(Self.moment) }
    }

    /// Takes what waits, up to the most lines of a commit; nil, and the writer is done, where nothing does.
    private func nextGroup() -> [Waiting]? {
        state.withLock { state in
            var lines = 0
            let count = state.waiting.prefix { entry in
                lines += entry.lines
                return lines <= maximumLines
            }.count
            let group = Array(state.waiting.prefix(max(1, count)))
            state.waiting.removeFirst(group.count)
            if group.isEmpty { state.isWriting = false }
            return group.isEmpty ? nil : group
        }
    }

    /// Writes a group, and answers each of its writers; where that fails, each is tried alone.
    private func write(_ group: [Waiting]) {
        do {
            let position = try add(group)
            for entry in group { entry.answer.resume(returning: position) }
        } catch {
            guard group.count > 1 else {
                group.first?.answer.resume(throwing: error)
                return
            }
            for entry in group { write([entry]) }
        }
    }

    private func add(_ group: [Waiting]) throws -> Position {
        let addition = Addition(
            files: Self.files(of: group), message: Self.message(of: group), author: author())
        return try WriteLock.hold(
            in: store.stateDirectory, sharing: store.repository.sharing, patience: patience
        ) {
            _ = try store.settle()
            for _ in 1..<Self.attempts {
                do {
                    return try append(addition)
                } catch is AppendConflict {
                    continue
                }
            }
            return try append(addition)
        }
    }

    private func append(_ addition: Addition) throws -> Position {
        guard let head = try store.head() else { throw NoBranch(branch: store.branch.shorthand) }
        return try store.append(addition, expecting: head)
    }

    /// The files of all, those of one folder together, in the order in which they came.
    private static func files(of group: [Waiting]) -> [NewFile] {
        let all = group.flatMap(\.files)
        return Dictionary(grouping: all, by: \.folder).sorted { $0.key < $1.key }.flatMap {
            folder, files in
            // A file's last newline is put back by the file that takes its lines.
            NewFile.files(folder: folder, lines: files.map { ($0.name, $0.content.dropLast()) })
        }
    }

    /// The message of the one, or how many there are and the subject of each.
    private static func message(of group: [Waiting]) -> String {
        guard group.count > 1 else { return group.first?.message ?? "" }
        let subjects = group.map { GitEventStore.subject(of: $0.message) }
        let lines = group.reduce(0) { $0 + $1.lines }
        return "append \(lines) events of \(group.count) writers\n\n"
            + subjects.joined(separator: "\n") + "\n"
    }
}

extension NewFile {
    /// How many lines the file has.
    fileprivate var lineCount: Int { content.count { $0 == UInt8(ascii: "\n") } }
}
