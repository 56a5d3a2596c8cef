import TestKit
import TestWorld
import Testing

/// Projects and work trees that every command refuses to write to, and invalid lines that block
/// nothing.
@Suite struct RefusedWriteTests {
    @Test func nobodyKnownToGit() throws {
        let sandbox = try Sessions.project()
        let before = try sandbox.git("rev-parse", "translations", in: "app")
        let result = sandbox.run(
            ["set", "fr", "greeting", "Salut"], in: "app",
            environment: ["GIT_AUTHOR_NAME": "", "GIT_AUTHOR_EMAIL": ""])
        #expect(result.status == 2)
        #expect(
            result.errors == """
                refused: Git does not know who you are.
                hint: Run `git config --global user.name "Your Name"` and `git config --global user.email you@example.org`.

                """)
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == before)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").status == 0)
    }

    @Test func aNewerFormatIsRefused() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.write(
            "{\"format\":2,\"project\":\"x\",\"source\":\"en\",\"defaultSection\":\"default\"}\n",
            to: "tree/dragoman.json")
        try sandbox.git("commit", "-q", "--no-verify", "-am", "newer", in: "tree")
        assertGolden(
            Sessions.transcript(sandbox, ["status", "set fr greeting x --format json"]),
            "newer-format.txt")
    }

    @Test func newerEventsAreReadAndNotWrittenBeside() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.write(
            "{\"v\":2,\"id\":\"01KB0000000000000000000000\",\"type\":\"x\",\"at\":\"\",\"locale\":\"fr\"}\n",
            to: "tree/events/fr/0/0/0/01KB0000000000000000000000.jsonl")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "-m", "newer", in: "tree")
        assertGolden(
            Sessions.transcript(
                sandbox,
                ["get fr greeting", "set fr greeting x", "export --format verid-xml -l fr", "fsck"]),
            "newer-events.txt")
    }

    /// A project with an event whose version has an unusual spelling.
    private func project(withVersion version: String) throws -> Sandbox {
        let sandbox = try Sessions.project()
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        try sandbox.write(
            "{\"v\":\(version),\"id\":\"01KB0000000000000000000000\",\"type\":\"x\",\"at\":\"\",\"locale\":\"fr\"}\n",
            to: "tree/events/fr/0/0/0/01KB0000000000000000000000.jsonl")
        try sandbox.git("add", ".", in: "tree")
        try sandbox.git("commit", "-q", "-m", "odd", in: "tree")
        return sandbox
    }

    @Test(arguments: ["2.0", "1.5", "1e1", "9223372036854775808", "99999999999999999999", "1e999"])
    func aHigherVersionStopsWritesHoweverItIsSpelled(version: String) throws {
        let sandbox = try project(withVersion: version)
        let tip = try sandbox.git("rev-parse", "translations", in: "app")
        for words in [
            "set fr greeting x", "export --format verid-xml -l fr", "string remove greeting",
        ] {
            let refused = sandbox.run(words.split(separator: " ").map(String.init), in: "app")
            #expect(refused.status == 2, "\(words): \(refused)")
            #expect(
                refused.errors.contains("this program supports version 1"), "\(words): \(refused)")
        }
        #expect(try sandbox.git("rev-parse", "translations", in: "app") == tip)
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Bonjour\n")
        let fsck = sandbox.run(["fsck"], in: "app")
        #expect(fsck.output.contains("The event has version "), "\(fsck)")
        #expect(fsck.status == 0)
    }

    @Test(arguments: ["0", "-1", "1.0", "1e0", "\"2\"", "null", "-1e999"])
    func anotherVersionIsADamagedLineThatStopsNobody(version: String) throws {
        let sandbox = try project(withVersion: version)
        let written = sandbox.run(["set", "fr", "greeting", "Salut"], in: "app")
        #expect(written.status == 0, "\(written)")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
        let fsck = sandbox.run(["fsck"], in: "app")
        #expect(fsck.output.contains("01KB0000000000000000000000.jsonl:1: "), "\(fsck)")
        #expect(fsck.status == 1, "\(fsck)")
    }

    @Test func aDirtyCheckoutRefusesWrites() throws {
        let sandbox = try Sessions.project()
        try sandbox.git("worktree", "add", "-q", "../tree", "translations", in: "app")
        #expect(sandbox.run(["set", "fr", "greeting", "Salut"], in: "app").status == 0)
        #expect(try sandbox.git("status", "--porcelain", in: "tree") == "")
        try sandbox.write("changed\n", to: "tree/README.md")
        let refused = sandbox.run(["set", "fr", "greeting", "Coucou"], in: "app")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("$SANDBOX/tree"))
        #expect(sandbox.run(["get", "fr", "greeting"], in: "app").output == "Salut\n")
    }
}
