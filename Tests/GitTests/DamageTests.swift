import Foundation
import Git
import Testing

/// An unreadable object is an error with its own code, and never nothing, the empty tree or no
/// ancestor.
struct DamageTests {
    /// Removes an object and opens the repository again, because an open one caches objects.
    private func losing(_ id: ObjectID, in scratch: Scratch) throws -> GitRepository {
        let name = id.description
        try FileManager.default.removeItem(
            atPath: "\(scratch.directory.path)/.git/objects/\(name.prefix(2))/\(name.dropFirst(2))")
        return try GitRepository.open(at: scratch.directory.path)
    }

    /// Truncates an object's file.
    private func cutting(_ id: ObjectID, in scratch: Scratch) throws -> GitRepository {
        let name = id.description
        let path = "\(scratch.directory.path)/.git/objects/\(name.prefix(2))/\(name.dropFirst(2))"
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let repository = try losing(id, in: scratch)
        try whole.dropLast(4).write(to: URL(fileURLWithPath: path))
        return repository
    }

    private func error(of body: () throws -> Void) -> GitError? {
        do {
            try body()
            return nil
        } catch {
            return error as? GitError
        }
    }

    @Test func `every code has a number of its own`() {
        let codes: [GitError.Code] = [
            .system, .unsupportedExtension, .denied, .pruned, .missingObject, .damagedObject,
        ]
        #expect(Set(codes).count == codes.count)
        let hints = [GitError.Code.denied, .pruned].map {
            GitError(code: $0, function: "", message: "").hint
        }
        #expect(hints[0] != hints[1])
    }

    @Test(arguments: [true, false])
    func `a directory on the way that cannot be read is not an empty one`(isMissing: Bool) throws {
        let scratch = try Scratch()
        let commit = try scratch.commit(["a/b/c": "1", "d": "2"])
        let other = try scratch.commit(["a/b/c": "3", "d": "2"])
        let directory = try #require(try scratch.repository.entry(atPath: "a/b", in: commit)).id
        let repository =
            try isMissing ? losing(directory, in: scratch) : cutting(directory, in: scratch)
        let code: GitError.Code = isMissing ? .missingObject : .damagedObject
        for path in ["a/b/c", "a/b/none", "a/b/c/"] {
            let error = error { _ = try repository.entry(atPath: path, in: commit) }
            #expect(error?.code == code, "\(path)")
            #expect(error?.isDamage == true, "\(path)")
        }
        #expect(
            error { _ = try repository.changes(from: commit, to: other, under: "a/b") }?.code
                == code)
        #expect(
            error { try repository.forEachFile(in: commit, under: "a/b/c") { _, _ in } }?.code
                == code)
        // The objects beside it can be read.
        #expect(try repository.entry(atPath: "a/none", in: commit) == nil)
        #expect(try repository.entry(atPath: "d/none", in: commit) == nil)
        #expect(try repository.entry(atPath: "d", in: commit)?.mode == .regular)
    }

    @Test func `paths are read as Git reads them`() throws {
        let scratch = try Scratch()
        let commit = try scratch.commit(["a/b": "1", "c": "2"])
        let found = try ["a", "a/", "a/b", "a/b/", "c/", "/a", "a//b", "/"].filter {
            try scratch.repository.entry(atPath: $0, in: commit) != nil
        }
        #expect(found == ["a", "a/", "a/b"])
    }

    @Test func `history that is missing is not a history without a common ancestor`() throws {
        let scratch = try Scratch()
        let base = try scratch.commit(["a": "1"])
        let middle = try scratch.commit(["a": "2"])
        let left = try scratch.commit(["a": "3"])
        let right = try scratch.commit(["a": "4"], parents: [middle], to: branchName("other"))
        let stranger = try scratch.commit(["a": "5"], parents: [], to: branchName("stranger"))
        #expect(try scratch.repository.mergeBase(left, right) == middle)
        #expect(try scratch.repository.mergeBase(left, stranger) == nil)
        #expect(try scratch.repository.mergeBases(left, stranger).isEmpty)
        let repository = try losing(middle, in: scratch)
        let calls: [() throws -> Void] = [
            { _ = try repository.mergeBase(left, stranger) },
            { _ = try repository.mergeBases(left, right) },
            { _ = try repository.isAncestor(base, of: left) },
            { try repository.forEachCommit(from: [left]) { _ in .continue } },
        ]
        for (number, call) in calls.enumerated() {
            #expect(error(of: call)?.isDamage == true, "call \(number)")
        }
    }

    @Test func `a branch whose commit is missing is not one without commits`() throws {
        let scratch = try Scratch()
        let commit = try scratch.commit(["a": "1"])
        #expect(try scratch.repository.target(of: branchName("none")) == nil)
        let repository = try losing(commit, in: scratch)
        #expect(error { _ = try repository.target(of: branch) }?.code == .missingObject)
        #expect(error { _ = try repository.target(of: .head) }?.code == .missingObject)
    }

    @Test func `a HEAD that leads to no commit is not the empty tree`() throws {
        let scratch = try CheckedOut()
        let worktree = try #require(try scratch.repository.worktrees(withBranch: branch).first)
        let blob = try scratch.repository.writeBlob(Array("no commit".utf8))
        try scratch.directory.write("\(blob)\n", to: "main/.git/refs/heads/translations")
        #expect(error { _ = try worktree.obstacle() }?.code == .peel)
        // Before the first commit the empty tree is correct.
        try scratch.git("symbolic-ref", "HEAD", "refs/heads/unborn")
        #expect(try worktree.obstacle() == .changes)
        try scratch.git("read-tree", "--empty")
        #expect(try worktree.obstacle() == nil)
    }

    @Test func `what HEAD has is not missing where it cannot be read`() throws {
        let scratch = try CheckedOut()
        let tip = try scratch.tip
        let blob = try scratch.repository.writeBlob(Array("3\n".utf8))
        let tree = try scratch.repository.createTree(
            base: tip, changes: [.upsert(path: "d/b.txt", id: blob)])
        let changes = try scratch.repository.changes(from: tip, to: tree)
        let directory = try #require(try scratch.repository.entry(atPath: "d", in: tip)).id
        let name = directory.description
        try FileManager.default.removeItem(
            atPath: "\(scratch.repository.commonDirectory)/objects/\(name.prefix(2))/"
                + name.dropFirst(2))
        try scratch.directory.write("3\n", to: "main/d/b.txt")
        // An open repository caches the objects that it has read.
        let opened = try GitRepository.open(at: scratch.repository.commonDirectory)
        let worktree = try #require(try opened.worktrees(withBranch: branch).first)
        let error = error { try worktree.takeBack(changes, from: tip, to: tree) }
        #expect(error?.code == .missingObject)
        let path = scratch.directory.path + "/main/d/b.txt"
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "3\n")
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `an object that may not be read is not damaged`() throws {
        let scratch = try Scratch()
        let id = try scratch.repository.writeBlob(Array("text".utf8))
        let name = id.description
        let path = "\(scratch.directory.path)/.git/objects/\(name.prefix(2))/\(name.dropFirst(2))"
        #expect(chmod(path, 0) == 0)
        let repository = try GitRepository.open(at: scratch.directory.path)
        let error = error { _ = try repository.readBlob(id) }
        #expect(error?.code == .denied)
        #expect(error?.isDamage == false)
    }
}
