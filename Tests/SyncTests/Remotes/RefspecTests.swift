import Foundation
import TestWorld
import Testing

/// Whatever a remote's settings are, no fetch or push changes the local branch.
struct RefspecTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let settings: [[String]]
        let warns: Bool

        init(_ name: String, _ refspecs: [String], _ settings: [[String]] = [], warns: Bool) {
            testDescription = name
            self.settings =
                refspecs.map { ["--add", "remote.origin.fetch", $0] } + settings
            self.warns = warns
        }

        static let all = [
            Case(
                "a mirror", ["+refs/*:refs/*"], [["remote.origin.mirror", "true"]], warns: true),
            Case("the branch itself", ["+translations:translations"], warns: true),
            Case(
                "all branches, pruned", ["+refs/heads/*:refs/heads/*"],
                [
                    ["fetch.prune", "true"], ["remote.origin.prune", "true"],
                    ["fetch.pruneTags", "true"], ["remote.origin.tagOpt", "--tags"],
                ], warns: true),
            Case("a bare clone", [], warns: false),
            Case(
                "another branch alone", ["+refs/heads/main:refs/remotes/origin/main"], warns: false),
            Case(
                "a branch in its place", ["+refs/heads/main:refs/remotes/origin/translations"],
                warns: false),
            Case("a tag alone", ["+refs/tags/v1.0:refs/tags/v1.0"], warns: false),
        ]
    }

    /// Returns two clones with one event each, known and unknown to the hub; `app` has the
    /// settings.
    private func parted(_ way: Way, _ settings: [[String]]) throws -> Hub {
        let hub = try Hub(way)
        try hub.sandbox.git("branch", "main", "translations", in: "hub.git")
        try hub.run("clone \(hub.url) otto")
        try hub.run("set fr greeting Bonjour", in: "otto")
        try hub.run("push", in: "otto")
        try hub.sandbox.git("config", "--unset-all", "remote.origin.fetch", in: "app")
        for setting in settings {
            let arguments = ["git", "config"] + setting
            _ = try hub.sandbox.execute("/usr/bin/env", arguments, in: "app")
        }
        try hub.sandbox.git("branch", "mine", "translations", in: "app")
        try hub.sandbox.git("tag", "ours", "translations", in: "app")
        try hub.run("propose fr greeting Salut --guid g", in: "app")
        return hub
    }

    @Test(
        arguments: Case.all.flatMap { item in
            // Servers are only tested with the longer settings, paths with all.
            Way.allCases.filter { $0 == .path || item.settings.count == 2 }.map { ($0, item) }
        })
    func `a fetch and a sync leave what is here`(_ way: Way, _ item: Case) throws {
        let hub = try parted(way, item.settings)
        let before = try hub.sandbox.commit("translations", in: "app")
        let fetched = try hub.run("fetch --prune", in: "app")
        #expect(fetched.errors.contains("warning: remote.origin.fetch is") == item.warns)
        #expect(fetched.errors.contains("origin: 1 event: fr 1."), "\(fetched)")
        #expect(try hub.sandbox.commit("translations", in: "app") == before)
        let synced = try hub.run("sync", in: "app")
        #expect(synced.errors.contains("Merged both sides."), "\(synced)")
        #expect(synced.errors.contains("Sent: 1 event, 1 of them a proposal: fr 1."), "\(synced)")
        #expect(try hub.sandbox.commit("mine", in: "app") != "")
        #expect(try hub.sandbox.commit("ours", in: "app") != "")
        try hub.run("set fr greeting 'Bon matin'", in: "app")
        try hub.run("push", in: "app")
        try hub.run("sync", in: "otto")
        try hub.expectSame("app", "otto")
        #expect(try hub.run("sync", in: "app").errors.contains("Sent: nothing new."))
        #expect(try hub.sandbox.git("branch", "--list", in: "hub.git").contains("main"))
        #expect(!(try hub.sandbox.git("for-each-ref", in: "hub.git").contains("mine")))
    }

    /// After a push, Git sets the remote-tracking branch to the pushed commit, even if it has moved
    /// meanwhile.
    @Test func `what is written during a push to a mirror stays`() throws {
        let hub = try parted(
            .path,
            [["--add", "remote.origin.fetch", "+refs/*:refs/*"]])
        try hub.run("sync", in: "app")
        try hub.run("set fr greeting 'Bon matin'", in: "app")
        let pushed = try hub.sandbox.commit("translations", in: "app")
        try hub.run("set fr greeting 'Bonne journée'", in: "app")
        let later = try hub.sandbox.commit("translations", in: "app")
        try hub.sandbox.git("update-ref", "refs/heads/translations", pushed, in: "app")
        try hub.sandbox.write(
            """
            #!/bin/sh
            unset GIT_DIR GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
            git --git-dir='\(hub.sandbox.directory)/app/.git' update-ref refs/heads/translations \(later)

            """, to: "hub.git/hooks/post-receive")
        #expect(chmod(hub.sandbox.directory + "/hub.git/hooks/post-receive", 0o755) == 0)
        try hub.run("push", in: "app")
        #expect(try hub.tip == pushed)
        #expect(try hub.sandbox.commit("translations", in: "app") == later)
    }

    @Test func `branches that are left out stay out`() throws {
        let hub = try parted(
            .path,
            [
                ["--add", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"],
                ["--add", "remote.origin.fetch", "^refs/heads/main"],
                ["--add", "remote.origin.fetch", "^refs/heads/trans*"],
            ])
        try hub.run("sync", in: "app")
        #expect(
            try hub.sandbox.git(
                "for-each-ref", "--format=%(refname)", "refs/remotes", in: "app")
                == "refs/remotes/origin/translations\n")
        #expect(try hub.run("remote", in: "app").output.contains("hub.git"))
        #expect(hub.sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test(arguments: Way.allCases)
    func `a branch that is not there yet is no error`(_ way: Way) throws {
        let hub = try parted(way, [])
        try hub.sandbox.git("update-ref", "-d", "refs/heads/translations", in: "hub.git")
        let fetched = try hub.run("fetch --prune", in: "app")
        #expect(fetched.errors.contains("origin/translations: gone"), "\(fetched)")
        #expect(try hub.run("sync", in: "app").errors.contains("Sent: 3 events"))
        #expect(try hub.sandbox.commit("translations", in: "app") == hub.tip)
        // The branch never existed in this one.
        try hub.sandbox.git("init", "-q", "--bare", "-b", "main", "empty.git")
        let empty = hub.url.replacing("hub.git", with: "empty.git")
        try hub.run("remote add new \(empty)", in: "app")
        try hub.sandbox.git("config", "--unset", "remote.new.fetch", in: "app")
        #expect(try hub.run("sync new", in: "app").errors.contains("Sent: 3 events"))
    }

    @Test(arguments: Way.allCases)
    func `a clone of a tag becomes one of the branch by a sync`(_ way: Way) throws {
        let hub = try Hub(way)
        try hub.sandbox.git("tag", "v1", "translations", in: "hub.git")
        try hub.run("set fr greeting Bonjour", in: "app")
        try hub.run("push", in: "app")
        let url = way == .server ? hub.url : "file://\(hub.url)"
        let arguments =
            [
                "git", "clone", "-q", "-c", "advice.detachedHead=false", "--depth", "1",
                "--branch", "v1", url, "ci",
            ]
        #expect(try hub.sandbox.execute("/usr/bin/env", arguments).status == 0)
        #expect(try hub.refused("push", in: "ci").contains("hint: `dragoman sync` creates it"))
        let synced = try hub.run("sync", in: "ci")
        #expect(synced.errors.contains("Sent: nothing new."), "\(synced)")
        try hub.run("propose fr greeting Salut --guid g", in: "ci")
        let second = try hub.run("sync", in: "ci")
        #expect(second.errors.contains("Sent: 1 event, 1 of them a proposal"), "\(second)")
        try hub.run("sync", in: "app")
        try hub.expectSame("app", "ci")
    }
}
