import Dispatch
import EventStore
import Git
import GitEventStore
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct AppendQueueTests {
    private let log: LogScratch

    init() throws {
        log = try LogScratch()
        try log.move("translations", to: log.commit([:]))
    }

    private func queue(
        maximumLines: Int = AppendQueue.usualLines, patience: WriteLock.Patience = .unlimited,
        gate: Gate? = nil
    ) -> AppendQueue {
        let author = Author(name: "Server", email: "server@example.org", seconds: 1_795_253_400)
        return AppendQueue(store: log.store, patience: patience, maximumLines: maximumLines) {
            gate?.pass()
            return author
        }
    }

    /// Hands something over while the queue is held up, and waits until it has it.
    private func handOver(
        _ files: [NewFile], message: String = "w\n", to queue: AppendQueue
    ) async throws -> Task<Position, any Error> {
        let count = queue.waitingCount
        let task = Task { try await queue.append(files, message: message) }
        while queue.waitingCount == count { try await Task.sleep(for: .milliseconds(1)) }
        return task
    }

    /// A file of one line or more, named as its first event would be.
    private func file(_ writer: Int, _ step: Int, lines: Int = 1, folder: String = "fr") -> NewFile
    {
        let name = "W\(1000 + writer)S\(1000 + step)"
        let text = (0..<lines).map { "\(name)-\($0)\n" }.joined()
        return NewFile(folder: folder, name: name, content: Array(text.utf8))
    }

    /// All lines of the tip, with those of one file in order.
    private func files() throws -> [[Substring]] {
        let head = try #require(try log.store.head())
        return try log.log(head).values.map { $0.split(separator: "\n") }
    }

    private func lines() throws -> [Substring] { try files().flatMap(\.self) }

    /// The commits since the first, newest first: what each added, and its message.
    private func commits() throws -> [(added: Set<Substring>, message: String)] {
        var position = try #require(try log.store.head())
        var commits: [(Set<Substring>, String)] = []
        while let parent = try log.parents(position).first {
            let before = try log.store.position(of: #require(ObjectID(hex: parent)))
            let commit = try log.store.repository.commit(log.id(position))
            commits.append(
                (try log.lines(position).subtracting(log.lines(before)), commit.message))
            position = before
        }
        return commits
    }

    @Test func oneWriterGetsACommitWithItsMessage() async throws {
        let position = try await queue().append([file(1, 1, lines: 2)], message: "propose fr a\n")
        #expect(try log.store.head() == position)
        #expect(try commits().map(\.message) == ["propose fr a\n"])
        #expect(try files() == [["W1001S1001-0", "W1001S1001-1"]])
    }

    @Test func manyWritersLoseAndDoubleNothing() async throws {
        let queue = queue()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<64 {
                group.addTask {
                    for step in 0..<4 {
                        let files = [
                            file(writer, step, lines: 2), file(writer, step, folder: "de"),
                        ]
                        let position = try await queue.append(files, message: "w\(writer)\n")
                        // What is answered can be read.
                        let lines = try log.lines(position)
                        #expect(lines.contains("W\(1000 + writer)S\(1000 + step)-1"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let lines = try lines()
        // The line that is in both languages counts twice.
        #expect(lines.count == 64 * 4 * 3)
        #expect(Set(lines).count == 64 * 4 * 2)
        for commit in try commits() {
            // All of an addition is in one commit.
            for line in commit.added where line.hasSuffix("-0") {
                #expect(commit.added.contains(line.dropLast() + "1"))
            }
        }
        #expect(try commits().count < 64 * 4, "Nothing was written together.")
    }

    @Test func whatWaitsIsOneCommitInTheOrderOfComing() async throws {
        let gate = Gate()
        let queue = queue(gate: gate)
        let first = Task { try await queue.append([file(0, 0)], message: "first\n") }
        try await gate.waitForCommit()
        var tasks: [Task<Position, any Error>] = []
        for writer in 1...5 {
            tasks.append(
                try await handOver([file(writer, 0)], message: "w\(writer)\n", to: queue))
        }
        gate.open()
        _ = try await first.value
        var positions: Set<Position> = []
        for task in tasks { positions.insert(try await task.value) }
        #expect(positions.count == 1)
        let newest = try #require(try commits().first)
        #expect(
            newest.message == "append 5 events of 5 writers\n\nw1\nw2\nw3\nw4\nw5\n")
        #expect(
            try files().contains((1...5).map { "W\(1000 + $0)S1000-0" }))
    }

    @Test func aGroupHasAMostOfLines() async throws {
        let gate = Gate()
        let queue = queue(maximumLines: 4, gate: gate)
        let first = Task { try await queue.append([file(0, 0)], message: "first\n") }
        try await gate.waitForCommit()
        let sizes = [3, 1, 1, 9, 1]
        var tasks: [Task<Position, any Error>] = []
        for (writer, lines) in sizes.enumerated() {
            tasks.append(
                try await handOver([file(writer + 1, 0, lines: lines)], to: queue))
        }
        gate.open()
        _ = try await first.value
        for task in tasks { _ = try await task.value }
        #expect(try commits().map(\.added.count) == [1, 9, 1, 4, 1])
    }

    @Test func anotherWriterMovesTheBranch() async throws {
        let queue = queue()
        // Plain Git takes no lock of ours: it moves the branch while a group is written.
        async let others: Void = {
            for step in 0..<30 {
                let head = try #require(try log.store.head())
                let other = try log.commit(
                    ["events/de/other\(step).jsonl": "other\(step)\n"], on: head)
                do {
                    try log.store.advance(
                        from: head, to: other, message: "other\n", author: log.author)
                } catch is AppendConflict {
                } catch is BranchLocked {}
            }
        }()
        for step in 0..<30 {
            do {
                _ = try await queue.append([file(1, step)], message: "w\n")
            } catch is BranchLocked {
                _ = try await queue.append([file(1, step)], message: "w\n")
            }
        }
        try await others
        let own = try lines().filter { $0.hasPrefix("W1001") }
        #expect(own.count == 30 && Set(own).count == 30)
    }

    @Test func anErrorIsTheWritersOwn() async throws {
        _ = try await queue().append([file(2, 0)], message: "w2\n")
        let gate = Gate()
        let queue = queue(gate: gate)
        let first = Task { try await queue.append([file(0, 0)], message: "first\n") }
        try await gate.waitForCommit()
        let faulty = try await handOver([file(2, 0)], to: queue)
        let good = try await handOver([file(3, 0)], to: queue)
        gate.open()
        _ = try await first.value
        await #expect(throws: FileExists.self) { try await faulty.value }
        _ = try await good.value
        #expect(try Set(lines()) == ["W1002S1000-0", "W1000S1000-0", "W1003S1000-0"])
    }

    @Test func anErrorThatMeetsAllReachesAll() async throws {
        let queue = queue(patience: .init(milliseconds: 50))
        _ = try await queue.append([file(9, 0)], message: "w\n")
        let lock = open(log.store.stateDirectory + "/write", O_RDWR | O_CREAT, 0o666)
        // The lock of another process: flock does not ask whose a descriptor is.
        #expect(flock(lock, LOCK_EX) == 0)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for writer in 0..<5 {
                group.addTask {
                    do {
                        _ = try await queue.append([file(writer, 0)], message: "w\n")
                        return false
                    } catch is WriteLock.Timeout {
                        return true
                    }
                }
            }
            for try await timedOut in group { #expect(timedOut) }
        }
        close(lock)
        #expect(try lines() == ["W1009S1000-0"])
        _ = try await queue.append([file(8, 0)], message: "w\n")
        #expect(try lines().count == 2)
    }

    @Test func oneThatWaitsCanBeCancelled() async throws {
        let gate = Gate()
        let queue = queue(gate: gate)
        let first = Task { try await queue.append([file(0, 0)], message: "first\n") }
        try await gate.waitForCommit()
        let cancelled = try await handOver([file(1, 0)], to: queue)
        let kept = try await handOver([file(2, 0)], to: queue)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        // This one is being written: the answer tells what became of it.
        first.cancel()
        gate.open()
        _ = try await first.value
        _ = try await kept.value
        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await queue.append([file(3, 0)], message: "w3\n")
        }
        await #expect(throws: CancellationError.self) { try await before.value }
        #expect(try Set(lines()) == ["W1000S1000-0", "W1002S1000-0"])
    }
}

/// Holds a queue up when it begins a commit, until it is opened.
private final class Gate: Sendable {
    private let isOpen = DispatchSemaphore(value: 0)
    private let began = Atomic(false)

    /// Waits for the gate; for the queue's thread.
    func pass() {
        began.store(true, ordering: .releasing)
        isOpen.wait()
        isOpen.signal()
    }

    /// Waits until a commit was begun.
    func waitForCommit() async throws {
        while !began.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(1)) }
    }

    func open() { isOpen.signal() }
}
