import JSON
import TestKit
import TestWorld
import Testing

/// The verbs of channels, and the texts of the releases that channels point to.
@Suite struct ChannelVerbsTests {
    /// A project with the releases `v1` and `v2`, which have different French texts.
    static func project() throws -> Sandbox {
        let sandbox = try MakeBundleTests.project()
        try sandbox.git("tag", "v1", "translations", in: "app")
        Sessions.prepare(sandbox, ["set fr greeting Salut", "string add new New"])
        try sandbox.git("tag", "v2", "translations", in: "app")
        Sessions.prepare(sandbox, ["set fr greeting Coucou"])
        return sandbox
    }

    @Test func session() throws {
        assertGolden(
            Sessions.transcript(
                try Self.project(),
                [
                    "channel list", "channel set production v1 --app-versions '>=3.2  <5'",
                    "channel set production v1 --app-versions '>=3.2 <5'",
                    "channel set production v2 --profile i18next-json --format json",
                    "channel set production v1 --sequence 7",
                    "channel set beta translations", "channel list",
                    "channel list --format json", "channel history production",
                    "channel history production --format json", "log --limit 2", "config",
                    "config channel.production", "channel remove beta", "channel remove beta",
                    "channel list", "channel history beta", "channel set beta v2",
                    "revert --since 1d --author mara -y",
                ]), "channels.txt")
    }

    @Test func badInput() throws {
        let sandbox = try Self.project()
        Sessions.prepare(sandbox, ["channel set production v1"])
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "channel set latest v1", "channel set Beta v1", "channel set beta v9",
                    "channel set beta v1 --app-versions '>=5 <3'",
                    "channel set beta v1 --app-versions 5",
                    "channel set production v2 --sequence 1",
                    "channel set production v2 --sequence 0",
                    "channel set production v2 --sequence 9007199254740992",
                    "channel set beta v1 --profile www", "channel set beta v1 --sign none",
                    "channel set beta v1 --signature none",
                    "channel set beta v1 --sign a --signature b", "channel set beta",
                    "channel history productoin", "channel remove gamma", "channel",
                    "channel set beta v9 --format json",
                ]), "channels-refused.txt")
    }

    /// The text that an app showed at some time.
    @Test func textsOfReleases() throws {
        let sandbox = try Self.project()
        Sessions.prepare(
            sandbox,
            [
                "channel set production v1", "channel set production v2",
                "channel set production v1", "channel remove production",
                "channel set beta v1",
            ])
        let history = sandbox.run(["channel", "history", "production"], in: "app").output
        let json = sandbox.run(
            ["channel", "history", "production", "--format", "json"], in: "app")
        let times =
            try JSONValue.parse(Array(json.output.utf8)).arrayValue?
            .compactMap { $0.objectValue?["since"]?.stringValue } ?? []
        try #require(times.count == 4, "\(history)")
        assertGolden(
            Sessions.transcript(
                sandbox,
                [
                    "get fr greeting --channel production --at \(times[3])",
                    "get fr greeting --channel production --at \(times[2]) --format json",
                    "get fr greeting --channel production --at \(times[1])",
                    "get fr greeting --channel production --at \(times[0])",
                    "get fr greeting --channel production --at 2026-11-21T09:00:00Z",
                    "get fr greeting --channel production", "get fr greeting --channel beta",
                    "get fr new --channel beta", "get nl greeting --channel beta",
                    "get ar greeting --channel beta",
                    "get ar greeting --channel beta --format json",
                    "get greeting --channel beta --negotiate i18next --for fr",
                    "get fr greeting --channel gamma",
                    "get fr greeting --channel beta --rev v1",
                ]), "channels-texts.txt")
    }

    @Test func completion() throws {
        let sandbox = try Self.project()
        Sessions.prepare(sandbox, ["channel set production v1", "channel set beta v2"])
        func words(_ line: String) -> String {
            let words = Transcript.words(line) + (line.last == " " ? [""] : [])
            return sandbox.run(["complete", "zsh", "--"] + words, in: "app").output
        }
        #expect(words("channel set p").contains("production"))
        #expect(words("channel set production v").contains("v2"))
        #expect(words("channel history ").contains("beta"))
        #expect(words("get fr greeting --channel b").contains("beta"))
        #expect(words("channel h").contains("history"))
    }
}
