import EventStore
import Foundation
import Git
@testable import Sync
import TestWorld
import Testing
import Translation

@testable import Workspace

/// The target of a push, and the checks before it.
struct PushTargetTests {
    /// Returns a hub, and a fork of it that `app` pushes to.
    private func forked(_ way: Way) throws -> Hub {
        let hub = try Hub(way)
        try hub.sandbox.git("clone", "-q", "--bare", "hub.git", "fork.git")
        let fork = hub.url.replacing("hub.git", with: "fork.git")
        try hub.sandbox.git("config", "remote.origin.pushurl", fork, in: "app")
        return hub
    }

    @Test(arguments: Way.allCases)
    func `what was pushed elsewhere is nothing that origin lost`(_ way: Way) throws {
        let hub = try forked(way)
        let before = try hub.tip
        try hub.run("set fr greeting Bonjour", in: "app")
        let pushed = try hub.run("push", in: "app")
        #expect(pushed.errors.contains("fork.git): 1 event: fr 1."), "\(pushed)")
        #expect(try hub.sandbox.commit("origin/translations", in: "app") == before)
        #expect(
            try hub.sandbox.commit("translations", in: "fork.git")
                == hub.sandbox.commit("translations", in: "app"))
        let synced = try hub.run("sync", in: "app")
        #expect(!synced.errors.contains("lost"), "\(synced)")
        #expect(synced.errors.contains("Sent: nothing new."), "\(synced)")
        #expect(try hub.tip == before)
        try hub.run("propose fr greeting Salut --guid g", in: "app")
        #expect(try hub.run("sync", in: "app").errors.contains("Sent: 1 event, 1 of them"))
        #expect(try hub.run("push", in: "app").errors.contains("is already up to date"))
        // Events of origin are still received.
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting 'Bon matin'", in: "otto")
        try hub.run("push", in: "otto")
        #expect(try hub.run("sync", in: "app").errors.contains("Received from origin: 1 event"))
        #expect(
            try hub.sandbox.commit("translations", in: "fork.git")
                == hub.sandbox.commit("translations", in: "app"))
    }

    /// For example https for everyone, and ssh for those who may push.
    @Test(arguments: Way.allCases)
    func `another address of the same repository is the same`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.sandbox.git(
            "config", "remote.origin.pushurl", "file://\(hub.sandbox.directory)/./hub.git",
            in: "app")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("sync", in: "app")
        #expect(try hub.sandbox.commit("origin/translations", in: "app") == hub.tip)
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Salut", in: "otto")
        try hub.run("push", in: "otto")
        // Another user pushes between the fetch and the check.
        try hub.run("propose fr greeting Allo --guid g", in: "app")
        try hub.run("set fr greeting 'Bon matin'", in: "otto")
        let rounds = try hub.race([hub.sandbox.commit("translations", in: "otto")], of: "otto")
        let report = try hub.exchange("app").sync()
        #expect(try hub.sandbox.read(rounds) == "\n\n")
        #expect(try hub.tip == report.commit)
    }

    @Test(arguments: Way.allCases)
    func `a fork with commits of its own is named`(_ way: Way) throws {
        let hub = try forked(way)
        let fork = hub.url.replacing("hub.git", with: "fork.git")
        try hub.run("clone \(fork) otto")
        try hub.run("set fr greeting Bonjour", in: "otto")
        try hub.run("push", in: "otto")
        try hub.run("propose fr greeting Salut --guid g", in: "app")
        #expect(try hub.refused("push", in: "app").contains("fork.git has commits"))
        let words = try hub.refused("sync", in: "app")
        #expect(words.contains("fork.git, which has commits"), "\(words)")
        #expect(words.contains("hint: To merge them, run `dragoman remote add NAME"))
        try hub.run("remote add fork \(fork)", in: "app")
        try hub.run("sync fork", in: "app")
        try hub.run("sync", in: "app")
        try hub.run("sync", in: "otto")
        try hub.expectSame("app", "otto")
    }

    @Test
    func `a remote that is pushed to several addresses is refused`() throws {
        let hub = try forked(.path)
        try hub.sandbox.git(
            "config", "--add", "remote.origin.pushurl", hub.sandbox.directory + "/hub.git",
            in: "app")
        for verb in ["push", "sync"] {
            #expect(try hub.refused(verb, in: "app").contains("has 2 push addresses"))
        }
        try hub.run("fetch", in: "app")
    }

    @Test(arguments: Way.allCases)
    func `a merge that lacks what a parent has is not sent`(_ way: Way) throws {
        let hub = try Hub(way)
        let sandbox = hub.sandbox
        let before = try hub.tip
        // Plain git merges Otto's branch but discards its changes.
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "otto")
        try sandbox.git("fetch", "-q", "../otto/.git", "translations:otto", in: "app")
        try sandbox.git("worktree", "add", "-q", "../work", "translations", in: "app")
        try sandbox.git("commit", "-q", "--allow-empty", "-m", "x", in: "work")
        try sandbox.git("merge", "-q", "-s", "ours", "--no-edit", "otto", in: "work")
        let merge = try sandbox.commit("translations", in: "app")
        for verb in ["push", "sync"] {
            let words = try hub.refused(verb, in: "app")
            #expect(words.contains("an event is missing"), "\(words)")
            #expect(words.contains("(removed by commit \(merge.prefix(10)))"), "\(words)")
        }
        #expect(try hub.tip == before)
        // The first push to a remote sends every commit.
        try sandbox.git("init", "-q", "--bare", "-b", "translations", "new.git")
        try hub.run("remote add new \(hub.url.replacing("hub.git", with: "new.git"))", in: "app")
        #expect(try hub.refused("push new", in: "app").contains("an event is missing"))
        #expect(try hub.refused("sync new", in: "app").contains("an event is missing"))
        let mended = try hub.run("sync --restore", in: "app")
        #expect(mended.errors.contains("Added 1 lost event again."), "\(mended)")
        try hub.run("push new", in: "app")
        try hub.run("sync", in: "otto")
        try hub.expectSame("app", "otto")
    }

    /// An invalid line that never existed elsewhere is not a loss.
    @Test
    func `what was no event may be taken away before it is sent`() throws {
        let hub = try Hub(.path)
        try hub.sandbox.git("worktree", "add", "-q", "../work", "translations", in: "app")
        try hub.sandbox.write("no event\n", to: "work/events/fr/x.jsonl")
        try hub.sandbox.git("add", ".", in: "work")
        try hub.sandbox.git("commit", "-q", "-m", "oops", in: "work")
        try hub.sandbox.git("rm", "-q", "events/fr/x.jsonl", in: "work")
        try hub.sandbox.git("commit", "-q", "--no-verify", "-m", "sorry", in: "work")
        try hub.run("push", in: "app")
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
    }

    @Test(arguments: ["push", "sync"])
    func `the words of a hook here are shown`(_ verb: String) throws {
        let hub = try Hub(.path)
        try hub.sandbox.write(
            """
            #!/bin/sh
            echo "not on a $(printf '\\033[31m')Sunday"
            echo "Connection refused: ask Mara" >&2
            exit 1

            """, to: "app/.git/hooks/pre-push")
        #expect(chmod(hub.sandbox.directory + "/app/.git/hooks/pre-push", 0o755) == 0)
        try hub.run("set fr greeting Bonjour", in: "app")
        let before = try hub.tip
        let words = try hub.refused(verb, in: "app")
        #expect(words.contains("This repository's pre-push hook rejects the push"))
        #expect(words.contains(": not on a Sunday / Connection refused: ask Mara."), "\(words)")
        #expect(try hub.tip == before)
        // A hook that agrees changes nothing.
        try hub.sandbox.write("#!/bin/sh\necho fine\n", to: "app/.git/hooks/pre-push")
        try hub.run(verb, in: "app")
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
    }

    @Test func `a push that is not taken for no reason is not blamed on others`() throws {
        let place = RemotePlace(
            name: "origin", address: try RemoteAddress("/srv/hub.git", from: "/"))
        let branch = try #require(ReferenceName(branch: "translations"))
        func givingUp(_ reason: String, _ commits: String...) -> Refusal {
            var syncing = Syncing(place: place, branch: branch)
            for commit in commits {
                syncing.note(
                    PushRejection(
                        branch: "translations", address: place.address, reason: reason, words: []),
                    at: Position(tree: commit, commit: commit))
            }
            return syncing.givingUp(after: commits.count)
        }
        let blamed = givingUp("non-fast-forward", "a", "b")
        #expect(blamed.code == .busy)
        #expect(blamed.message.contains("because others pushed to /srv/hub.git"))
        #expect(givingUp("unable to lock", "a", "a").code == .busy)
        let odd = givingUp("non-fast-forward", "a", "a")
        #expect(odd.code == .rejected)
        #expect(odd.message.contains("rejected all 2 pushes of “translations” (non-fast-forward)"))
    }
}
