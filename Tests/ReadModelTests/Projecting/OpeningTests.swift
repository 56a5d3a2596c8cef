import EventStore
import Glibc
import ReadModel
import TestWorld
import Testing
import Texts
import Translation

/// The place of the database, and the repair of a damaged or outdated one.
struct OpeningTests {
    private let directory: DatabaseDirectory
    private var path: String { directory.path + "/m/db" }

    init() throws { directory = try DatabaseDirectory() }

    private func store() throws -> InMemoryEventStore {
        let store = InMemoryEventStore()
        var log = SampleLog()
        log.define("a", "A")
        log.add(.translationSet(Value("Un")), SampleLog.fr, "a")
        _ = try store.append(log.files)
        return store
    }

    private func open() throws -> Projection {
        try Projection.open(at: path, project: SampleLog.project)
    }

    private func write(_ bytes: [UInt8], at offset: Int = 0) throws {
        let file = try #require(fopen(path, offset == 0 ? "w" : "r+"))
        fseek(file, offset, SEEK_SET)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    @Test func aModelIsKeptBetweenOpenings() throws {
        let store = try store()
        let head = try #require(store.head())
        var first: Projection? = try open()
        #expect(first?.opening == .created)
        let caught = try first?.catchUp(with: store, to: head)
        #expect(caught?.kind == .rebuilt(.empty))
        #expect(caught?.subjects == 2)
        let digest = try first?.digest()
        first = nil
        let second = try open()
        #expect(second.opening == .opened)
        #expect(try second.position == head)
        #expect(try second.digest() == digest)
        #expect(try second.catchUp(with: store, to: head).kind == .unchanged)
    }

    @Test func aFileThatIsNoDatabaseIsReplaced() throws {
        mkdir(directory.path + "/m", 0o777)
        try write(Array(repeating: UInt8(ascii: "x"), count: 5000))
        let model = try open()
        guard case .replaced = model.opening else {
            Issue.record("The file was opened: \(model.opening)")
            return
        }
        let store = try store()
        try model.catchUp(with: store, to: try #require(store.head()))
        #expect(try model.read { try $0.eventCount() } == 2)
    }

    @Test func damageThatIsFoundLaterIsMended() throws {
        let store = try store()
        var first: Projection? = try open()
        try first?.catchUp(with: store, to: try #require(store.head()))
        let digest = try first?.digest()
        first = nil
        // All pages except for the first, which holds the header and the names of the tables.
        try write(Array(repeating: 0xAA, count: 200_000), at: 4096)
        let model = try open()
        _ = try store.append([("en/later.jsonl", Array("{}\n".utf8))])
        try model.catchUp(with: store, to: try #require(store.head()))
        #expect(try model.read { try $0.eventCount() } == 2)
        #expect(try model.digest() == digest)
    }

    @Test func anotherProjectBeginsAnew() throws {
        let store = try store()
        var first: Projection? = try open()
        try first?.catchUp(with: store, to: try #require(store.head()))
        first = nil
        let other = try Projection.open(
            at: path, project: Project(id: "Q", source: SampleLog.en))
        #expect(other.opening == .created)
        #expect(try other.position == nil)
        #expect(try other.read { try $0.eventCount() } == 0)
    }

    /// The inode of the file at the path.
    private var inode: UInt64 {
        get throws {
            var status = stat()
            try #require(stat(path, &status) == 0)
            return UInt64(status.st_ino)
        }
    }

    @Test func outdatedTablesGoWithTheirFile() throws {
        // An empty database belongs to no project, and is kept.
        mkdir(directory.path + "/m", 0o777)
        try write([])
        let empty = try inode
        _ = try open()
        #expect(try inode == empty)
        // The hard link keeps the old inode, so that the new file gets another one.
        #expect(link(path, directory.path + "/kept") == 0)
        let other = try Projection.open(at: path, project: Project(id: "Q", source: SampleLog.en))
        #expect(other.opening == .created)
        #expect(try inode != empty)
    }

    @Test func outdatedTablesAreDroppedWhereOthersHaveTheFileOpen() throws {
        let store = try store()
        let head = try #require(store.head())
        let first = try open()
        try first.catchUp(with: store, to: head)
        let before = try inode
        let project = Project(id: "Q", source: SampleLog.en)
        let other = try Projection.open(at: path, project: project)
        #expect(other.opening == .created)
        #expect(try inode == before)
        try other.catchUp(with: store, to: head)
        #expect(try other.read { try $0.eventCount() } == 2)
        // The connection that was open finds no tables of its project, and rebuilds them.
        #expect(try first.catchUp(with: store, to: head).kind == .rebuilt(.empty))
        #expect(try first.read { try $0.eventCount() } == 2)
    }

    @Test func aPositionThatTheLogForgotMeansARebuild() throws {
        let model = try open()
        let old = try store()
        for name in ["x", "y", "z"] { _ = try old.append([("en/\(name).jsonl", [])]) }
        try model.catchUp(with: old, to: try #require(old.head()))
        let new = InMemoryEventStore()
        var log = SampleLog()
        log.define("b", "B")
        _ = try new.append(log.files)
        let head = try #require(new.head())
        let caught = try model.catchUp(with: new, to: head)
        #expect(caught.kind == .rebuilt(.unknownPosition))
        #expect(try model.read { try $0.existingStrings() }.map(\.key) == ["b"])
    }

    @Test func twoOpenModelsFollowEachOther() throws {
        let store = try store()
        let head = try #require(store.head())
        let first = try open()
        let second = try open()
        try first.catchUp(with: store, to: head)
        #expect(try second.catchUp(with: store, to: head).kind == .unchanged)
        #expect(try second.read(at: head) { try $0.eventCount() } == 2)
        store.remove(paths: ["fr/f1.jsonl"])
        try first.catchUp(with: store, to: try #require(store.head()))
        #expect(throws: Projection.PositionMoved.self) {
            try second.read(at: head) { try $0.eventCount() }
        }
    }

    @Test func aDirectoryThatCannotBeMadeMeansMemory() throws {
        let model = try Projection.open(
            at: "/proc/none/of/this/db", project: SampleLog.project)
        guard case .inMemory = model.opening else {
            Issue.record("The file was opened: \(model.opening)")
            return
        }
        #expect(model.path == nil)
    }
}
