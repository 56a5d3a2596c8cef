import Git
import Testing

struct TreeTests {
    private func listing(_ scratch: Scratch, _ tree: ObjectID) throws -> [String] {
        try scratch.directory.git("ls-tree", "-r", tree.description)
            .split(separator: "\n").map(String.init)
    }

    /// Applies the same random changes to a dictionary and to a tree.
    @Test(arguments: 0..<25)
    func `deep changes give the tree that git lists`(seed: UInt64) throws {
        let scratch = try Scratch()
        var numbers = SplitMix64(state: seed)
        var files: [String: ObjectID] = [:]
        var tree: ObjectID?
        for _ in 0..<4 {
            var changes: [TreeChange] = []
            for path in files.keys.sorted() where numbers.next() % 3 == 0 {
                changes.append(.remove(path: path))
                files[path] = nil
            }
            for _ in 0..<(numbers.next() % 8) {
                let names = (0...(numbers.next() % 4)).map { _ in "d\(numbers.next() % 3)" }
                let path = (names + ["f\(numbers.next() % 4).jsonl"]).joined(separator: "/")
                let id = try scratch.repository.writeBlob(Array("\(numbers.next() % 9)".utf8))
                changes.append(.upsert(path: path, id: id))
                files[path] = id
            }
            let result = try scratch.repository.createTree(base: tree, changes: changes)
            tree = result
            let expected = files.map { "100644 blob \($0.value)\t\($0.key)" }
            #expect(Set(try listing(scratch, result)) == Set(expected))
            var walked: [String] = []
            try scratch.repository.forEachFile(in: result) { path, _ in walked.append(path) }
            #expect(walked == files.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        }
        try scratch.directory.git("fsck", "--strict")
    }

    @Test func `an emptied directory disappears, at last the tree is empty`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree(["a/b/c.txt": "1", "d.txt": "2"])
        let first = try scratch.repository.createTree(
            base: tree, changes: [.remove(path: "a/b/c.txt")])
        #expect(try scratch.repository.treeEntries(of: first).map(\.name) == ["d.txt"])
        let last = try scratch.repository.createTree(
            base: first, changes: [.remove(path: "d.txt")])
        #expect(last == .emptyTree)
        #expect(try scratch.repository.createTree(base: nil, changes: []) == .emptyTree)
        #expect(try scratch.repository.createTree(base: tree, changes: []) == tree)
    }

    @Test func `of two changes to one path the last counts`() throws {
        let scratch = try Scratch()
        let one = try scratch.repository.writeBlob([1])
        let two = try scratch.repository.writeBlob([2])
        let tree = try scratch.repository.createTree(
            base: nil,
            changes: [
                .upsert(path: "a/x", id: one), .upsert(path: "a/y", id: one),
                .upsert(path: "a/x", id: two, mode: .executable),
            ])
        let entry = try #require(try scratch.repository.entry(atPath: "a/x", in: tree))
        #expect(entry.id == two)
        #expect(entry.mode == .executable)
    }

    @Test func `finds entries by path`() throws {
        let scratch = try Scratch()
        let commit = try scratch.commit(["a/b/c.txt": "1"])
        let repository = scratch.repository
        #expect(try repository.entry(atPath: "a/b", in: commit)?.mode == .directory)
        #expect(try repository.entry(atPath: "a/b/c.txt", in: commit)?.name == "c.txt")
        #expect(try repository.entry(atPath: "", in: commit)?.mode == .directory)
        #expect(try repository.entry(atPath: "a/x", in: commit) == nil)
        #expect(try repository.entry(atPath: "a/b/c.txt/d", in: commit) == nil)
    }

    @Test func `walks below a prefix, and the body may call the repository`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree(["e/fr/1": "x", "e/de/2": "y", "f": "z"])
        var found: [String] = []
        try scratch.repository.forEachFile(in: tree, under: "e/") { path, blob throws(GitError) in
            let bytes = try scratch.repository.readBlob(blob)
            found.append(path + "=" + String(decoding: bytes, as: UTF8.self))
        }
        #expect(found == ["e/de/2=y", "e/fr/1=x"])
        found = []
        try scratch.repository.forEachFile(in: tree, under: "g") { path, _ in found.append(path) }
        try scratch.repository.forEachFile(in: tree, under: "f") { path, _ in found.append(path) }
        #expect(found == ["f"])
    }

    @Test(arguments: ["", "/a", "a//b", ".git/config", "a/../b", "a\0b"])
    func `refuses paths that are none`(path: String) throws {
        let scratch = try Scratch()
        let id = try scratch.repository.writeBlob([1])
        #expect(
            code {
                _ = try scratch.repository.createTree(
                    base: nil, changes: [.upsert(path: path, id: id)])
            } != nil)
    }
}
