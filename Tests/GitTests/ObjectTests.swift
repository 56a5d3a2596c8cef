import Git
import Testing

struct ObjectTests {
    @Test func `blobs round-trip byte for byte`() throws {
        let scratch = try Scratch()
        let contents: [[UInt8]] = [[], [0, 255, 10, 13], Array("é\r\n".utf8)]
        let ids = try scratch.repository.writeBlobs(contents)
        for (id, bytes) in zip(ids, contents) {
            #expect(try scratch.repository.readBlob(id) == bytes)
            #expect(try scratch.repository.objectKind(id) == .blob)
        }
        #expect(try scratch.directory.git("cat-file", "-t", ids[1].description) == "blob\n")
    }

    @Test func `what is missing is told apart`() throws {
        let scratch = try Scratch()
        let missing = try #require(ObjectID(hex: String(repeating: "7", count: 40)))
        #expect(code { _ = try scratch.repository.readBlob(missing) } == .missingObject)
        #expect(try scratch.repository.objectKind(missing) == nil)
        #expect(try !scratch.repository.objectExists(missing))
    }

    @Test func `sees objects that another process packed`() throws {
        let scratch = try Scratch()
        try scratch.commit(["a": "1"])
        let id = try scratch.repository.writeBlob(Array("loose".utf8))
        try scratch.commit(["a": "loose"])
        try scratch.directory.git("gc", "-q")
        try scratch.repository.refresh()
        #expect(try scratch.repository.readBlob(id) == Array("loose".utf8))
    }

    @Test func `commits say what was given`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree(["a": "1"])
        let author = Signature(
            name: " <Inés\n, ", email: "i<n@example.org", secondsSinceEpoch: 1_767_323_045,
            offsetMinutes: -330)
        let first = try scratch.repository.createCommit(
            tree: tree, parents: [], author: author, committer: signature(),
            message: "Say\n\nMore\n")
        let second = try scratch.repository.createCommit(
            tree: first, parents: [first], author: author, committer: signature(), message: "Next")
        let commit = try scratch.repository.commit(second)
        #expect(commit.tree == tree)
        #expect(commit.parents == [first])
        #expect(commit.author.name == "Inés")
        #expect(commit.author.email == "in@example.org")
        #expect(commit.author.offsetMinutes == -330)
        #expect(commit.committer == signature())
        #expect(try scratch.repository.commit(first).subject == "Say")
        #expect(
            try scratch.directory.git("log", "-1", "--format=%an|%ae|%ai|%P", second.description)
                == "Inés|in@example.org|2026-01-01 21:34:05 -0530|\(first)\n")
        #expect(try scratch.repository.target(of: branch) == nil)
    }

    @Test func `what git would cut off or refuse is refused`() throws {
        let scratch = try Scratch()
        let tree = try scratch.tree(["a": "1"])
        func attempt(_ author: Signature, _ message: String) -> GitError.Code? {
            code {
                _ = try scratch.repository.createCommit(
                    tree: tree, parents: [], author: author, committer: signature(),
                    message: message)
            }
        }
        #expect(attempt(signature(), "a\0b") == .invalid)
        #expect(attempt(Signature(name: "<>", email: "a@b", secondsSinceEpoch: 0), "a") != nil)
        let missing = try #require(ObjectID(hex: String(repeating: "7", count: 40)))
        #expect(
            code {
                _ = try scratch.repository.createCommit(
                    tree: missing, parents: [], author: signature(), committer: signature(),
                    message: "a")
            } == .missingObject)
    }
}
