import Git
import Testing

struct HistoryTests {
    private func walk(
        _ repository: GitRepository, from starts: [ObjectID], hiding hidden: [ObjectID] = [],
        order: HistoryOrder = .topological, limit: Int = .max
    ) throws -> [ObjectID] {
        var found: [ObjectID] = []
        try repository.forEachCommit(from: starts, hiding: hidden, order: order) {
            commit throws(GitError) in
            // The repository can be used inside the closure.
            _ = try repository.treeEntries(of: commit.tree)
            found.append(commit.id)
            return found.count < limit ? .continue : .stop
        }
        return found
    }

    @Test func `children come before parents although their clocks were wrong`() throws {
        let scratch = try Scratch()
        let first = try scratch.commit(["a": "1"], at: 2_000)
        let second = try scratch.commit(["a": "2"], at: 1_000)
        let third = try scratch.commit(["a": "3"], at: 3_000)
        #expect(try walk(scratch.repository, from: [third]) == [third, second, first])
        #expect(try walk(scratch.repository, from: [third], limit: 2) == [third, second])
        #expect(try walk(scratch.repository, from: [third], hiding: [second]) == [third])
    }

    @Test(arguments: [HistoryOrder.topological, .newestFirst])
    func `a shallow history is walked to its border`(order: HistoryOrder) throws {
        let scratch = try Scratch()
        let base = try scratch.commit(["a": "0"], at: 1_000)
        let left = try scratch.commit(["a": "1"], at: 2_000)
        let right = try scratch.commit(
            ["b": "1"], parents: [base], at: 3_000, to: branchName("right"))
        let merge = try scratch.commit(["a": "1", "b": "1"], parents: [left, right], at: 4_000)
        let tip = try scratch.commit(["c": "1"], at: 5_000)
        let url = "file://\(scratch.directory.path)"
        try scratch.directory.git("clone", "-q", "--depth", "3", url, "copy")
        let copy = try GitRepository.open(at: "\(scratch.directory.path)/copy")
        #expect(try copy.isShallow())
        #expect(try !scratch.repository.isShallow())
        #expect(try walk(copy, from: [tip], order: order) == [tip, merge, right, left])
        #expect(try walk(copy, from: [tip], hiding: [left], order: order) == [tip, merge, right])
        #expect(try copy.mergeBase(tip, left) == left)
        #expect(try copy.mergeBase(left, right) == nil)
        #expect(
            try walk(scratch.repository, from: [tip], order: order)
                == [tip, merge, right, left, base])
    }

    @Test func `an unknown start is an error`() throws {
        let scratch = try Scratch()
        let missing = try #require(ObjectID(hex: String(repeating: "7", count: 40)))
        #expect(code { _ = try walk(scratch.repository, from: [missing]) } == .missingObject)
    }
}
