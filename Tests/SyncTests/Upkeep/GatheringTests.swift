import EventStore
import Foundation
import GitEventStore
import ReadModel
@testable import Sync
import TestKit
import TestWorld
import Testing
import Translation

@testable import Workspace

/// Small files that are gathered into few, without changing the state.
@Suite struct GatheringTests {
    private static let everything = Int64.min / 2

    /// Returns a project filled by random work.
    private func project(seed: Int, commits: Int = 40) throws -> Sandbox {
        var random = SplitMix64(seed: seed)
        let sandbox = try Sandbox.withProject(seed: UInt64(seed))
        sandbox.perform(["locale add fr", "string add greeting Hello"], in: "app")
        let workspace = try sandbox.open("app")
        _ = try RandomWriter(workspace, guid: "guid-of-ines").work(commits: commits, using: &random)
        sandbox.advanceClock(milliseconds: 60_000)
        return sandbox
    }

    /// Returns a hub with two clones.
    private func hub(seed: Int) throws -> Sandbox {
        let sandbox = try project(seed: seed)
        try sandbox.git("clone", "-q", "--bare", "app", "hub")
        for name in ["one", "two"] { try sandbox.clone("hub", to: name) }
        return sandbox
    }

    private func work(_ sandbox: Sandbox, _ name: String, commits: Int, seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let workspace = try sandbox.open(name, guid: "guid-of-\(name)")
        _ = try RandomWriter(workspace, guid: "guid-of-\(name)")
            .work(commits: commits, using: &random)
        sandbox.advanceClock(milliseconds: 60_000)
    }

