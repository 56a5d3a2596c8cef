import Foundation
import Git
import Testing

struct ReferenceTests {
    @Test func `moves only from the expected value`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        let first = try scratch.commit(["a": "1"])
        let second = try scratch.commit(["a": "2"])
        func attempt(_ old: ObjectID?, _ name: ReferenceName = branch) -> GitError.Code? {
            code { try repository.update(name, from: old, to: first, message: "test") }
        }
        #expect(attempt(nil) == .modified)
        #expect(attempt(first) == .modified)
        #expect(attempt(first, branchName("missing")) == .modified)
        #expect(try repository.target(of: branch) == second)
        #expect(attempt(second) == nil)
        #expect(try repository.target(of: branch) == first)
        try scratch.directory.write("", to: ".git/refs/heads/translations.lock")
        #expect(attempt(first) == .locked)
    }

    @Test func `a packed reference is moved too`() throws {
        let scratch = try Scratch()
        let first = try scratch.commit(["a": "1"])
        try scratch.directory.git("pack-refs", "--all")
        let second = try scratch.commit(["a": "2"])
        #expect(
            try scratch.directory.git("rev-parse", "translations", "translations~1")
                == "\(second)\n\(first)\n")
    }

    @Test func `writes the reflog with and without an identity`() throws {
        let scratch = try Scratch()
        try scratch.directory.git("config", "core.logAllRefUpdates", "always")
        let first = try scratch.commit(["a": "1"])
        let second = try scratch.repository.createCommit(
            tree: first, parents: [first], author: signature(), committer: signature(), message: "")
        try scratch.repository.update(
            branch, from: first, to: second, message: "propose fr",
            identity: ("Bo", "bo@example.org"))
        let log = try #require(scratch.directory.read(".git/logs/refs/heads/translations"))
        let lines = log.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].contains(" unknown <unknown"))
        #expect(lines[1].contains(" Bo <bo@example.org> "))
        #expect(lines[1].hasSuffix("\tpropose fr"))
    }

    @Test func `logs that are there are written as git reads them`() throws {
        let work = try CheckedOut()
        let first = try work.tip
        let second = try work.repository.createCommit(
            tree: first, parents: [first], author: signature(), committer: signature(), message: "")
        try work.repository.update(
            branch, from: first, to: second, message: "two\nlines \n",
            identity: ("Bo <>", "bo@example.org"))
        for name in ["HEAD", branch.rawValue] {
            let entry = try work.git("reflog", "-1", "--format=%H %gn <%ge> %gs", name)
            #expect(entry == "\(second) Bo <bo@example.org> two lines\n", "\(name)")
        }
        let log = try work.repository.reflog(of: branch)
        #expect(log.first?.old == first)
        #expect(
            abs((log.first?.identity.secondsSinceEpoch ?? 0) - Int64(Date().timeIntervalSince1970))
                < 600)
        // A late writer writes nothing, and leaves no lock.
        #expect(
            code {
                try work.repository.update(
                    branch, from: first, to: second, message: "late", identity: ("Bo", "bo@b.org"))
            } == .modified)
        #expect(try work.repository.reflog(of: branch).count == log.count)
        #expect(
            !FileManager.default.fileExists(
                atPath: work.repository.commonDirectory + "/\(branch.rawValue).lock"))
    }

    @Test func `the reflog tells where a reference stood`() throws {
        let work = try CheckedOut()
        let first = try work.tip
        try work.git("commit", "-q", "--allow-empty", "-m", "second")
        let second = try work.tip
        try work.git("reset", "-q", "--hard", "HEAD~1")
        let log = try work.repository.reflog(of: branch)
        #expect(log.map(\.old) == [second, first, nil])
        #expect(log.map(\.new) == [first, second, first])
        #expect(log.first?.message == "reset: moving to HEAD~1")
        #expect(log.first?.identity.email == "ines@example.org")
        // Reading creates no log.
        try work.git("-c", "core.logAllRefUpdates=false", "branch", "silent")
        #expect(try work.repository.reflog(of: branchName("silent")).isEmpty)
        #expect(try work.repository.reflog(of: branchName("missing")).isEmpty)
        #expect(work.directory.read("main/.git/logs/refs/heads/silent") == nil)
    }

    @Test func `a symbolic reference moves what it names`() throws {
        let scratch = try Scratch()
        let first = try scratch.commit(["a": "1"])
        try scratch.directory.git("symbolic-ref", "refs/heads/alias", "refs/heads/translations")
        let second = try scratch.commit(["a": "2"], to: branchName("alias"))
        #expect(try scratch.repository.target(of: branch) == second)
        #expect(first != second)
    }

    @Test func `nothing is lost when eight threads append`() async throws {
        let scratch = try Scratch()
        let path = scratch.directory.path
        let start = try scratch.commit(["start": "0"])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask { [self] in
                    let repository = try GitRepository.open(at: "\(path)/.git")
                    for number in 0..<25 {
                        while try !append("w\(writer)/e\(number)", to: repository) {
                            await Task.yield()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let tip = try #require(try scratch.repository.target(of: branch))
        let files = try scratch.repository.changes(from: start, to: tip)
        #expect(files.count == 200)
        var commits = 0
        try scratch.repository.forEachCommit(from: [tip], hiding: [start]) { _ in
            commits += 1
            return .continue
        }
        #expect(commits == 200)
        try scratch.directory.git("fsck", "--strict")
    }

    /// Adds one file to the branch; returns false if another writer was faster.
    private func append(_ path: String, to repository: GitRepository) throws -> Bool {
        let old = try #require(try repository.target(of: branch))
        let blob = try repository.writeBlob(Array(path.utf8))
        let tree = try repository.createTree(base: old, changes: [.upsert(path: path, id: blob)])
        let new = try repository.createCommit(
            tree: tree, parents: [old], author: signature(), committer: signature(), message: path)
        let refusal = code {
            try repository.update(branch, from: old, to: new, message: "append")
        }
        if refusal == .modified || refusal == .locked { return false }
        #expect(refusal == nil)
        return true
    }

    @Test func `lists by pattern, through annotated tags`() throws {
        let scratch = try Scratch()
        let commit = try scratch.commit(["a": "1"])
        try scratch.directory.git("tag", "-a", "v1", "-m", "one")
        try scratch.directory.git("tag", "tree", "HEAD^{tree}")
        let tags = try scratch.repository.references(matching: "refs/tags/*")
        #expect(tags.map(\.name.shorthand) == ["v1"])
        #expect(tags.map(\.target) == [commit])
        #expect(try scratch.repository.references(matching: "refs/none/*").isEmpty)
    }

    @Test func `deletes only the expected value`() throws {
        let scratch = try Scratch()
        let first = try scratch.commit(["a": "1"])
        let second = try scratch.commit(["a": "2"])
        #expect(code { try scratch.repository.delete(branch, from: first) } == .modified)
        try scratch.repository.delete(branch, from: second)
        #expect(try scratch.repository.target(of: branch) == nil)
        #expect(code { try scratch.repository.delete(branch, from: second) } == .notFound)
    }

    @Test func `knows HEAD and upstream`() throws {
        let origin = try CheckedOut()
        try origin.directory.git("clone", "-q", "main", "copy")
        let copy = try GitRepository.open(at: "\(origin.directory.path)/copy")
        #expect(try copy.headBranch() == branch)
        #expect(
            try copy.upstream(of: branch)?.rawValue == "refs/remotes/origin/translations")
        #expect(try origin.repository.upstream(of: branch) == nil)
        try origin.directory.git("checkout", "-q", "--detach", in: "copy")
        #expect(try copy.headBranch() == nil)
    }

    @Test(arguments: ["", "a", "refs/heads/", "refs/heads/a..b", "refs/heads/a\0", "refs/x.lock"])
    func `refuses malformed names`(text: String) {
        #expect(ReferenceName(text) == nil)
    }

    @Test func `names are compared by bytes`() {
        #expect(ReferenceName(branch: "e\u{301}") != ReferenceName(branch: "\u{e9}"))
        #expect(ReferenceName(branch: "a/b")?.shorthand == "a/b")
        #expect(ReferenceName(branch: "-a") == nil)
    }

    @Test func `a reference that was followed moves only as it was found`() throws {
        let scratch = try Scratch()
        let repository = scratch.repository
        let first = try scratch.commit(["a": "1"])
        let second = try scratch.commit(["a": "2"], to: branchName("other"))
        try scratch.directory.git("symbolic-ref", "refs/heads/alias", branch.rawValue)
        try scratch.directory.git("symbolic-ref", "refs/heads/twice", "refs/heads/alias")
        let twice = try repository.follow(branchName("twice"))
        #expect(twice.name == branch && twice.commit == first)
        #expect(try repository.follow(branchName("none")).commit == nil)

        try repository.update(twice, to: second, message: "through two links")
        #expect(try repository.target(of: branch) == second)
        // The branch has moved by now.
        #expect(code { try repository.update(twice, to: first, message: "late") } == .modified)

        let alias = try repository.follow(branchName("alias"))
        try scratch.directory.git("symbolic-ref", "refs/heads/alias", "refs/heads/other")
        #expect(code { try repository.update(alias, to: first, message: "led away") } == .modified)
        #expect(try repository.target(of: branch) == second)

        let direct = try repository.follow(branch)
        try scratch.directory.git("symbolic-ref", branch.rawValue, "refs/heads/other")
        #expect(
            code {
                try repository.update(
                    direct, to: first, message: "now a link",
                    identity: ("Ines", "ines@example.org"))
            } == .modified)
        #expect(try repository.target(of: branchName("other")) == second)

        let new = try repository.follow(branchName("new"))
        try scratch.directory.git("branch", "new", "other")
        #expect(
            [.modified, .exists].contains(
                code { try repository.update(new, to: first, message: "made") }))
        #expect(try repository.target(of: branchName("new")) == second)
    }
}
