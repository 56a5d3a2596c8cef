import Foundation
import Git
import TestWorld
import Testing

/// Few objects in one pack, and a repository that is repacked meanwhile.
struct SmallPackTests {
    private static func packFiles(_ scratch: Scratch) -> [String] {
        let directory = scratch.directory.path + "/.git/objects/pack"
        return ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    /// Stores a blob in a pack of its own.
    private static func store(_ text: String, in repository: GitRepository) throws -> ObjectID {
        let batch = try ObjectBatch.smallPack(in: repository)
        let id = try #require(try batch.writeBlobs([Array(text.utf8)]).first)
        try batch.finish()
        try batch.keep()
        return id
    }

    private static func repack(_ scratch: Scratch) throws {
        try scratch.repository.repacking {
            _ = try Sandbox().git(
                "-C", scratch.directory.path, "repack", "--geometric=2", "-d", "-q")
        }
    }

    @Test func `objects are read before and after the end`() throws {
        let scratch = try Scratch()
        let before = scratch.repository.objectUsage().looseObjects
        let batch = try ObjectBatch.smallPack(in: scratch.repository)
        let blob = try #require(try batch.writeBlobs([Array("text".utf8)]).first)
        // The tree is made from another tree of the batch.
        let first = try batch.createTree(base: nil, changes: [.upsert(path: "d/a", id: blob)])
        let tree = try batch.createTree(base: first, changes: [.upsert(path: "d/b", id: blob)])
        #expect(try !scratch.repository.objectExists(tree))
        #expect(Self.packFiles(scratch).isEmpty)
        try batch.finish()
        #expect(
            Self.packFiles(scratch).map { ($0 as NSString).pathExtension } == [
                "idx", "keep", "pack",
            ])
        try batch.keep()
        #expect(try scratch.repository.readBlob(blob) == Array("text".utf8))
        #expect(try scratch.repository.treeEntries(of: tree).map(\.name) == ["d"])
        #expect(scratch.repository.objectUsage().looseObjects == before)
        let files = Self.packFiles(scratch)
        #expect(files.map { ($0 as NSString).pathExtension } == ["idx", "pack"])
        for file in files {
            let path = scratch.directory.path + "/.git/objects/pack/" + file
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o444)
        }
        try Sandbox().git("-C", scratch.directory.path, "fsck", "--strict")
    }

    @Test func `a batch without an end leaves nothing`() throws {
        let scratch = try Scratch()
        var batch: ObjectBatch? = try ObjectBatch.smallPack(in: scratch.repository)
        _ = try batch?.writeBlobs([Array("text".utf8)])
        batch = nil
        #expect(Self.packFiles(scratch).isEmpty)
    }

    /// The library keeps a pack open once it has read from it.
    @Test func `deleted packs are forgotten, and their objects are read from the new pack`() throws
    {
        let scratch = try Scratch()
        let other = try GitRepository.open(at: scratch.directory.path)
        let ids = try (0..<30).map { number in
            let id = try Self.store("text \(number)", in: scratch.repository)
            #expect(try other.readBlob(id) == Array("text \(number)".utf8))
            return id
        }
        #expect(scratch.repository.packCount() == 30)
        try Self.repack(scratch)
        #expect(scratch.repository.packCount() == 1)
        for repository in [scratch.repository, other] {
            for (number, id) in ids.enumerated() {
                #expect(try repository.readBlob(id) == Array("text \(number)".utf8))
            }
        }
        // No mapping of this process shows a deleted pack.
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        let own = maps.split(separator: "\n").filter {
            $0.contains(scratch.directory.path) && $0.hasSuffix("(deleted)")
        }
        #expect(own == [])
    }

    @Test func `a batch that began before a repacking ends after it`() throws {
        let scratch = try Scratch()
        let old = try Self.store("old", in: scratch.repository)
        let base = try scratch.repository.createTree(
            base: nil, changes: [.upsert(path: "a", id: old)])
        let batch = try ObjectBatch.smallPack(in: scratch.repository)
        let new = try #require(try batch.writeBlobs([Array("new".utf8)]).first)
        try Self.repack(scratch)
        let tree = try batch.createTree(base: base, changes: [.upsert(path: "b", id: new)])
        try batch.finish()
        try batch.keep()
        #expect(try scratch.repository.treeEntries(of: tree).map(\.name) == ["a", "b"])
    }

    /// Only a pack beside our keep file is that of a killed writer.
    @Test(arguments: [true, false])
    func `packs without an index are only removed if they are ours`(isOurs: Bool) throws {
        let scratch = try Scratch()
        _ = try Self.store("text", in: scratch.repository)
        let directory = scratch.directory.path + "/.git/objects/pack/"
        for file in Self.packFiles(scratch) where file.hasSuffix(".idx") {
            try FileManager.default.removeItem(atPath: directory + file)
            guard isOurs else { continue }
            let keep = "\(directory)\(file.dropLast(3))keep"
            try "dragoman is about to refer to this\n"
                .write(toFile: keep, atomically: false, encoding: .utf8)
        }
        scratch.repository.removeAbandonedPackFiles(
            olderThan: 50, now: Int64(Date().timeIntervalSince1970) + 100)
        #expect(Self.packFiles(scratch).count == (isOurs ? 0 : 1))
    }

    /// Unlike `git repack -a -d`, a geometric repacking keeps them.
    @Test func `objects that nothing refers to survive a repacking`() throws {
        let scratch = try Scratch()
        let packed = try Self.store("packed", in: scratch.repository)
        _ = try Self.store("packed too", in: scratch.repository)
        let loose = try scratch.repository.writeBlob(Array("loose".utf8))
        try Self.repack(scratch)
        let usage = scratch.repository.objectUsage()
        #expect(usage.packs == 1 && usage.looseObjects == 0)
        for id in [packed, loose] { #expect(try scratch.repository.objectExists(id)) }
    }
}

