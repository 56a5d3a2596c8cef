import EventStore
import Foundation
import Git
import GitEventStore
@testable import Sync
import TestWorld
import Testing
import Texts
import Translation
import Workspace

/// Events that Git can remove from a branch: `fsck` names the cause and the events, and restores
/// them.
@Suite struct LostEventTests {
    private let git: Sandbox

    /// `app` with some texts, and `work`, a clone with a work tree.
    init() throws {
        git = try Sandbox.withProject()
        git.perform(
            ["locale add fr", "string add greeting Hello", "set fr greeting Bonjour"], in: "app")
        try git.clone("app", to: "work")
        try git.git("config", "user.name", "Ines", in: "work")
        git.perform(["set fr greeting Salut", "propose fr greeting Coucou"], in: "work")
    }

    /// Searches for losses, restores them, and expects the previous digest.
    private func expectHealed(
        _ directory: String, digest: String, cause: String, events: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let workspace = try git.open(directory)
        let report = try RepositoryCheck(workspace).run()
        let named = report.problems.filter { $0.isError && $0.problem.contains(cause) }
        #expect(named.count == events, "\(report.problems)", sourceLocation: sourceLocation)
        #expect(
            named.count == report.problems.filter(\.isError).count, "\(report.problems)",
            sourceLocation: sourceLocation)
        #expect(
            try LostEvents(workspace).restore().events == named.compactMap(\.event).sorted(),
            sourceLocation: sourceLocation)
        #expect(try workspace.rebuild().digest == digest, sourceLocation: sourceLocation)
        let after = try RepositoryCheck(workspace).run()
        #expect(after.isOK, "\(after.problems)", sourceLocation: sourceLocation)
        #expect(try LostEvents(workspace).restore().commit == nil, sourceLocation: sourceLocation)
    }

    @Test func aBranchThatWasSetBack() throws {
        let digest = try git.rebuiltDigest("work")
        let old = try git.commit("HEAD", in: "work")
        try git.git("reset", "-q", "--hard", "HEAD~2", in: "work")
        let new = try git.commit("HEAD", in: "work")
        try expectHealed(
            "work", digest: digest,
            cause:
                "moved back from \(old.prefix(12)) to \(new.prefix(12)) (“reset: moving to HEAD~2”) and removed the event.",
            events: 2)
    }

    @Test func aBranchThatWasSetBackInTwoSteps() throws {
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        let problems = try RepositoryCheck(git.open("work")).run().problems
        #expect(Set(problems.map(\.problem)).count == 2, "\(problems)")
        #expect(problems.count == 2)
    }

    /// Moves that keep or restore all events are not reported.
    @Test func movesThatLoseNothingAreNotNamed() throws {
        try git.git("commit", "-q", "--amend", "-m", "said otherwise", in: "work")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try git.git("reset", "-q", "--hard", "HEAD@{1}", in: "work")
        let report = try RepositoryCheck(git.open("work")).run()
        #expect(report.problems.isEmpty, "\(report.problems)")
    }

    @Test func aPushedBranchThatWasSetBackWithoutALog() throws {
        try git.git("push", "-q", "origin", "translations", in: "work")
        let digest = try git.rebuiltDigest("work")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try git.git("reflog", "expire", "--expire=now", "refs/heads/translations", in: "work")
        try expectHealed(
            "work", digest: digest, cause: "origin/translations still has it", events: 1)
    }

    /// The branch's own reflog is deleted with it; that of HEAD remains.
    @Test func aBranchThatWasDeletedAndMadeAgainFurtherBack() throws {
        let digest = try git.rebuiltDigest("work")
        let (old, back) = try (
            git.commit("HEAD", in: "work"), git.commit("HEAD~1", in: "work")
        )
        try git.git("checkout", "-q", "--detach", in: "work")
        try git.git("branch", "-q", "-D", "translations", in: "work")
        try git.git("checkout", "-q", "-b", "translations", back, in: "work")
        try expectHealed(
            "work", digest: digest,
            cause: "moved back from \(old.prefix(12)) and removed the event.", events: 1)
    }

    /// A concurrent writer adds to HEAD's reflog after the branch's was read.
    @Test func whatIsWrittenMeanwhileIsNotLost() throws {
        let store = try git.open("work").store
        let before = try store.position(of: store.repository.resolve(revision: "HEAD~2"))
        let log = "work/.git/logs/refs/heads/translations"
        let lines = try git.read(log).split(separator: "\n")
        try git.write(lines.dropLast(2).map { $0 + "\n" }.joined(), to: log)
        let losses = try store.losses(before: before)
        #expect(losses.events.isEmpty && losses.unknown.isEmpty, "\(losses)")
    }

    @Test func aBranchThatWasDeletedWhereItsRemoteIsFurtherBack() throws {
        let digest = try git.rebuiltDigest("work")
        let old = try git.commit("HEAD", in: "work")
        try git.git("checkout", "-q", "--detach", in: "work")
        try git.git("branch", "-q", "-D", "translations", in: "work")
        try expectHealed(
            "work", digest: digest,
            cause: "moved back from \(old.prefix(12)) and removed the event.", events: 2)
    }

    @Test func aBranchThatWasRenamedLostNothing() throws {
        try git.git("branch", "-m", "translations", "kept", in: "work")
        try git.git("branch", "translations", "kept~1", in: "work")
        try git.git("checkout", "-q", "translations", in: "work")
        let report = try RepositoryCheck(git.open("work")).run()
        #expect(report.problems.isEmpty, "\(report.problems)")
    }

    /// `git worktree add` ends with a `git reset --hard` to the commit that was HEAD at its start.
    @Test func aWriteWhileAWorkTreeIsAdded() throws {
        git.perform(["set fr greeting Allo"], in: "app")
        let digest = try git.rebuiltDigest("app")
        let written = try git.commit("translations", in: "app")
        try git.git("update-ref", "refs/heads/translations", written + "~1", in: "app")
        // The write happens after the index is written and before the branch is set.
        let hook = "app/.git/hooks/post-index-change"
        try git.write(
            "#!/bin/sh\ngit --git-dir='\(git.directory)/app/.git' update-ref refs/heads/translations \(written)\n",
            to: hook)
        chmod(git.directory + "/" + hook, 0o755)
        try git.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try expectHealed(
            "app", digest: digest, cause: "(“reset: moving to HEAD”) and removed the event.",
            events: 1)
    }

    @Test func aRemoteThatWasForcedBack() throws {
        try git.git("push", "-q", "origin", "translations", in: "work")
        try git.clone("app", to: "other")
        let digest = try git.rebuiltDigest("other")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try git.git("push", "-q", "--force", "origin", "translations", in: "work")
        try git.git("fetch", "-q", in: "other")
        // Nothing is lost here yet.
        #expect(try RepositoryCheck(git.open("other")).run().isOK)
        try git.git("reset", "-q", "--hard", "@{upstream}", in: "other")
        try git.git("reflog", "expire", "--expire=now", "refs/heads/translations", in: "other")
        try expectHealed(
            "other", digest: digest, cause: "“origin/translations” was moved back", events: 1)
    }

    @Test func aCommitThatARebaseDropped() throws {
        let digest = try git.rebuiltDigest("work")
        try git.git("rebase", "-q", "--onto", "HEAD~2", "HEAD~1", in: "work")
        try expectHealed("work", digest: digest, cause: "(“rebase", events: 1)
    }

    /// The same happens on another branch, which was then merged.
    @Test func aCommitThatARebaseOfAnotherBranchDropped() throws {
        let digest = try git.rebuiltDigest("work")
        try git.git("checkout", "-q", "-b", "topic", in: "work")
        try git.git("checkout", "-q", "-B", "translations", "origin/translations", in: "work")
        try git.git("reflog", "expire", "--expire=now", "refs/heads/translations", in: "work")
        try git.git("checkout", "-q", "topic", in: "work")
        try git.git("rebase", "-q", "--onto", "HEAD~2", "HEAD~1", in: "work")
        try git.git("checkout", "-q", "translations", in: "work")
        #expect(try RepositoryCheck(git.open("work")).run().isOK)
        try git.git("merge", "-q", "--ff-only", "topic", in: "work")
        try expectHealed("work", digest: digest, cause: "“topic” was moved back", events: 1)
    }

    @Test func aSquashThatLeftSomethingOut() throws {
        let digest = try git.rebuiltDigest("work")
        try git.git("checkout", "-q", "-b", "topic", in: "work")
        try git.git("checkout", "-q", "-B", "translations", "origin/translations", in: "work")
        try git.git("reflog", "expire", "--expire=now", "refs/heads/translations", in: "work")
        try git.git("merge", "-q", "--squash", "topic", in: "work")
        let added = try git.git("diff", "--cached", "--name-only", in: "work")
        let path = try #require(added.split(separator: "\n").first)
        try git.git("rm", "-q", "-f", String(path), in: "work")
        try git.git("commit", "-q", "--no-edit", in: "work")
        let squash = try git.commit("HEAD", in: "work")
        try expectHealed(
            "work", digest: digest,
            cause: "The commit \(squash.prefix(12)) removed the event.", events: 1)
    }

    @Test func filesThatAFilterDropped() throws {
        let digest = try git.rebuiltDigest("work")
        let count = try git.open("work").storedEvents().count { $0.locale.rawValue == "fr" }
        try git.git(
            "filter-branch", "-f", "--index-filter",
            "git rm -q -r --cached --ignore-unmatch events/fr", "translations", in: "work",
            environment: ["FILTER_BRANCH_SQUELCH_WARNING": "1"])
        try git.git("checkout", "-q", "-f", "translations", in: "work")
        try expectHealed("work", digest: digest, cause: "filter-branch", events: count)
    }

    @Test func commitsThatAreNotHereAnyMore() throws {
        let old = try git.commit("HEAD", in: "work")
        try git.git("reset", "-q", "--hard", "HEAD~1", in: "work")
        try git.execute(
            "/bin/sh",
            ["-c", "rm -f .git/objects/\(old.prefix(2))/\(old.dropFirst(2)) .git/ORIG_HEAD"],
            in: "work")
        let report = try RepositoryCheck(git.open("work")).run()
        #expect(report.isOK)
        #expect(report.problems.count == 1)
        #expect(
            report.problems.first?.problem.contains("that commit is missing or damaged") == true)
    }

    /// A line of an unknown version may mean anything: its loss is noticed, and it is restored.
    @Test func linesThatAreNoEventsOfThisVersion() throws {
        let newer = #"{"v":2,"id":"01KB0000000000000000000000","type":"x"}"#
        try git.write(newer + "\n", to: "work/events/fr/newer.jsonl")
        try git.write("no event\n", to: "work/events/fr/broken.jsonl")
        try git.git("add", ".", in: "work")
        try git.git("commit", "-q", "--no-verify", "-m", "by hand", in: "work")
        try git.git("revert", "--no-edit", "HEAD", in: "work")
        let revert = try git.commit("HEAD", in: "work").prefix(12)
        let workspace = try git.open("work")
        let problems = try RepositoryCheck(workspace).run().problems
        #expect(
            problems.filter(\.isError).map(\.problem)
                == ["The commit \(revert) removed an event of version 2."])
        #expect(
            problems.filter { !$0.isError }.map(\.problem)
                == ["The commit \(revert) removed a line that is not an event."])
        #expect(try LostEvents(workspace).restore().lines == 1)
        let head = try #require(try workspace.store.head())
        let contents = try workspace.store.difference(from: nil, to: head).compactMap(\.new)
            .map { String(decoding: try workspace.store.content($0), as: UTF8.self) }
        #expect(contents.contains(newer + "\n"))
        #expect(try RepositoryCheck(workspace).run().isOK)
    }
}
