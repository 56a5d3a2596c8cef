import EventStore
import Git
import GitEventStore
import TestWorld
import Testing

/// Appends of many files, whose objects are stored in one pack.
struct LargeAppendTests {
    private let scratch: LogScratch
    private let start: Position

    init() throws {
        scratch = try LogScratch()
        start = try scratch.commit(["events/en/a.jsonl": "{}\n"])
        let commit = try #require(ObjectID(hex: start.commit))
        try scratch.store.repository.update(
            scratch.store.branch, from: nil, to: commit, message: "start")
    }

    private static func files(_ count: Int) -> [NewFile] {
        (0..<count).map { number in
            NewFile(
                folder: number % 2 == 0 ? "fr" : "de", name: "01J\(1000 + number)",
                content: Array("{\"n\":\(number)}\n".utf8))
        }
    }

    private func contents(at position: Position) throws -> Set<[UInt8]> {
        Set(
            try scratch.store.difference(from: start, to: position).compactMap(\.new)
                .map { try scratch.store.content($0) })
    }

    @Test func manyFilesMakeOnePackAndNoLooseObjectsButTheCommit() throws {
        let before = scratch.store.repository.objectUsage()
        let files = Self.files(100)
        let position = try scratch.store.append(
            Addition(files: files, message: "many\n", author: scratch.author), expecting: start
        ).position
        #expect(try contents(at: position) == Set(files.map(\.content)))
        let after = scratch.store.repository.objectUsage()
        #expect(after.packs == before.packs + 1)
        #expect(after.looseObjects == before.looseObjects + 1)
        try scratch.sandbox.git("fsck", "--strict", in: scratch.name)
    }

    @Test func whatComesInPartsIsThereAtOnce() throws {
        let append = try scratch.store.beginAppend(expecting: start)
        let files = Self.files(80)
        try append.add(Array(files[..<30]))
        try append.add(Array(files[30...]))
        #expect(try scratch.store.head() == start)
        let position = try scratch.store.append(
            append, message: "parts\n", author: scratch.author, expecting: start
        ).position
        #expect(try scratch.store.head() == position)
        #expect(try contents(at: position) == Set(files.map(\.content)))
    }

    @Test func aBranchThatMovedIsAConflict() throws {
        let append = try scratch.store.beginAppend(expecting: start)
        try append.add(Self.files(40))
        let other = try scratch.store.append(
            Addition(
                files: [NewFile(folder: "fr", name: "01JZZ", content: Array("{}\n".utf8))],
                message: "other\n", author: scratch.author), expecting: start
        ).position
        #expect(throws: AppendConflict.self) {
            try scratch.store.append(
                append, message: "late\n", author: scratch.author, expecting: start)
        }
        #expect(try scratch.store.head() == other)
        #expect(throws: AppendConflict.self) {
            try scratch.store.beginAppend(expecting: start)
        }
    }
}
