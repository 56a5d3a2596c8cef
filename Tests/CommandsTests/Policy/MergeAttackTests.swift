import TestWorld
import Testing
import Translation

/// Only the maintainers may change files beside the log, even in a merge.
@Suite struct MergeAttackTests {
    /// The clone's branch has Mara's second version of a CI job; the commit before has the first.
    private static func server() throws -> JudgedServer {
        let server = try JudgedServer()
        try server.add(Array("one\n".utf8), at: "ci.yml")
        try server.add(Array("two\n".utf8), at: "ci.yml")
        try server.git("reset", "-q", "--hard")
        try publish(server)
        return server
    }

    private static func publish(_ server: JudgedServer, _ name: String = "translations") throws {
        try server.git("push", "-q", "-f", "../server", "HEAD:refs/heads/\(name)")
    }

    /// Creates a branch with one commit.
    private static func branch(
        _ name: String, from start: String, on server: JudgedServer
    ) throws {
        try server.git("checkout", "-q", "-B", name, start)
        try server.git("commit", "-q", "--allow-empty", "-m", name)
    }

    /// Merges commits with the tree of one of them, regardless of Git's merge.
    private static func merge(
        _ parents: [String], tree: String, on server: JudgedServer
    ) throws {
        let names = parents.flatMap { ["-p", $0] }
        let words = ["commit-tree", "-m", "merge"] + names + [tree + "^{tree}"]
        let result = try server.sandbox.execute("/usr/bin/env", ["git"] + words, in: "work")
        try #require(result.status == 0, "\(result)")
        try server.git("checkout", "-q", "-f", "--detach", String(result.output.prefix(40)))
    }

    private static let attacks: [AttackTests.Attack] = [
        .init("our side, from before the change", "maintainer") { server in
            try branch("side", from: "HEAD~1", on: server)
            try merge(["side", "translations"], tree: "side", on: server)
        },
        .init("the parents the other way round", "maintainer") { server in
            try branch("side", from: "HEAD~1", on: server)
            try merge(["translations", "side"], tree: "side", on: server)
        },
        .init("an old commit of the branch itself", "maintainer") { server in
            try merge(["translations", "translations~1"], tree: "translations~1", on: server)
        },
        .init("three parents", "maintainer") { server in
            try branch("side", from: "HEAD~1", on: server)
            try branch("other", from: "translations", on: server)
            try merge(["other", "side", "translations"], tree: "side", on: server)
        },
        .init("no common ancestor", "maintainer") { server in
            try server.git("checkout", "-q", "--orphan", "side")
            try server.git("rm", "-q", "--cached", "ci.yml")
            try server.git("commit", "-q", "-m", "without")
            try merge(["side", "translations"], tree: "side", on: server)
        },
        .init("a branch that was merged crosswise", "maintainer") { server in
            // One of the common ancestors has the old version, which the branch has since replaced.
            try branch("side", from: "translations~2", on: server)
            try server.git("rm", "-q", "--cached", "--ignore-unmatch", "ci.yml")
            try merge(["translations", "side"], tree: "translations", on: server)
            try server.git("branch", "one")
            try merge(["translations~1", "side"], tree: "translations~1", on: server)
            try server.git("branch", "two")
            try merge(["one", "two"], tree: "two", on: server)
        },
        .init("a file that no parent has", "maintainer") { server in
            try branch("side", from: "translations", on: server)
            try server.add(Array("three\n".utf8), at: "ci.yml")
            let tree = try server.commit("HEAD^{tree}")
            try merge(["translations", "side~1"], tree: tree, on: server)
        },
        .init("another mode", "maintainer") { server in
            try branch("side", from: "translations~1", on: server)
            try server.git("update-index", "--chmod=+x", "ci.yml")
            let tree = try server.sandbox.git("write-tree", in: "work").prefix(40)
            try merge(["side", "translations"], tree: String(tree), on: server)
        },
        .init("a change that the next commit takes back", "maintainer") { server in
            try server.add(Array("three\n".utf8), at: "ci.yml")
            try server.add(Array("two\n".utf8), at: "ci.yml")
        },
    ]

    @Test(arguments: attacks)
    func isRefused(attack: AttackTests.Attack) throws {
        let server = try Self.server()
        let base = try server.commit("HEAD")
        try attack.prepare(server)
        let verdict = try server.push()
        #expect(verdict.errors == attack.rules, "\(verdict.text)")
        // Without a hook, it is found later, but without the user who did it.
        let found = server.sandbox.run(
            ["verify", "--history", "\(base)..HEAD", "--format", "json"], in: "work")
        #expect(found.output.contains(#""rule": "maintainer""#), "\(found)")
    }

    /// Merging a branch that was judged is not enough: each of its commits is judged.
    @Test func aChangeIsNotBroughtByABranch() throws {
        let server = try Self.server()
        try Self.branch("topic", from: "translations", on: server)
        try server.add(Array("three\n".utf8), at: "ci.yml")
        try server.add(Array("two\n".utf8), at: "ci.yml")
        #expect(try server.push(to: "refs/heads/topic").errors == ["maintainer"])
    }

    /// A branch has its own version, which was since replaced on the project's branch.
    @Test func whatAnotherBranchHadIsNotBroughtBack() throws {
        let server = try Self.server()
        try Self.branch("topic", from: "translations~1", on: server)
        #expect(try server.push(to: "refs/heads/topic").errors == [])
        try Self.publish(server, "topic")
        try Self.merge(["topic", "translations"], tree: "topic", on: server)
        for name in ["translations", "topic"] {
            #expect(try server.push(to: "refs/heads/\(name)").errors == ["maintainer"])
        }
    }

    // MARK: In good faith

    @Test(arguments: [true, false])
    func anOldCloneIsMerged(isOursFirst: Bool) throws {
        let server = try Self.server()
        try server.git("reset", "-q", "--hard", "HEAD~1")
        try server.work("set fr farewell Salut")
        try server.git("branch", "mine")
        try server.git("reset", "-q", "--hard", "origin/translations")
        try server.git("fetch", "-q", "../server", "translations")
        try server.git("reset", "-q", "--hard", isOursFirst ? "mine" : "FETCH_HEAD")
        try server.git("merge", "-q", "--no-edit", isOursFirst ? "FETCH_HEAD" : "mine")
        #expect(try server.sandbox.read("work/ci.yml") == "two\n")
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    /// Mara changes the job on a branch, and Ines merges the branch into the project's.
    @Test(arguments: ["--ff-only", "--no-ff"])
    func aJudgedBranchIsMerged(how: String) throws {
        var server = try Self.server()
        try Self.branch("topic", from: "translations", on: server)
        try server.add(Array("three\n".utf8), at: "ci.yml")
        try server.git("reset", "-q", "--hard")
        server.pusher = "mara@example.org"
        #expect(try server.push(to: "refs/heads/topic").errors == [])
        try Self.publish(server, "topic")
        try server.git("checkout", "-q", "translations")
        try server.git("merge", "-q", "--no-edit", how, "topic")
        server.pusher = "ines@example.org"
        let verdict = try server.push()
        #expect(verdict.status == 0, "\(verdict.text)")
    }
}
