import EventStore
import Foundation
import GitEventStore
import ReadModel
@testable import Sync
import TestKit
import TestWorld
import Testing
import Texts
import Translation

@testable import Workspace

/// A history that is replaced by one commit, without changing the state.
@Suite struct BeginningTests {
    private static let day: Int64 = 86_400_000

    /// Proposes a text as a tester of an app, who has no name; returns the proposal's id.
    @discardableResult
    private func propose(
        _ text: String, by guid: String, in directory: String, _ sandbox: Sandbox
    ) async throws -> String {
        let locale = try #require(LanguageTag("fr"))
        let receipt = try await ProjectWriter(try sandbox.open(directory)).submit(
            WriteRequest("propose", actor: nil, guid: HashedGuid(guid)) { _ in
                .propose(
                    locale, StringID(section: "default", key: "greeting"),
                    ProposeOptions(value: Value(text)))
            })
        return try #require(receipt.outcome.events.first).id.description
    }

    /// Adds a rejected, a superseded, an accepted and an open proposal of testers, and a rejected
    /// one of a person.
    private func decide(_ hub: Hub) async throws {
        let sandbox = hub.sandbox
        let rejected = try await propose("rejected", by: "guid-1", in: "app", sandbox)
        try await propose("superseded", by: "guid-2", in: "app", sandbox)
        let accepted = try await propose("accepted", by: "guid-2", in: "app", sandbox)
        let own = try hub.run("propose fr greeting own --guid guid-of-ines", in: "app").output
            .prefix { !$0.isWhitespace }
        try hub.run("comment \(rejected) Hm.", in: "app")
        for id in [rejected, String(own)] { try hub.run("reject \(id) --reason wrong", in: "app") }
        try hub.run("accept \(accepted)", in: "app")
        try await propose("open", by: "guid-3", in: "app", sandbox)
    }

    private func texts(_ sandbox: Sandbox, _ directory: String) throws -> [String] {
        let workspace = try sandbox.open(directory)
        try workspace.catchUp()
        return try workspace.read { try $0.model.proposals() }
            .compactMap { $0.proposed.value.plainText }.sorted()
    }

