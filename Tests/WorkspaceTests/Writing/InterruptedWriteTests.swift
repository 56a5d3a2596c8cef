import Foundation
import Machine
import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// The remains of a writer that died while it moved the branch, and their cleanup.
@Suite struct InterruptedWriteTests {
    private let sandbox: Sandbox
    private let before: String
    private let after: String
    private let file: String

    /// Creates a project with a linked work tree, whose files belong to a commit that is not on the
    /// branch.
    init() throws {
        sandbox = try Sandbox.withProject()
        sandbox.perform(["locale add fr", "string add greeting Hello"], in: "app")
        try sandbox.git("worktree", "add", "-q", "../linked", "translations", in: "app")
        before = try sandbox.commit("translations", in: "app")
        sandbox.perform(["set fr greeting Bonjour"], in: "app")
        after = try sandbox.commit("translations", in: "app")
        let added = try sandbox.git("diff", "--name-only", before, after, in: "app")
        file = String(added.dropLast())
        try sandbox.git("update-ref", "refs/heads/translations", before, in: "app")
        // The move is removed from both reflogs, as if it had never happened; otherwise `fsck`
        // would report it as set back.
        for _ in 0..<2 {
            for name in ["translations", "HEAD"] {
                try sandbox.git("reflog", "delete", "--rewrite", "\(name)@{0}", in: "app")
            }
        }
        try sandbox.write(
            "\(before) \(after) refs/heads/translations\n", to: "app/.git/dragoman-state/moving")
    }

    private func status() throws -> String {
        try sandbox.git("status", "--porcelain", "-uall", in: "linked")
    }

