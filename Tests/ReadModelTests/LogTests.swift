import EventStore
import Glibc
import ReadModel
import Testing
import Translation

/// How long SQLite's log beside the database may become, which each process reads that opens it.
struct LogTests {
    private let directory: DatabaseDirectory
    private let store = InMemoryEventStore()
    private var path: String { directory.path + "/db" }

    init() throws { directory = try DatabaseDirectory() }

    private func open(_ limits: RebuildLimits = RebuildLimits()) throws -> Projection {
        try Projection.open(at: path, project: SampleLog.project, limits: limits)
    }

    /// Takes in new strings; returns where the log is then.
    private func takeIn(
        _ model: Projection, _ log: inout SampleLog, strings: Int, wordsEach: Int
    ) throws -> Position {
        let known = log.files.count
        for number in known..<known + strings {
            log.define("k\(number)", String(repeating: "word ", count: wordsEach))
        }
        let head = try store.append(log.files[known...])
        try model.catchUp(with: store, to: head)
        return head
    }

    private var logSize: Int {
        var status = stat()
        return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : -1
    }

    @Test func aShortLogStaysForTheNextWriter() throws {
        var log = SampleLog()
        let model = try open()
        let head = try takeIn(model, &log, strings: 3, wordsEach: 2)
        #expect((1...1 << 20).contains(logSize))
        #expect(try open().position == head)
        #expect(try model.position == head)
    }

    @Test func whoFindsALongLogPutsItIntoTheFile() throws {
        var log = SampleLog()
        let (model, next) = (try open(), try open())
        let head = try takeIn(model, &log, strings: 200, wordsEach: 1_000)
        #expect(logSize > 1 << 20)
        #expect(try next.catchUp(with: store, to: head).kind == .unchanged)
        #expect(logSize == 0)
        #expect(try model.read { try $0.eventCount() } == 200)
    }

    @Test func aLogThatSomebodyReadsFromStaysUntilTheyAreDone() throws {
        var log = SampleLog()
        let (model, reader) = (try open(), try open())
        let first = try takeIn(model, &log, strings: 3, wordsEach: 2)
        let second = try reader.read { state in
            // The first query begins the transaction.
            #expect(try state.position == first)
            let second = try takeIn(model, &log, strings: 200, wordsEach: 1_000)
            #expect(logSize > 1 << 20)
            #expect(try state.position == first)
            return second
        }
        #expect(try model.catchUp(with: store, to: second).kind == .unchanged)
        #expect(logSize == 0)
        #expect(try reader.position == second)
    }

    /// A rebuild goes through the log where others have the file open.
    @Test func aRebuildLeavesNoLongLogForLong() throws {
        var log = SampleLog()
        let limits = RebuildLimits(besideDatabase: 40_000, folderInMemory: 400_000)
        let (model, other) = (try open(limits), try open(limits))
        let head = try takeIn(model, &log, strings: 300, wordsEach: 1_000)
        #expect(logSize > 1 << 20)
        #expect(try other.catchUp(with: store, to: head).kind == .unchanged)
        #expect(logSize == 0)
        #expect(try model.position == head)
    }
}