    @Test(arguments: 0..<4)
    func theStateIsTheSame(seed: Int) throws {
        let sandbox = try project(seed: seed)
        let workspace = try sandbox.open("app")
        try workspace.catchUp()
        let digest = try workspace.read { try $0.model.digest() }
        let events = try workspace.storedEvents().sorted { $0.id < $1.id }
        let tip = try sandbox.commit("translations", in: "app")
        let report = try workspace.gather(olderThan: Self.everything)
        #expect(report.removedFiles > report.addedFiles)
        let head = try workspace.catchUp()
        #expect(try workspace.read { try $0.model.digest() } == digest)
        try workspace.expectCaughtUp()
        #expect(try workspace.rebuild().digest == digest)
        #expect(try workspace.storedEvents().sorted { $0.id < $1.id } == events)
        #expect(try RepositoryCheck(workspace).run().problems.isEmpty)
        #expect(try LostEvents(workspace).restore().commit == nil)
        // Past states are unchanged, and each event still has its original commit.
        #expect(
            try workspace.read(at: .revision(tip)) { try $0.model.digest() }
                == workspace.read(at: .revision(head.commit)) { try $0.model.digest() })
        let rows = try workspace.read { try $0.model.events(EventFilter(limit: 1000)) }
        let commits = try workspace.commits(
            bringing: rows.map { ($0.path, $0.event.id) }, before: [.tip])
        #expect(commits.count == rows.count)
        #expect(!commits.values.contains { $0.id == head.commit })
        try sandbox.expectSoundObjects("app")
        // Gathering again does nothing.
        #expect(try workspace.gather(olderThan: Self.everything).commit == nil)
    }

    @Test func everyDirectoryKeepsAFile() throws {
        let sandbox = try project(seed: 5)
        func directories() throws -> Set<Substring> {
            let paths = try sandbox.git("ls-tree", "-r", "--name-only", "translations", in: "app")
            return Set(
                paths.split(separator: "\n").filter {
                    $0.hasSuffix(".jsonl") && !$0.contains("/s-")
                }
                .map { $0[..<($0.lastIndex(of: "/") ?? $0.startIndex)] })
        }
        let before = try directories()
        _ = try sandbox.open("app").gather(olderThan: Self.everything)
        #expect(try directories() == before)
    }

    @Test func newFilesStay() throws {
        let sandbox = try project(seed: 6)
        #expect(try sandbox.open("app").gather().commit == nil)
        sandbox.advanceClock(milliseconds: 31 * 86_400_000)
        let dry = try sandbox.open("app").gather(isDryRun: true)
        #expect(dry.commit == nil && dry.removedFiles > 0)
        let done = try sandbox.open("app").gather()
        #expect(done.commit != nil && done.removedFiles == dry.removedFiles)
    }

    @Test func linesMoveAsTheyAre() throws {
        let sandbox = try project(seed: 7, commits: 12)
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        let good =
            #"{"id":"01KB0000000000000000000009","v":1, "type":"tea.served","at":"","locale":"de"}"#
        let odd = [
            "01KB0000000000000000000001": "no event\n\n{}\r\n",
            "01KB0000000000000000000002":
                #"{"v":2,"id":"01KB0000000000000000000002","type":"x","at":"","locale":"fr"}"#
                + "\n",
            "01KB0000000000000000000009": good + "\n",
            "01KB000000000000000000000A": good + "\n" + good,
        ]
        for (name, text) in odd {
            try sandbox.write(text, to: "tree/events/fr/01KB0/\(name).jsonl")
        }
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "-m", "odd", in: "tree")
        let workspace = try sandbox.open("app")
        try workspace.catchUp()
        func problems() throws -> [String] {
            try RepositoryCheck(workspace).run().problems.map {
                "\($0.problem) \($0.event?.description ?? "")"
            }
            .sorted()
        }
        let digest = try workspace.read { try $0.model.digest() }
        let before = try problems()
        #expect(try workspace.gather(olderThan: Self.everything).commit != nil)
        #expect(try workspace.catchUp().commit == sandbox.commit("translations", in: "app"))
        #expect(try workspace.read { try $0.model.digest() } == digest)
        // One exception: the line in two files was reported in each.
        #expect(Set(try problems()) == Set(before))
        let segments = try sandbox.git(
            "grep", "-h", "-c", "", "translations", "--", "events/fr/s-*", in: "app")
        #expect(!segments.isEmpty)
    }

    /// A branch without the gathering is merged with plain Git in both directions, with all renames
    /// that Git can detect.
    @Test(
        arguments: [[], ["-X", "find-renames=10%"], ["-X", "no-renames"]],
        ["true", "conflict", "false"])
    func branchesThatHaveNotGatheredMerge(options: [String], renames: String) throws {
        let sandbox = try hub(seed: 8)
        try work(sandbox, "two", commits: 6, seed: 80)
        let one = try sandbox.open("one")
        let gathered = try one.gather(olderThan: Self.everything)
        #expect(gathered.remote == "origin")
        try work(sandbox, "one", commits: 3, seed: 81)
        let expected = StateDigest.of(
            EventLogState(
                project: one.project,
                events: try one.storedEvents() + sandbox.open("two").storedEvents()))
        try sandbox.git("clone", "-q", "one", "into-one")
        try sandbox.git("clone", "-q", "two", "into-two")
        for (name, other) in [("into-one", "two"), ("into-two", "one")] {
            try sandbox.git("config", "merge.directoryRenames", renames, in: name)
            try sandbox.git("fetch", "-q", "../\(other)", "translations:other", in: name)
            let merged = try sandbox.execute(
                "/usr/bin/env", ["git", "merge", "-q", "--no-edit"] + options + ["other"], in: name)
            #expect(merged.status == 0, "\(merged)")
            #expect(try sandbox.rebuiltDigest(name) == expected)
            #expect(try RepositoryCheck(sandbox.open(name)).run().problems.isEmpty)
            try sandbox.git("checkout", "-q", "--detach", in: name)
        }
    }

    @Test func aPushThatLosesChangesNothing() throws {
        let sandbox = try hub(seed: 9)
        try work(sandbox, "two", commits: 2, seed: 90)
        let one = try sandbox.open("one")
        let before = try sandbox.git("for-each-ref", in: "one")
        let there = try sandbox.commit("translations", in: "two")
        #expect {
            try Gatherer(one).gather(olderThan: Self.everything, isDryRun: false) { landing in
                // Another clone is faster.
                try sandbox.git("push", "-q", "origin", "translations", in: "two")
                try Gatherer(one).push(landing)
            }
        } throws: { ($0 as? Refusal)?.code == .notFastForward }
        #expect(try sandbox.git("for-each-ref", in: "one") == before)
        #expect(try sandbox.git("status", "--porcelain", in: "one") == "")
        #expect(try sandbox.commit("translations", in: "hub") == there)
    }

    /// Gathering pushes to the same address as `push`, in the same way.
    @Test func aGatheringIsPushedToThePushAddress() throws {
        let sandbox = try hub(seed: 15)
        try sandbox.git("clone", "-q", "--bare", "hub", "elsewhere")
        try sandbox.git(
            "remote", "set-url", "--push", "origin", sandbox.directory + "/elsewhere", in: "one")
        let before = try sandbox.commit("translations", in: "hub")
        let words = ["gather", "--all", "--format", "json"]
        let hook = sandbox.directory + "/elsewhere/hooks/update"
        try sandbox.write("#!/bin/sh\necho not today\nexit 1\n", to: "elsewhere/hooks/update")
        #expect(chmod(hook, 0o755) == 0)
        let refused = sandbox.run(words, in: "one")
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("remote: not today"))
        try FileManager.default.removeItem(atPath: hook)
        let done = sandbox.run(words, in: "one")
        #expect(done.status == 0, "\(done)")
        let tip = try sandbox.commit("translations", in: "one")
        #expect(tip != before)
        #expect(try sandbox.commit("translations", in: "elsewhere") == tip)
        // A fetch finds it in origin.
        #expect(try sandbox.commit("origin/translations", in: "one") == before)
        #expect(try sandbox.commit("translations", in: "hub") == before)
    }

    /// The remote then has the gathering, while the local branch does not.
    @Test(arguments: [false, true], [false, true])
    func aDeathAfterThePushLosesNothing(knowsOfIt: Bool, writes: Bool) throws {
        let sandbox = try hub(seed: 16)
        let before = try sandbox.commit("translations", in: "one")
        #expect(throws: Death.self) {
            let one = try sandbox.open("one")
            _ = try Gatherer(one).gather(olderThan: Self.everything) { landing in
                try Gatherer(one).push(landing)
                throw Death()
            }
        }
        sandbox.advanceClock(milliseconds: 60_000)
        let pushed = try sandbox.commit("translations", in: "hub")
        #expect(pushed != before)
        #expect(try sandbox.commit("translations", in: "one") == before)
        #expect(try sandbox.git("status", "--porcelain", in: "one") == "")
        if !knowsOfIt {
            try sandbox.git("update-ref", "refs/remotes/origin/translations", before, in: "one")
        }
        if writes { try work(sandbox, "one", commits: 3, seed: 160) }
        let digest = try sandbox.rebuiltDigest("one")
        let events = try sandbox.open("one").storedEvents().sorted { $0.id < $1.id }
        // A second gathering of the same files would conflict with the first.
        #expect {
            try sandbox.open("one").gather(olderThan: Self.everything)
        } throws: { ($0 as? Refusal)?.hint.typed.contains("dragoman sync") ?? false }
        #expect(try sandbox.commit("translations", in: "hub") == pushed)
        sandbox.perform(["sync"], in: "one")
        #expect(try sandbox.rebuiltDigest("one") == digest)
        let one = try sandbox.open("one")
        #expect(try one.storedEvents().sorted { $0.id < $1.id } == events)
        #expect(try RepositoryCheck(one).run().problems.isEmpty)
        #expect(
            try sandbox.commit("translations", in: "hub")
                == sandbox.commit("translations", in: "one"))
        if !writes { #expect(try sandbox.commit("translations", in: "one") == pushed) }
        sandbox.perform(["sync"], in: "two")
        #expect(try sandbox.rebuiltDigest("two") == digest)
        #expect(try sandbox.open("one").gather(olderThan: Self.everything).commit == nil || writes)
    }

    private struct Death: Error {}

    @Test func aSecondGathererIsRefused() throws {
        let sandbox = try hub(seed: 10)
        #expect(try sandbox.open("one").gather(olderThan: Self.everything).remote == "origin")
        sandbox.advanceClock(milliseconds: 60_000)
        // It has not fetched, and therefore assumes that it is up to date.
        let before = try sandbox.commit("translations", in: "two")
        #expect(throws: Refusal.self) {
            try sandbox.open("two").gather(olderThan: Self.everything)
        }
        #expect(try sandbox.commit("translations", in: "two") == before)
        try sandbox.git("fetch", "-q", in: "two")
        #expect {
            try sandbox.open("two").gather(olderThan: Self.everything)
        } throws: { ($0 as? Refusal)?.hint.typed.contains("dragoman sync") ?? false }
        try sandbox.git("merge", "-q", "--ff-only", "origin/translations", in: "two")
        #expect(try sandbox.open("two").gather(olderThan: Self.everything).commit == nil)
    }

    @Test func otherBranchesAreRefused() throws {
        let sandbox = try project(seed: 11, commits: 8)
        try sandbox.git("branch", "topic", "translations", in: "app")
        let topic = try Workspace.open(
            ".", branch: "topic", host: sandbox.host(in: "app"))
        #expect(throws: Refusal.self) { try topic.gather(olderThan: Self.everything) }
    }

    @Test func theRevertOfAGatheringLosesNothing() throws {
        let sandbox = try project(seed: 12)
        let digest = try sandbox.rebuiltDigest("app")
        _ = try sandbox.open("app").gather(olderThan: Self.everything)
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.git("revert", "--no-edit", "HEAD", in: "tree")
        let workspace = try sandbox.open("app")
        try workspace.expectCaughtUp()
        #expect(try workspace.read { try $0.model.digest() } == digest)
        #expect(try RepositoryCheck(workspace).run().problems.isEmpty)
    }

    @Test func writersGoOnBesideIt() throws {
        let sandbox = try project(seed: 13)
        let before = try sandbox.open("app").storedEvents().count
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            do {
                let workspace = try sandbox.open("app", guid: "guid-\(worker)")
                for index in 0..<6 {
                    if worker == 0 {
                        _ = try workspace.gather(olderThan: Self.everything)
                    } else {
                        try workspace.define("w\(worker).\(index)")
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
        let workspace = try sandbox.open("app")
        try workspace.expectCaughtUp()
        #expect(try workspace.storedEvents().count == before + 12)
        #expect(try RepositoryCheck(workspace).run().problems.isEmpty)
    }

    @Test func laterGatheringsMakeSmallSegmentsLarger() throws {
        let sandbox = try project(seed: 14)
        _ = try sandbox.open("app").gather(olderThan: Self.everything)
        try work(sandbox, "app", commits: 12, seed: 140)
        let digest = try sandbox.rebuiltDigest("app")
        #expect(try sandbox.open("app").gather(olderThan: Self.everything).commit != nil)
        let paths = try sandbox.git("ls-tree", "-r", "--name-only", "translations", in: "app")
        let english = paths.split(separator: "\n").filter { $0.hasPrefix("events/en/s-") }
        #expect(english.count <= 1)
        #expect(try sandbox.rebuiltDigest("app") == digest)
    }
}