    private func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: sandbox.directory + "/" + path)
    }

    /// Expects that a reader cleans up, and that a writer can work.
    private func expectSettled(_ left: String = "") throws {
        #expect(sandbox.run(["status"], in: "app").status == 0)
        #expect(try status() == left)
        #expect(!isThere("app/.git/dragoman-state/moving"))
        let set = sandbox.run(["comment", "--locale", "fr", "greeting", "A remark"], in: "app")
        #expect(set.status == 0, "\(set)")
        #expect(try status() == left)
        #expect(try RepositoryCheck(sandbox.open("app")).run().isOK)
        try sandbox.expectSoundObjects("app")
    }

    @Test func filesAndIndexAreTakenBack() throws {
        #expect(try status() == "A  \(file)\n")
        try expectSettled()
        #expect(!isThere("linked/" + file))
    }

    @Test func whatIsUnderWayIsNotInWhatMayBeDeleted() throws {
        try FileManager.default.removeItem(atPath: sandbox.directory + "/app/.git/dragoman")
        try expectSettled()
    }

    @Test func filesWithoutAnIndexAreTakenBack() throws {
        try sandbox.git("reset", "-q", in: "linked")
        #expect(try status() == "?? \(file)\n")
        try expectSettled()
    }

    @Test func anIndexWithoutFilesIsTakenBack() throws {
        try FileManager.default.removeItem(atPath: sandbox.directory + "/linked/" + file)
        #expect(try status() == "AD \(file)\n")
        try expectSettled()
    }

    @Test(arguments: [0, 40]) func theBeginningOfAFileIsTakenBack(count: Int) throws {
        try sandbox.git("reset", "-q", in: "linked")
        let whole = try sandbox.read("linked/" + file)
        try sandbox.write(String(whole.prefix(count)), to: "linked/" + file)
        try expectSettled()
    }

    @Test func whatAPersonWroteSinceThenStays() throws {
        try sandbox.git("reset", "-q", in: "linked")
        try sandbox.write("of a person\n", to: "linked/" + file)
        try sandbox.write("of a person\n", to: "linked/notes")
        try expectSettled("?? \(file)\n?? notes\n")
        #expect(try sandbox.read("linked/" + file) == "of a person\n")
    }

    @Test func aPersonsCommitOfTheFilesStays() throws {
        try sandbox.git("commit", "-q", "-m", "what is here", in: "linked")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        try expectSettled()
    }

    @Test func aBranchThatMovedNeedsNothing() throws {
        try sandbox.git("update-ref", "refs/heads/translations", after, in: "app")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        #expect(isThere("linked/" + file))
        try expectSettled()
    }

    @Test func filesThatWentAlongToAnotherBranchAreTakenBack() throws {
        try sandbox.git("switch", "-q", "-c", "elsewhere", in: "linked")
        #expect(try status() == "A  \(file)\n")
        try expectSettled()
    }

    @Test func anUnfinishedNoteMeansNothing() throws {
        try sandbox.git("reset", "-q", "--hard", in: "linked")
        try sandbox.write("\(before) \(after) refs/he", to: "app/.git/dragoman-state/moving")
        try expectSettled()
    }

    // MARK: Locks

    @Test(arguments: ["", "half", "whole"]) func theLockOfTheBranchIsRemovedAtOnce(
        content: String
    ) throws {
        let bytes = ["half": String(after.prefix(17)), "whole": after + "\n"][content] ?? ""
        let path = "app/.git/refs/heads/translations.lock"
        try sandbox.write(bytes, to: path)
        try expectSettled()
        #expect(!isThere(path))
    }

    @Test func aLockOfSomebodyElseStays() throws {
        let path = "app/.git/refs/heads/translations.lock"
        try sandbox.write(before + "\n", to: path)
        try touch(path, age: 0)
        let set = sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        #expect(set.status == 2)
        #expect(set.errors.contains("hint: "))
        #expect(isThere(path))
        try FileManager.default.removeItem(atPath: sandbox.directory + "/" + path)
        try expectSettled()
    }

    @Test func anIncompleteLockOfTheIndexIsRemoved() throws {
        let index = sandbox.directory + "/app/.git/worktrees/linked/index"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: index))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: index + ".lock"))
        try expectSettled()
        #expect(!isThere("app/.git/worktrees/linked/index.lock"))
    }

    @Test func aCompleteLockOfTheIndexOfTheNewCommitIsRemoved() throws {
        let index = sandbox.directory + "/app/.git/worktrees/linked/index"
        try FileManager.default.copyItem(atPath: index, toPath: index + ".lock")
        try expectSettled()
    }

    @Test func theLockOfAnIndexThatAPersonMadeStays() throws {
        let index = sandbox.directory + "/app/.git/worktrees/linked/index"
        try sandbox.write("notes", to: "linked/notes")
        try sandbox.git("add", "notes", in: "linked")
        try FileManager.default.copyItem(atPath: index, toPath: index + ".lock")
        let set = sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        #expect(set.status == 2)
        #expect(isThere("app/.git/worktrees/linked/index.lock"))
        try FileManager.default.removeItem(atPath: index + ".lock")
        try sandbox.git("rm", "-q", "--cached", "notes", in: "linked")
        try expectSettled("?? notes\n")
    }

    private func touch(_ path: String, age seconds: Int64) throws {
        let now = sandbox.host().now() / 1000
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(now - seconds))],
            ofItemAtPath: sandbox.directory + "/" + path)
    }

    @Test(arguments: ["config.lock", "HEAD.lock", "gc.pid.lock", "packed-refs.lock"])
    func sharedLocksGoWhenTheyAreStale(
        name: String
    ) throws {
        try sandbox.write("", to: "app/.git/" + name)
        try touch("app/.git/" + name, age: 5)
        try expectSettled()
        #expect(isThere("app/.git/" + name))
        try touch("app/.git/" + name, age: 11)
        try expectSettled()
        #expect(!isThere("app/.git/" + name))
    }

    @Test func aLockOfPackedReferencesThatIsWorkedUnderStays() throws {
        try sandbox.write("", to: "app/.git/packed-refs.lock")
        try touch("app/.git/packed-refs.lock", age: 60)
        try sandbox.write("", to: "app/.git/packed-refs.new")
        try touch("app/.git/packed-refs.new", age: 1)
        try expectSettled()
        #expect(isThere("app/.git/packed-refs.lock"))
    }
}
