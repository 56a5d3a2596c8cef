import Foundation
import Git
import Testing

struct WorktreeTests {
    /// Creates the commit that a write to the checked-out branch would create, without moving the
    /// branch.
    private func next(
        _ scratch: CheckedOut, _ files: [String: String], removing: [String] = []
    ) throws -> ObjectID {
        var changes = removing.map { TreeChange.remove(path: $0) }
        for (path, text) in files {
            let blob = try scratch.repository.writeBlob(Array(text.utf8))
            changes.append(.upsert(path: path, id: blob))
        }
        let tip = try scratch.tip
        let tree = try scratch.repository.createTree(base: tip, changes: changes)
        return try scratch.repository.createCommit(
            tree: tree, parents: [tip], author: signature(), committer: signature(), message: "next"
        )
    }

    private func worktree(_ scratch: CheckedOut) throws -> Worktree {
        try worktree(scratch.repository)
    }

    private func worktree(_ repository: GitRepository) throws -> Worktree {
        try #require(try repository.worktrees(withBranch: branch).first)
    }

    @Test func `finds the main and linked work trees of a branch`() throws {
        let scratch = try CheckedOut()
        let path = scratch.directory.path
        try scratch.git("worktree", "add", "-q", "../linked")
        try scratch.git("worktree", "add", "-q", "../gone")
        try FileManager.default.removeItem(atPath: "\(path)/gone")
        let repository = scratch.repository
        #expect(try repository.worktrees(withBranch: branch).map(\.path) == ["\(path)/main"])
        let linked = try repository.worktrees(withBranch: branchName("linked"))
        #expect(linked.map(\.path) == ["\(path)/linked"])
        #expect(try linked.first?.isClean() == true)
        #expect(try repository.worktrees(withBranch: branchName("gone")).isEmpty)
        #expect(try repository.worktrees(withBranch: branchName("none")).isEmpty)
        let other = try GitRepository.open(at: "\(path)/linked")
        #expect(try other.worktrees(withBranch: branch).map(\.path) == ["\(path)/main"])
        #expect(try other.worktrees(withBranch: branchName("linked")) == linked)
    }

    /// Returns the uses of a branch, as words.
    private func uses(_ repository: GitRepository, _ name: String) throws -> [String] {
        try repository.uses(of: branchName(name)).map { use in
            let place = use.path.split(separator: "/").last.map(String.init) ?? ""
            return switch use.kind {
            case .checkedOut: "\(place) checked out"
            case .underWay(let operation): "\(place) \(operation)"
            case .absent(let away):
                "\(place) absent" + (away.isLocked ? " locked" : "")
                    + (away.isTaken ? " taken" : "")
            case .headIsLink: "\(place) link"
            case .indexAlone: "\(place) index"
            }
        }
    }

    @Test func `a work tree that is not at its place counts`() throws {
        let scratch = try CheckedOut()
        let path = scratch.directory.path
        for name in ["away", "moved", "taken", "other"] {
            try scratch.git("worktree", "add", "-q", "../\(name)")
        }
        try scratch.git("worktree", "lock", "../away")
        for name in ["away", "moved", "taken"] {
            try FileManager.default.moveItem(atPath: "\(path)/\(name)", toPath: "\(path)/\(name)2")
        }
        // Another linked work tree at the path is not the one that is looked for.
        try FileManager.default.moveItem(atPath: "\(path)/other", toPath: "\(path)/taken")
        let repository = scratch.repository
        #expect(try uses(repository, "away") == ["away absent locked"])
        #expect(try uses(repository, "moved") == ["moved absent"])
        #expect(try uses(repository, "taken") == ["taken absent taken"])
        #expect(try uses(repository, "other") == ["other absent"])
        #expect(try repository.worktrees().map(\.path) == ["\(path)/main"])
        try scratch.git("worktree", "repair", "../moved2", "../taken2", "../taken")
        #expect(try uses(repository, "moved") == ["moved2 checked out"])
        #expect(try uses(repository, "taken") == ["taken2 checked out"])
        #expect(try uses(repository, "other") == ["taken checked out"])
    }

    @Test func `symbolic references are followed`() throws {
        let scratch = try CheckedOut()
        let path = scratch.directory.path
        let repository = scratch.repository
        let used = ["main checked out"]
        try scratch.git("symbolic-ref", "refs/heads/alias", branch.rawValue)
        #expect(try uses(repository, "alias") == used)
        try scratch.git("symbolic-ref", "HEAD", "refs/heads/alias")
        #expect(try uses(repository, branch.shorthand) == used)
        try FileManager.default.removeItem(atPath: "\(path)/main/.git/HEAD")
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/main/.git/HEAD", withDestinationPath: branch.rawValue)
        #expect(try uses(repository, branch.shorthand) == used)
        #expect(try worktree(scratch).isClean())
        try scratch.git("worktree", "add", "-q", "../linked")
        let head = "\(path)/main/.git/worktrees/linked/HEAD"
        try FileManager.default.removeItem(atPath: head)
        try FileManager.default.createSymbolicLink(
            atPath: head, withDestinationPath: "refs/heads/linked")
        #expect(try uses(repository, "linked") == ["linked link"])
    }

