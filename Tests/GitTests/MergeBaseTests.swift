import Git
import Testing

struct MergeBaseTests {
    /// A crosswise merge: both `left` and `right` are merges of `a` and `b`.
    private struct Crosswise {
        let scratch: Scratch
        let root, a, b, left, right: ObjectID

        init() throws {
            scratch = try Scratch()
            root = try scratch.commit(["r": "0"], at: 1_000)
            a = try scratch.commit(["a": "1"], parents: [root], at: 2_000)
            b = try scratch.commit(["b": "1"], parents: [root], at: 3_000, to: branchName("b"))
            left = try scratch.commit(["a": "1", "b": "1"], parents: [a, b], at: 4_000)
            right = try scratch.commit(
                ["a": "1", "b": "2"], parents: [b, a], at: 5_000, to: branchName("b"))
        }
    }

    @Test func `branches that were merged crosswise have two`() throws {
        let history = try Crosswise()
        let repository = history.scratch.repository
        #expect(
            try repository.mergeBases(history.left, history.right)
                == [history.a, history.b].sorted())
        #expect(try repository.mergeBases(history.a, history.b) == [history.root])
        #expect(try repository.mergeBases(history.a, history.left) == [history.a])
        #expect(try repository.mergeBases(history.a, history.a) == [history.a])
    }

    @Test func `histories without a common beginning have none`() throws {
        let scratch = try Scratch()
        let one = try scratch.commit(["a": "1"], parents: [], at: 1_000)
        let other = try scratch.commit(["b": "1"], parents: [], at: 2_000, to: branchName("b"))
        #expect(try scratch.repository.mergeBases(one, other) == [])
        #expect(try !scratch.repository.isAncestor(one, of: other))
        let missing = try #require(ObjectID(hex: String(repeating: "7", count: 40)))
        #expect(code { _ = try scratch.repository.mergeBases(one, missing) } != nil)
        #expect(code { _ = try scratch.repository.isAncestor(missing, of: one) } != nil)
    }

    @Test func `ancestors are known, and a commit is its own`() throws {
        let history = try Crosswise()
        let repository = history.scratch.repository
        for commit in [history.root, history.a, history.b, history.left] {
            #expect(try repository.isAncestor(commit, of: history.left))
        }
        #expect(try !repository.isAncestor(history.left, of: history.root))
        #expect(try !repository.isAncestor(history.right, of: history.left))
    }

    @Test func `a commit is reachable from any of several`() throws {
        let history = try Crosswise()
        let repository = history.scratch.repository
        #expect(try repository.isReachable(history.left, from: [history.a, history.left]))
        #expect(try repository.isReachable(history.root, from: [history.a, history.right]))
        #expect(try !repository.isReachable(history.left, from: [history.a, history.right]))
        #expect(try !repository.isReachable(history.root, from: []))
    }

    @Test func `a shallow history is looked at as far as it goes`() throws {
        let history = try Crosswise()
        let directory = history.scratch.directory
        try directory.git(
            "clone", "-q", "--depth", "2", "--no-single-branch", "file://\(directory.path)", "copy")
        let copy = try GitRepository.open(at: "\(directory.path)/copy")
        #expect(try copy.isShallow())
        #expect(
            try copy.mergeBases(history.left, history.right) == [history.a, history.b].sorted())
        #expect(try copy.mergeBases(history.a, history.b) == [])
        #expect(try copy.isAncestor(history.a, of: history.right))
        #expect(try !copy.isAncestor(history.left, of: history.right))
        #expect(try copy.isReachable(history.a, from: [history.b, history.right]))
        #expect(try !copy.isReachable(history.left, from: [history.a, history.right]))
        #expect(try copy.mergeBase(history.left, history.right) != nil)
    }
}