/// The number of packs that a repository may have.
struct PackBudgetTests {
    /// Writes small commits, and repacks whenever that is due and `repacks` returns true.
    ///
    /// A repacking ends some commits after its beginning, and leaves a number of packs that depends
    /// on the size of the repository. Returns the maximum number of packs.
    private static func simulate(commits: Int, lasting: Int, leaving: Int, repacks: Bool) -> Int {
        var budget = PackBudget()
        var (packs, most, end) = (0, 0, Int?.none)
        var old = 0
        for commit in 0..<commits {
            if PackBudget.allowsPack(besides: packs) { packs += 1 }
            if repacks, end == nil, budget.isRepackingDue(at: packs) {
                end = commit + lasting
                old = packs
            }
            most = max(most, packs)
            guard let finished = end, commit >= finished else { continue }
            // The new pack exists before the old ones are deleted.
            most = max(most, packs + 1)
            packs += min(leaving, old) - old
            budget.noteRepacking(leaving: packs)
            end = nil
        }
        return most
    }

    @Test(arguments: [0, 1, 5, 100, 10_000], [1, 6, 16])
    func `there are never more than fifty`(lasting: Int, leaving: Int) {
        let most = Self.simulate(
            commits: 50_000, lasting: lasting, leaving: leaving, repacks: true)
        #expect((1...PackBudget.most).contains(most))
    }

    @Test func `without repacking, commits become loose objects`() {
        #expect(Self.simulate(commits: 1_000, lasting: 0, leaving: 1, repacks: false) == 40)
    }

    @Test func `packs that cannot be combined are not tried again and again`() {
        var budget = PackBudget()
        #expect(budget.isRepackingDue(at: 60))
        budget.noteRepacking(leaving: 45)
        #expect(!budget.isRepackingDue(at: 45))
        #expect(budget.isRepackingDue(at: 46))
        budget.noteRepacking(leaving: 3)
        #expect(!budget.isRepackingDue(at: 22))
        #expect(budget.isRepackingDue(at: 23))
    }
}
