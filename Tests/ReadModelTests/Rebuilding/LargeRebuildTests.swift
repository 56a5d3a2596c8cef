import EventStore
import Glibc
import ReadModel
import Synchronization
import TestWorld
import Testing
import Texts
import Translation

/// Rebuilds of logs that exceed low limits, so that they take the way for large logs.
struct LargeRebuildTests {
    private let directory: DatabaseDirectory
    private var path: String { directory.path + "/db" }

    init() throws { directory = try DatabaseDirectory() }

    /// A log whose contents can be made unreadable.
    private final class LargeLog: EventStore {
        private let store = InMemoryEventStore()
        private let isBroken = Mutex(false)

        struct Unreadable: Error {}

        func breakContents() { isBroken.withLock { $0 = true } }

        func head() -> Position? { store.head() }

        func difference(
            from old: Position?, to new: Position, folders: [String]?
        ) throws -> [FileDifference] {
            try store.difference(from: old, to: new, folders: folders)
        }

        func content(_ id: ContentID) throws -> [UInt8] {
            guard !isBroken.withLock(\.self) else { throw Unreadable() }
            return try store.content(id)
        }

        func size(_ id: ContentID) throws -> Int { try store.content(id).count }

        func append(_ addition: Addition, expecting head: Position) throws -> Appended {
            try store.append(addition, expecting: head)
        }
    }

    private func log(_ strings: Range<Int>, filling: Int = 500) -> SampleLog {
        var log = SampleLog()
        for number in strings {
            log.define("k\(number)", String(repeating: "word ", count: filling / 5))
            log.add(
                .translationSet(Value(String(repeating: "mot ", count: filling / 4))),
                SampleLog.fr, "k\(number)")
        }
        return log
    }

    private func open() throws -> Projection {
        try Projection.open(
            at: path, project: SampleLog.project,
            limits: RebuildLimits(
                besideDatabase: 40_000, folderInMemory: 400_000, folderByTwoThreads: 30_000))
    }

    private func names() -> [String] {
        var names: [String] = []
        guard let entries = opendir(directory.path) else { return [] }
        defer { closedir(entries) }
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private func identity() -> UInt64 {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
    }

    @Test func aloneTheNewFileTakesThePlaceOfTheOldOne() throws {
        let store = LargeLog()
        let head = try store.append(log(0..<50).files)
        let model = try open()
        let before = identity()
        let caught = try model.catchUp(with: store, to: head)
        #expect(caught.kind == .rebuilt(.empty))
        #expect(caught.subjects == 100)
        #expect(identity() != before)
        #expect(try model.position == head)
        let fresh = try Projection.inMemory(
            project: SampleLog.project, store: store, position: head, folders: nil)
        #expect(try model.differingTables(from: fresh) == [])
        // SQLite's log is in use again, and no file of the rebuild is left.
        #expect(!names().contains("db-rebuild"))
        #expect(names().contains("db-wal"))
        #expect(try open().digest() == fresh.digest())
    }

    /// Another version may have created it with larger pages, which are kept.
    @Test(arguments: [4096, 8192])
    func whileOthersHaveTheFileOpenItStays(pageSize: Int) throws {
        _ = try open()
        let made = try Sandbox().execute(
            "/usr/bin/env",
            [
                "sqlite3", path,
                "PRAGMA journal_mode = DELETE; PRAGMA page_size = \(pageSize); VACUUM; PRAGMA journal_mode = WAL; PRAGMA page_size",
            ])
        #expect(made.output == "delete\nwal\n\(pageSize)\n")
        let store = LargeLog()
        let head = try store.append(log(0..<50).files)
        let (model, other) = (try open(), try open())
        let before = identity()
        try model.catchUp(with: store, to: head)
        #expect(identity() == before)
        #expect(try other.catchUp(with: store, to: head).kind == .unchanged)
        #expect(try other.digest() == model.digest())
        #expect(!names().contains("db-rebuild"))
    }

    @Test func whatIsMostlyNewIsReadAnew() throws {
        let store = LargeLog()
        var log = log(0..<2, filling: 10)
        let first = try store.append(log.files)
        let count = log.files.count
        let model = try open()
        try model.catchUp(with: store, to: first)
        let before = identity()
        for number in 0..<110 {
            log.add(
                .translationSet(Value(String(repeating: "mot ", count: 300))), SampleLog.fr,
                "more\(number)")
        }
        let second = try store.append(log.files[count...])
        let caught = try model.catchUp(with: store, to: second)
        #expect(caught.kind == .advanced)
        #expect(caught.addedFiles == 110)
        #expect(identity() != before)
        let fresh = try Projection.inMemory(
            project: SampleLog.project, store: store, position: second, folders: nil)
        #expect(try model.differingTables(from: fresh) == [])
    }

    @Test func aRebuildThatFailsLeavesWhatWasThere() throws {
        let store = LargeLog()
        let head = try store.append(log(0..<50).files)
        let model = try open()
        try model.catchUp(with: store, to: head)
        let digest = try model.digest()
        store.breakContents()
        #expect(throws: LargeLog.Unreadable.self) {
            try model.rebuild(from: store, at: head)
        }
        #expect(try model.position == head)
        #expect(try model.digest() == digest)
        #expect(!names().contains("db-rebuild"))
    }

    private func leaveHalfARebuild() throws {
        let rest = try #require(fopen(path + "-rebuild", "w"))
        fputs("half a database", rest)
        fclose(rest)
    }

    @Test func whatAKilledRebuildLeftIsInNobodysWay() throws {
        let store = LargeLog()
        let head = try store.append(log(0..<50).files)
        let model = try open()
        try leaveHalfARebuild()
        try model.catchUp(with: store, to: head)
        #expect(try model.read { try $0.eventCount() } == 100)
        #expect(!names().contains("db-rebuild"))
    }

    @Test func whatAKilledRebuildLeftGoesWithTheNextOpening() throws {
        _ = try open()
        try leaveHalfARebuild()
        let lock = Glibc.open(path + "-rebuild-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        _ = try open()
        #expect(names().contains("db-rebuild"))
        #expect(flock(lock, LOCK_UN) == 0)
        _ = try open()
        #expect(!names().contains("db-rebuild"))
    }

    /// A language that exceeds the limit for folding in memory, and a source language that does.
    @Test(arguments: [(10, 3_500), (3_500, 10)])
    func whatIsTooLargeForMemoryIsFoldedFromTheTables(source: Int, text: Int) throws {
        let store = LargeLog()
        var log = SampleLog()
        log.define("first", "First")
        let first = try store.append(log.files)
        let count = log.files.count
        // There is more than one batch, and a batch ends between a definition and its text.
        for number in 0..<300 {
            let key = "k\(number)"
            let definition = log.define(key, String(repeating: "w", count: source))
            log.add(
                .translationSet(Value(String(repeating: "m", count: text))), SampleLog.fr, key,
                source: definition)
            if number % 10 == 0 { log.define(key, "otherwise", base: definition) }
        }
        let head = try store.append(log.files[count...])
        let model = try open()
        try model.catchUp(with: store, to: head)
        let other = try Projection.inMemory(project: SampleLog.project)
        try other.catchUp(with: store, to: first)
        #expect(try other.catchUp(with: store, to: head).kind == .advanced)
        #expect(try model.differingTables(from: other) == [])
        let events = try log.files.compactMap { file -> Event? in
            guard case .event(let event) = try Event.read(line: file.content.dropLast()) else {
                return nil
            }
            return event
        }
        let state = EventLogState(project: SampleLog.project, events: events)
        #expect(try model.digest() == StateDigest.of(state))
    }
}