    @Test func theStateStays() async throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try await decide(hub)
        try hub.run("sync", in: "app")
        let workspace = try sandbox.open("hub.git")
        try workspace.catchUp()
        let digest = try workspace.read { try $0.model.digest() }
        let events = try workspace.storedEvents().map(\.line).sorted {
            $0.lexicographicallyPrecedes($1)
        }
        let old = try sandbox.commit("translations", in: "hub.git")
        let plan = try NewBeginning(workspace).run(isDryRun: true)
        #expect(plan.commit == nil && plan.omittedEvents == 0 && plan.previous == old)
        #expect(try sandbox.commit("translations", in: "hub.git") == old)
        let report = try NewBeginning(workspace).run()
        let new = try sandbox.commit("translations", in: "hub.git")
        #expect(report.commit == new && new != old && report.keepers == [])
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "hub.git") == "1\n")
        try workspace.catchUp()
        #expect(try workspace.read { try $0.model.digest() } == digest)
        #expect(
            try workspace.storedEvents().map(\.line).sorted { $0.lexicographicallyPrecedes($1) }
                == events)
        #expect(try workspace.rebuild().digest == digest)
        let again = try sandbox.open("hub.git")
        #expect(try RepositoryCheck(again).run().problems.isEmpty)
        try sandbox.expectSoundObjects("hub.git")
        try hub.run("verify --history", in: "hub.git")
        #expect(again.project.id == workspace.project.id)
        #expect(again.project.beginning != nil)
    }

    /// Nothing is left out before it is old enough.
    @Test func retentionLeavesOutOldRejectedProposals() async throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try await decide(hub)
        try hub.run("config retention 30", in: "app")
        try hub.run("sync", in: "app")
        let workspace = try sandbox.open("hub.git")
        try workspace.catchUp()
        #expect(try NewBeginning(workspace).run(isDryRun: true).omittedEvents == 0)
        sandbox.advanceClock(milliseconds: 31 * Self.day)
        let later = try sandbox.open("hub.git")
        try later.catchUp()
        let report = try NewBeginning(later).run()
        // The comment and the rejection are left out with the proposal.
        #expect(report.omittedProposals == 2 && report.omittedEvents == 4)
        #expect(try texts(sandbox, "hub.git") == ["accepted", "open", "own"])
        let opened = try sandbox.open("hub.git")
        #expect(try RepositoryCheck(opened).run().problems.isEmpty)
        #expect(try hub.run("get fr greeting", in: "hub.git").output == "accepted\n")
        try hub.run("verify --history", in: "hub.git")
    }

    /// A newer version may have accepted what this version takes for rejected.
    @Test func nothingIsLeftOutBesideEventsOfANewerVersion() async throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try await decide(hub)
        try hub.run("config retention 30", in: "app")
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.write(
            #"{"v":2,"id":"01KB0000000000000000000002","type":"x","at":"","locale":"fr"}"# + "\n",
            to: "tree/events/fr/01KB0/01KB0000000000000000000002.jsonl")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "-m", "newer", in: "tree")
        try sandbox.git("push", "-q", "origin", "translations", in: "app")
        sandbox.advanceClock(milliseconds: 31 * Self.day)
        let later = try sandbox.open("hub.git")
        try later.catchUp()
        let refusal = #expect(throws: Refusal.self) { try NewBeginning(later).run() }
        #expect(refusal?.message.contains("does not know") == true, "\(refusal?.message ?? "")")
    }

    /// The events stay the same, but the next beginning starts from the new commit.
    @Test func aLogBeginsAnewTwice() throws {
        let hub = try Hub(.path)
        let workspace = try hub.sandbox.open("hub.git")
        let first = try NewBeginning(workspace).run()
        let plan = try NewBeginning(workspace).run(isDryRun: true)
        #expect(plan.previous == first.commit)
        let second = try NewBeginning(workspace).run()
        #expect(second.previous == first.commit && second.commit != first.commit)
    }

    @Test func branchesThatKeepTheOldHistoryAreListed() throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try sandbox.git("branch", "fork", "translations~1", in: "app")
        try sandbox.git("worktree", "add", "-q", "../fork", "fork", in: "app")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "own", in: "fork")
        try sandbox.git("push", "-q", "origin", "fork", in: "app")
        try hub.run("sync", in: "app")
        let report = try NewBeginning(try sandbox.open("hub.git")).run(isDryRun: true)
        #expect(report.keepers.contains("fork"), "\(report.keepers)")
    }

    @Test func otherMembersOfTheProjectFileStay() throws {
        let old = #"{"format":1,"project":"x","later":[1],"beginning":"a"}"#
        #expect(
            String(decoding: try ProjectFile.bytes(Array(old.utf8), beginning: "b"), as: UTF8.self)
                .contains(#""later":[1]"#))
        #expect(throws: Refusal.self) { try ProjectFile.bytes(Array("[]".utf8), beginning: "b") }
    }

    /// A clone that was not replaced can neither bring the old history back nor lose events.
    @Test func aCloneThatIsLeftBehindCannotSync() async throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try await decide(hub)
        try hub.run("config retention 30", in: "app")
        try hub.run("sync", in: "app")
        for name in ["one", "two"] { try hub.run("clone \(hub.url) \(name)") }
        sandbox.advanceClock(milliseconds: 31 * Self.day)
        let begun = try hub.run("begin-anew --yes", in: "hub.git").errors
        #expect(begun.contains(" 2 proposals (4 events) are left out. "), "\(begun)")
        // One clone is replaced, and the other one is forgotten and gets another event.
        try FileManager.default.removeItem(atPath: sandbox.directory + "/one")
        try hub.run("clone \(hub.url) one")
        try hub.run("set fr greeting Bonjour", in: "one")
        try hub.run("sync", in: "one")
        try hub.run("set fr greeting Salut", in: "two")
        let tip = try sandbox.commit("translations", in: "hub.git")
        _ = sandbox.run(["fetch"], in: "two")
        for command in ["sync", "push"] {
            let result = sandbox.run([command], in: "two")
            #expect(result.status == 2, "\(command): \(result)")
        }
        #expect(
            try hub.refused("sync", in: "two").contains(
                "`dragoman begin-anew --from origin` takes over the new beginning"))
        #expect(try sandbox.commit("translations", in: "hub.git") == tip)
        #expect(try texts(sandbox, "hub.git") == ["accepted", "open", "own"])
        // Its own event is not lost.
        #expect(try hub.run("get fr greeting", in: "two").output == "Salut\n")
    }

    /// A clone of the old history, with events that nobody else has, takes over the new beginning.
    @Test func aCloneTakesOverTheNewBeginning() async throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try await decide(hub)
        try hub.run("config retention 30", in: "app")
        try hub.run("sync", in: "app")
        for name in ["one", "two"] { try hub.run("clone \(hub.url) \(name)") }
        try hub.run("set fr greeting Salut", in: "two")
        sandbox.advanceClock(milliseconds: 31 * Self.day)
        #expect(
            try hub.refused("begin-anew --from origin --yes", in: "two").contains(
                "has no beginning that is newer than this one."))
        try hub.run("begin-anew --yes", in: "hub.git")
        // A clone may be days late.
        sandbox.advanceClock(milliseconds: 40 * Self.day)
        try hub.run("set fr greeting Bonjour", in: "one")
        for (name, kept) in [("one", 1), ("two", 1), ("app", 0)] {
            let old = try sandbox.commit("translations", in: name)
            let plan = try hub.run("begin-anew --from origin --dry-run --format json", in: name)
                .output
            #expect(plan.contains("\"kept\": \(kept),"), "\(plan)")
            #expect(try sandbox.commit("translations", in: name) == old)
            let done = try hub.run("begin-anew --from origin --yes", in: name).errors
            #expect(done.contains(" 4 events that origin left out are dropped. "), "\(done)")
            let added = kept == 1 ? " 1 unsent event is added. " : " 0 unsent events are "
            #expect(done.contains(added))
            try hub.run("sync", in: name)
            let problems = try RepositoryCheck(try sandbox.open(name)).run().problems
            #expect(problems.isEmpty, "\(problems)")
            try hub.run("verify --history", in: name)
        }
        for name in ["one", "two", "app"] { try hub.run("sync", in: name) }
        let digests = try ["one", "two", "app", "hub.git"].map { name in
            let workspace = try sandbox.open(name)
            try workspace.catchUp()
            #expect(try texts(sandbox, name) == ["accepted", "open", "own"])
            return try workspace.read { try $0.model.digest() }
        }
        #expect(Set(digests).count == 1)
        #expect(
            try hub.run("log --locale fr --key greeting --format json", in: "app").output.contains(
                "Salut"))
        #expect(
            try hub.refused("begin-anew --from origin --yes", in: "one").contains(
                "has no beginning that is newer than this one."))
    }

    /// Neither the clone's settings nor its decisions tell what the hub left out.
    @Test func aCloneThatKnowsLessTakesOverTheSameHistory() async throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        let open = try await propose("open", by: "guid-3", in: "app", sandbox)
        let late = try await propose("late", by: "guid-4", in: "app", sandbox)
        try hub.run("sync", in: "app")
        for name in ["one", "two"] { try hub.run("clone \(hub.url) \(name)") }
        // Neither clone hears of this rejection, nor of the setting.
        try hub.run("reject \(late) --reason wrong", in: "app")
        try hub.run("config retention 30", in: "app")
        try hub.run("sync", in: "app")
        // This decision is older than the limit, and nobody else has it.
        try hub.run("reject \(open) --reason style", in: "one")
        sandbox.advanceClock(milliseconds: 31 * Self.day)
        try hub.run("begin-anew --yes", in: "hub.git")
        for name in ["one", "two"] {
            // A server tries to sync again and again.
            _ = sandbox.run(["sync"], in: name)
            _ = sandbox.run(["sync"], in: name)
            try hub.run("begin-anew --from origin --yes", in: name)
            try hub.run("sync", in: name)
        }
        #expect(try texts(sandbox, "hub.git") == ["open"])
        let state = try hub.run("proposals --state all", in: "hub.git").output
        #expect(state.contains("rejected"), "\(state)")
    }

    /// A commit of plain Git may have changed other files of the branch.
    @Test func unsentFilesOutsideTheLogAreNotDropped() throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try hub.run("clone \(hub.url) one")
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "one")
        try sandbox.write("Notes", to: "tree/NOTES")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "-m", "notes", in: "tree")
        try hub.run("begin-anew --yes", in: "hub.git")
        #expect(
            try hub.refused("begin-anew --from origin --yes", in: "one").contains(
                "Unsent commits change files outside the log: NOTES."))
    }

    /// Without a reflog and a fetch in between, nothing tells what was sent.
    @Test func aCloneThatForgotWhatItSentIsRefused() throws {
        let hub = try Hub(.path)
        try hub.run("clone \(hub.url) one")
        try hub.run("begin-anew --yes", in: "hub.git")
        try hub.run("fetch", in: "one")
        try hub.sandbox.git("reflog", "expire", "--expire=now", "--all", in: "one")
        #expect(
            try hub.refused("begin-anew --from origin --yes", in: "one").contains(
                "It is unknown which events"))
    }

    @Test func aCloneCannotBeginAnew() throws {
        let hub = try Hub(.path)
        #expect(
            try hub.refused("begin-anew --yes", in: "app").contains(
                "Another repository has the branch “translations” too."))
    }

    @Test func aHubThatIsLeftBehindIsNamed() throws {
        let hub = try Hub(.path)
        let sandbox = hub.sandbox
        try sandbox.git("clone", "-q", "--bare", "hub.git", "new.git")
        try hub.run("begin-anew --yes", in: "new.git")
        try hub.run("clone new.git one")
        try hub.run("remote set-url origin \(hub.url)", in: "one")
        #expect(
            try hub.refused("sync", in: "one").contains("The log here began anew"))
    }
}