    @Test func `a repository without work tree has none, but for linked ones`() throws {
        let scratch = try Scratch()
        try scratch.commit(["a": "1"])
        #expect(try scratch.repository.worktrees(withBranch: branch).isEmpty)
        try scratch.directory.git("worktree", "add", "-q", "tree", "translations")
        let found = try scratch.repository.worktrees(withBranch: branch)
        #expect(found.map(\.path) == ["\(scratch.directory.path)/tree"])
        #expect(try found.first?.isClean() == true)
    }

    @Test func `clean means what git status says of tracked files`() throws {
        let scratch = try CheckedOut()
        let worktree = try worktree(scratch)
        func agrees() throws -> Bool {
            let status = try scratch.git("status", "--porcelain", "-uno")
            return try worktree.isClean() == status.isEmpty
        }
        #expect(try worktree.isClean())
        try scratch.directory.write("new", to: "main/untracked")
        #expect(try worktree.isClean() && agrees())
        try scratch.directory.write("changed", to: "main/a.txt")
        #expect(try !worktree.isClean() && agrees())
        try scratch.git("add", "a.txt")
        #expect(try !worktree.isClean() && agrees())
        try scratch.git("reset", "-q", "--hard")
        #expect(try worktree.isClean() && agrees())
        try FileManager.default.removeItem(atPath: "\(worktree.path)/d/b.txt")
        #expect(try !worktree.isClean() && agrees())
    }

    @Test func `a merge under way is not clean`() throws {
        let scratch = try CheckedOut()
        try scratch.git("checkout", "-q", "-b", "side")
        try scratch.git("commit", "-q", "--allow-empty", "-mSide")
        try scratch.git("checkout", "-q", "translations")
        try scratch.git("commit", "-q", "--allow-empty", "-mMain")
        try scratch.git("merge", "-q", "--no-commit", "side")
        #expect(try !worktree(scratch).isClean())
    }

    @Test func `advances and goes back as git merge does`() throws {
        let scratch = try CheckedOut()
        let worktree = try worktree(scratch)
        let old = try scratch.tip
        let new = try next(
            scratch, ["e/f/new.jsonl": "x\n", "a.txt": "changed\n"], removing: ["d/b.txt"])
        try scratch.directory.write("mine", to: "main/untracked")
        try worktree.advance(from: old, to: new)
        #expect(try worktree.matches(new))
        #expect(try !worktree.isClean())
        #expect(try scratch.tip == old)
        try worktree.advance(from: new, to: old)
        #expect(try worktree.matches(old) && worktree.isClean())
        #expect(scratch.directory.read("main/e/f/new.jsonl") == nil)

        try worktree.advance(from: old, to: new)
        try scratch.repository.update(branch, from: old, to: new, message: "test")
        #expect(try worktree.isClean())
        #expect(try scratch.git("status", "--porcelain") == "?? untracked\n")
        #expect(scratch.directory.read("main/e/f/new.jsonl") == "x\n")
        #expect(scratch.directory.read("main/untracked") == "mine")
        #expect(!FileManager.default.fileExists(atPath: "\(worktree.path)/d"))
    }

    @Test func `an untracked file in the way stops it before anything changes`() throws {
        let scratch = try CheckedOut()
        let worktree = try worktree(scratch)
        let old = try scratch.tip
        let new = try next(scratch, ["new.txt": "theirs", "a.txt": "changed"])
        try scratch.directory.write("mine", to: "main/new.txt")
        #expect(code { try worktree.advance(from: old, to: new) } == .conflict)
        #expect(scratch.directory.read("main/new.txt") == "mine")
        #expect(try worktree.isClean())
    }

    @Test func `settings that change while a repository is open count`() throws {
        let scratch = try Scratch()
        try scratch.commit(["a.txt": "1\n"])
        #expect(try uses(scratch.repository, "translations").isEmpty)
        try scratch.directory.git("config", "core.bare", "false")
        let worktree = try worktree(scratch.repository)
        #expect(worktree.path == scratch.directory.path)
        #expect(try !worktree.isClean())
        try scratch.directory.git("reset", "-q", "--hard")
        #expect(try worktree.isClean())
        try scratch.directory.git("config", "core.bare", "true")
        #expect(try uses(scratch.repository, "translations").count == 1)
        try FileManager.default.removeItem(atPath: scratch.directory.path + "/.git/index")
        #expect(try uses(scratch.repository, "translations").isEmpty)
    }

    @Test func `a checkout that failed leaves nothing behind in memory`() throws {
        let scratch = try CheckedOut()
        let worktree = try worktree(scratch)
        let old = try scratch.tip
        let new = try next(scratch, ["a.txt": "3\n", "n.txt": "new\n"])
        try scratch.directory.write("mine\n", to: "main/n.txt")
        #expect(code { try worktree.advance(from: old, to: new) } == .conflict)
        try FileManager.default.removeItem(atPath: scratch.directory.path + "/main/n.txt")
        #expect(try worktree.isClean())
        // Concurrent changes to the index are detected.
        try scratch.directory.write("4\n", to: "main/a.txt")
        try scratch.git("add", "a.txt")
        #expect(try worktree.obstacle(at: old) == .changes)
        try scratch.git("reset", "-q", "--hard")
        try worktree.advance(from: old, to: new)
        #expect(try worktree.matches(new))
        #expect(try scratch.git("diff", "--cached", "--name-only", new.description) == "")
    }
}
