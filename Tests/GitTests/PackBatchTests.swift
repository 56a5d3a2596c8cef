import Foundation
import Git
import TestWorld
import Testing

/// Many objects in one pack.
struct PackBatchTests {
    private static func contents(_ count: Int) -> [[UInt8]] {
        (0..<count).map { number in
            // Some are empty, some have a few bytes, some fill more than one buffer.
            let size = number % 7 == 0 ? number * 4_000 : number % 5
            return Array("\(number) ".utf8).prefix(size)
                + [UInt8](repeating: UInt8(number & 0xFF), count: size)
        }
    }

    private static func packs(_ scratch: Scratch) -> [String] {
        let directory = scratch.directory.path + "/.git/objects/pack"
        return ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    @Test func `what is written is read when the pack is complete`() throws {
        let scratch = try Scratch()
        let contents = Self.contents(300)
        let before = scratch.repository.objectUsage().looseObjects
        let writer = try ObjectBatch.pack(in: scratch.repository)
        let ids = try writer.writeBlobs(contents)
        // A tree is checked against its objects.
        let tree = try writer.createTree(
            base: nil, changes: ids.enumerated().map { .upsert(path: "d/\($0)", id: $1) })
        #expect(try !scratch.repository.objectExists(tree))
        try writer.finish()
        for (id, content) in zip(ids, contents) {
            #expect(try scratch.repository.readBlob(id) == content)
        }
        #expect(try scratch.repository.treeEntries(of: tree).map(\.name) == ["d"])
        #expect(scratch.repository.objectUsage().looseObjects == before)
        try writer.keep()
        #expect(Self.packs(scratch).count == 2)
    }

    @Test func `git finds no fault with a pack`() throws {
        let sandbox = try Sandbox()
        _ = try GitRepository.create(at: sandbox.directory + "/repo", initialBranch: "main")
        let repository = try GitRepository.open(at: sandbox.directory + "/repo")
        let writer = try ObjectBatch.pack(in: repository)
        let ids = try writer.writeBlobs(Self.contents(100))
        try writer.finish()
        try sandbox.git("fsck", "--strict", in: "repo")
        let listed = try sandbox.git(
            "cat-file", "--batch-all-objects", "--batch-check=%(objectname)", in: "repo")
        #expect(Set(listed.split(separator: "\n").map(String.init)) == Set(ids.map(\.description)))
    }

    @Test func `what is there already is not written again`() throws {
        let scratch = try Scratch()
        var writer: ObjectBatch? = try ObjectBatch.pack(in: scratch.repository)
        let known = try scratch.repository.writeBlob(Array("known".utf8))
        #expect(try writer?.writeBlobs([Array("known".utf8)]) == [known])
        try writer?.finish()
        writer = nil
        #expect(Self.packs(scratch).isEmpty)
    }

    @Test func `a pack that is given up leaves nothing`() throws {
        let scratch = try Scratch()
        var writer: ObjectBatch? = try ObjectBatch.pack(in: scratch.repository)
        let ids = try writer?.writeBlobs(Self.contents(50)) ?? []
        #expect(Self.packs(scratch).count == 1)
        writer = nil
        #expect(Self.packs(scratch).isEmpty)
        #expect(try !scratch.repository.objectExists(try #require(ids.last)))
    }

    @Test func `nobody packs it anew before something refers to it`() throws {
        let scratch = try Scratch()
        let sandbox = try Sandbox()
        try scratch.commit(["a": "1"])
        func repack() throws {
            try sandbox.git(
                "-C", scratch.directory.path, "repack", "-a", "-d", "-q")
            try scratch.repository.refresh()
        }
        var writer: ObjectBatch? = try ObjectBatch.pack(in: scratch.repository)
        let id = try #require(try writer?.writeBlobs(Self.contents(10)).first)
        try writer?.finish()
        try repack()
        #expect(try scratch.repository.objectExists(id))
        writer = nil
        try repack()
        #expect(try !GitRepository.open(at: scratch.directory.path).objectExists(id))
    }

    @Test func `what a killed writer left is known`() throws {
        let scratch = try Scratch()
        let directory = URL(fileURLWithPath: scratch.directory.path + "/.git/objects/pack")
        let texts = [
            "pack_git2_abcdef": "", "pack_git2_abcdef.idx": "", "pack-1.keep": "mine",
            "pack-2.keep": "dragoman is about to refer to this\n", "tmp_idx_1": "",
            ".tmp-7-pack-3.pack": "", "pack-4.pack": "", "pack-5.pack": "", "pack-5.idx": "",
            "pack-6.pack": "", "pack-6.keep": "dragoman is about to refer to this\n",
        ]
        for (name, text) in texts {
            try Data(text.utf8).write(to: directory.appendingPathComponent(name))
        }
        let later = Int64(Date().timeIntervalSince1970) + 100
        let found = scratch.repository.abandonedTemporaryFiles(olderThan: 50, now: later)
        #expect(
            found.map { $0.split(separator: "/").last ?? "" }
                == [
                    ".tmp-7-pack-3.pack", "pack-2.keep", "pack-6.keep", "pack-6.pack",
                    "pack_git2_abcdef", "pack_git2_abcdef.idx", "tmp_idx_1",
                ])
        scratch.repository.removeAbandonedPackFiles(olderThan: 50, now: later)
        #expect(
            Self.packs(scratch) == ["pack-1.keep", "pack-4.pack", "pack-5.idx", "pack-5.pack"])
    }

    /// A writer that lives may be about to refer to its pack.
    @Test func `only the keep files of dead writers are removed`() throws {
        let scratch = try Scratch()
        let batch = try ObjectBatch.smallPack(in: scratch.repository)
        _ = try batch.writeBlobs(Self.contents(3))
        try batch.finish()
        let keep = try #require(Self.packs(scratch).first { $0.hasSuffix(".keep") })
        scratch.repository.removeAbandonedPackFiles(olderThan: 0, now: 0)
        #expect(Self.packs(scratch).contains(keep))
        // A copy has the text, but no process has locked it.
        let directory = scratch.directory.path + "/.git/objects/pack/"
        try FileManager.default.copyItem(
            atPath: directory + keep, toPath: directory + "pack-dead.keep")
        scratch.repository.removeAbandonedPackFiles(olderThan: 0, now: 0)
        #expect(!Self.packs(scratch).contains("pack-dead.keep"))
        try batch.keep()
        #expect(!Self.packs(scratch).contains(keep))
    }
}
