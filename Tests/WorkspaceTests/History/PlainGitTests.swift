import ReadModel
import Sync
import TestWorld
import Testing
import Translation
import Workspace

/// Operations on branches with Git alone, and their effect on the events.
@Suite struct PlainGitTests {
    @Test(arguments: 0..<2)
    func mergeSquashRebaseAndCherryPickKeepEveryEvent(seed: Int) throws {
        let fork = try Fork(seed: seed)
        let git = fork.sandbox
        for name in ["merged", "squashed", "rebased", "picked"] { try fork.copy(name) }
        try git.git("merge", "-q", "--no-edit", "origin/topic", in: "merged")
        try git.git("merge", "-q", "--squash", "origin/topic", in: "squashed")
        try git.git("commit", "-q", "-m", "topic", in: "squashed")
        try git.git("checkout", "-q", "-b", "topic", "origin/topic", in: "rebased")
        try git.git("rebase", "-q", "translations", in: "rebased")
        try git.git("checkout", "-q", "translations", in: "rebased")
        try git.git("merge", "-q", "--ff-only", "topic", in: "rebased")
        try git.git("cherry-pick", "translations..origin/topic", in: "picked")

        for name in ["merged", "squashed", "rebased", "picked"] {
            #expect(try git.rebuiltDigest(name) == fork.digest, "\(name)")
            let report = try RepositoryCheck(git.open(name)).run()
            #expect(report.isOK, "\(name): \(report.problems)")
            try git.expectSoundObjects(name)
        }
    }

    @Test func aRevertedCommitTakesItsEventsAlongAndTheyComeBack() throws {
        let fork = try Fork(seed: 11)
        let git = fork.sandbox
        try fork.copy("work")
        let before = try git.open("work").rebuild().digest
        let last = try git.open("work").storedEvents().map(\.id).max()
        try git.git("revert", "--no-edit", "HEAD", in: "work")
        let revert = try git.commit("HEAD", in: "work")

        let workspace = try git.open("work")
        let lost = try RepositoryCheck(workspace).run()
        #expect(!lost.isOK)
        #expect(lost.digest != before)
        #expect(lost.problems.contains { $0.event == last })
        #expect(lost.problems.allSatisfy { $0.problem.contains(revert.prefix(12)) })
        #expect(try workspace.read { try $0.model.event(#require(last)) } == nil)

        let restored = try LostEvents(workspace).restore()
        #expect(restored.events.contains { $0 == last })
        #expect(try workspace.rebuild().digest == before)
        #expect(try RepositoryCheck(workspace).run().isOK)
        #expect(try LostEvents(workspace).restore().commit == nil)
        #expect(try git.git("status", "--porcelain", in: "work") == "")
    }

    @Test func theRevertOfARevertBringsEventsBack() throws {
        let fork = try Fork(seed: 12)
        let git = fork.sandbox
        try fork.copy("work")
        let before = try git.open("work").rebuild().digest
        try git.git("revert", "--no-edit", "HEAD~1", in: "work")
        try git.git("revert", "--no-edit", "HEAD", in: "work")
        let report = try RepositoryCheck(git.open("work")).run()
        #expect(report.isOK, "\(report.problems)")
        #expect(report.digest == before)
    }

    @Test func aMergeThatTakesOneSideOnlyLosesEventsAndIsNamed() throws {
        let fork = try Fork(seed: 13)
        let git = fork.sandbox
        try fork.copy("work")
        let before = try git.open("work").rebuild().digest
        try git.git("merge", "-q", "--no-edit", "-s", "ours", "origin/topic", in: "work")
        let merge = try git.commit("HEAD", in: "work")

        let workspace = try git.open("work")
        let lost = try RepositoryCheck(workspace).run()
        #expect(lost.digest == before)
        #expect(Set(lost.problems.compactMap(\.event)) == fork.topicEvents)
        #expect(lost.problems.allSatisfy { $0.isError && $0.problem.contains(merge.prefix(12)) })

        #expect(Set(try LostEvents(workspace).restore().events) == fork.topicEvents)
        #expect(try workspace.rebuild().digest == fork.digest)
        #expect(try RepositoryCheck(workspace).run().isOK)
    }

    @Test func aBranchSetBackTakesEventsOutOfTheReadModel() throws {
        let fork = try Fork(seed: 14)
        let git = fork.sandbox
        try fork.copy("work")
        try git.git("merge", "-q", "--no-edit", "origin/topic", in: "work")
        let workspace = try git.open("work")
        try workspace.catchUp()
        #expect(try workspace.read { try $0.model.digest() } == fork.digest)
        for revision in ["HEAD^1", "HEAD~2", "ORIG_HEAD", "origin/topic"] {
            try git.git("reset", "-q", "--hard", revision, in: "work")
            try workspace.expectCaughtUp(revision)
        }
    }
}
