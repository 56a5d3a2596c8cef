import EventStore
import Glibc
import ReadModel
import Testing
import Translation

/// SQLite's write-ahead log beside the database.
struct WriteAheadLogTests {
    private let directory: DatabaseDirectory
    private let store = InMemoryEventStore()
    private var path: String { directory.path + "/db" }

    init() throws { directory = try DatabaseDirectory() }

    private func open() throws -> Projection {
        try Projection.open(at: path, project: SampleLog.project)
    }

    /// Catches up with new strings and returns the position of the log.
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

    /// The last connection to close merges the log into the file.
    @Test func theLogGoesWithTheLastConnection() throws {
        var log = SampleLog()
        var model: Projection? = try open()
        let head = try takeIn(try #require(model), &log, strings: 200, wordsEach: 1_000)
        #expect(logSize > 0)
        do {
            let other = try open()
            model = nil
            #expect(logSize > 0)
            #expect(try other.position == head)
        }
        #expect(logSize == -1)
        #expect(try open().position == head)
    }
}
