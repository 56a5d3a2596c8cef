import Dispatch
import EventStore
import Synchronization
import TestWorld
import Testing
import Translation

@testable import ReadModel

/// The write-ahead log of a long-running writer, checkpointed by a separate thread.
struct CheckpointerTests {
    private let directory: DatabaseDirectory
    private let store = InMemoryEventStore()
    private var path: String { directory.path + "/db" }

    /// Limits that a test reaches with a few hundred small commits.
    private static let small = Checkpointer.Limits(
        first: 256 << 10, step: 64 << 10, most: 1 << 20, patience: 20, longPatience: 10_000)
    /// Slightly more than the largest commit of these tests writes to the log.
    private static let commit = 512 << 10

    init() throws { directory = try DatabaseDirectory() }

    private func open() throws -> Projection {
        try Projection.open(at: path, project: SampleLog.project)
    }

    private var logSize: Int { DatabaseFile(path: path, share: nil).logSize }

    /// Appends new strings and catches up.
    private func takeIn(_ model: Projection, _ log: inout SampleLog, strings: Int) throws {
        let known = log.files.count
        for number in known..<known + strings {
            log.define("k\(number)", String(repeating: "word ", count: 100))
        }
        try model.catchUp(with: store, to: try store.append(log.files[known...]))
    }

    /// Expects that the tables contain the whole log.
    private func expectComplete(_ model: Projection, _ log: SampleLog) throws {
        let fresh = try Projection.inMemory(project: SampleLog.project)
        try fresh.catchUp(with: store, to: try #require(store.head()))
        #expect(try model.differingTables(from: fresh) == [])
        #expect(try model.read { try $0.eventCount() } == log.files.count)
    }

    @Test func noCommitCheckpointsALogThatAThreadHas() throws {
        var log = SampleLog()
        let model = try open()
        model.checkpointAside()
        while logSize < 12 << 20, log.files.count < 30_000 { try takeIn(model, &log, strings: 50) }
        // SQLite itself would have reset the log after a thousand pages, or four megabytes.
        #expect(logSize >= 12 << 20)
        try expectComplete(model, log)
    }

    @Test func theLogStaysShortUnderManyWritesBesideReaders() throws {
        var log = SampleLog()
        let model = try open()
        try takeIn(model, &log, strings: 1)
        model.checkpointAside(Self.small)
        let readers = try Readers(model, count: 2)
        var longest = 0
        for _ in 0..<250 {
            try takeIn(model, &log, strings: 4)
            longest = max(longest, logSize)
        }
        let counts = try readers.stop()
        #expect(longest >= Self.small.first)
        #expect(longest <= Self.small.most + Self.commit)
        for counts in counts { #expect(counts == counts.sorted()) }
        try expectComplete(model, log)
        #expect(try open().read { try $0.eventCount() } == log.files.count)
    }

    @Test func oneWhoReadsForLongHoldsNobodyUpForLong() throws {
        var log = SampleLog()
        let model = try open()
        try takeIn(model, &log, strings: 1)
        var limits = Self.small
        limits.longPatience = 20
        model.checkpointAside(limits)
        let reader = try ReadModelReader(model)
        try reader.read { state in
            let count = try state.eventCount()
            while logSize < 3 << 20 { try takeIn(model, &log, strings: 20) }
            #expect(try state.eventCount() == count)
        }
        // A long log is emptied with one of the next commits.
        for _ in 0..<2_000 where logSize >= limits.first {
            try takeIn(model, &log, strings: 4)
        }
        #expect(logSize < limits.first)
        try expectComplete(model, log)
    }

    @Test func aFileThatARebuildReplacedIsCheckpointedTheSameWay() throws {
        var log = SampleLog()
        let model = try Projection.open(
            at: path, project: SampleLog.project,
            limits: RebuildLimits(besideDatabase: 40_000, folderInMemory: 400_000))
        model.checkpointAside(Self.small)
        let identity = model.identity
        try takeIn(model, &log, strings: 300)
        #expect(model.identity != identity)
        var longest = 0
        for _ in 0..<100 {
            try takeIn(model, &log, strings: 10)
            longest = max(longest, logSize)
        }
        #expect(longest >= Self.small.first)
        #expect(longest <= Self.small.most + Self.commit)
        try expectComplete(model, log)
    }

    /// Threads that read continuously, each on its own connection.
    private final class Readers: Sendable {
        private let isStopped = Atomic(false)
        private let threads = Mutex<[Handoff<[Int]>]>([])

        init(_ model: Projection, count: Int) throws {
            for _ in 0..<count {
                let reader = try ReadModelReader(model)
                let queue = DispatchQueue(label: "reader")
                threads.withLock {
                    $0.append(
                        Handoff(on: queue) { [self] in
                            var counts: [Int] = []
                            while !isStopped.load(ordering: .acquiring) {
                                counts.append(try reader.read { try $0.eventCount() })
                            }
                            return counts
                        })
                }
            }
        }

        /// Ends the threads, and returns the event counts that each saw, in order.
        func stop() throws -> [[Int]] {
            isStopped.store(true, ordering: .releasing)
            return try threads.withLock { try $0.map { try $0.take() ?? [] } }
        }
    }
}
