import JSON
import TestKit
import TestWorld
import Testing

/// Two maintainers who point one channel at the same time, in two clones of a server.
@Suite struct ChannelConflictTests {
    private static let mara = ["GIT_AUTHOR_NAME": "Mara", "GIT_AUTHOR_EMAIL": "mara@example.org"]

    /// The clones `app` and `other`, after both pointed `production` and exchanged their work.
    private static func clones() throws -> Sandbox {
        let sandbox = try ChannelVerbsTests.project()
        Sessions.prepare(
            sandbox,
            [
                "config maintainers '[\"ines@example.org\",\"mara@example.org\"]'",
                "config names '{\"mara@example.org\":[\"Mara\"]}'",
            ])
        try sandbox.git("clone", "-q", "--bare", "app", "server")
        try sandbox.git("remote", "add", "origin", "../server", in: "app")
        try sandbox.git("clone", "-q", "server", "other")
        sandbox.perform(["channel set production v1"], in: "app")
        let other = sandbox.run(
            ["channel", "set", "production", "v2"], in: "other", environment: mara)
        try #require(other.status == 0, "\(other)")
        for directory in ["app", "other", "app"] {
            let exchanged = sandbox.run(["sync"], in: directory, environment: path)
            try #require(exchanged.status == 0, "\(exchanged)")
        }
        return sandbox
    }

    private static let path = ["PATH": "/usr/bin:/bin"]

    private static func ids(_ sandbox: Sandbox) throws -> (winner: String, loser: String) {
        let listed = sandbox.run(["conflicts", "--format", "json"], in: "app")
        let row = try JSONValue.parse(Array(listed.output.utf8)).arrayValue?.first?.objectValue
        func id(_ side: String) throws -> String {
            try #require(row?[side]?.objectValue?["id"]?.stringValue, "\(listed)")
        }
        return (try id("winner"), try id("loser"))
    }

    @Test func bothSidesAreListedAndOneIsKept() throws {
        let sandbox = try Self.clones()
        let (winner, loser) = try Self.ids(sandbox)
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("conflicts")
        transcript.run("channel list")
        transcript.run("show \(loser)")
        transcript.run(
            "conflicts --keep \(winner)",
            environment: ["GIT_AUTHOR_NAME": "Otto", "GIT_AUTHOR_EMAIL": "otto@example.org"])
        transcript.run("conflicts --keep \(loser)")
        transcript.run("channel list")
        transcript.run("channel history production")
        assertGolden(transcript.text, "channels-conflict.txt")
    }

    /// Both clones see the same release, before and after the conflict is resolved.
    @Test func pointingAgainResolvesIt() throws {
        let sandbox = try Self.clones()
        func list(_ directory: String) -> Sandbox.Result {
            sandbox.run(["channel", "list"], in: directory)
        }
        #expect(list("app").status == 1)
        #expect(list("app").output == list("other").output)
        // Without a conflict, this would change nothing.
        let again = sandbox.run(["channel", "set", "production", "v2"], in: "app")
        #expect(again.errors.contains("sequence 2."), "\(again)")
        for directory in ["app", "other"] {
            #expect(sandbox.run(["sync"], in: directory, environment: Self.path).status == 0)
        }
        #expect(list("other").status == 0)
        #expect(list("app").output == list("other").output)
        #expect(sandbox.run(["conflicts"], in: "other").status == 0)
    }
}
