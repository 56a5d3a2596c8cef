import JSON
import TestWorld
import Testing
import Texts
import Translation

/// The right to point channels, and values that no program of ours would write.
@Suite struct ChannelRightsTests {
    private static func pointing(_ commit: String, sequence: Int64 = 1) -> Payload {
        .settingChanged(
            name: "channel.production",
            value: ReleaseChannel(commit: commit, sequence: sequence).json)
    }

    @Test func onlyMaintainersPointChannels() throws {
        var server = try JudgedServer()
        let refused = server.sandbox.run(["channel", "set", "production", "HEAD"], in: "work")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("maintainer"), "\(refused)")
        let commit = try server.commit("HEAD")
        try server.add(
            try server.event(1, Self.pointing(commit), locale: "en", key: nil))
        #expect(try server.push().errors == ["maintainer"])
        // The maintainer's name does not help: the server knows who pushes.
        try server.git("reset", "-q", "--hard", commit)
        try server.add(
            try server.event(
                2, Self.pointing(commit), by: "mara@example.org", locale: "en", key: nil))
        #expect(try server.push().errors == ["actor"])
        try server.git("reset", "-q", "--hard", commit)
        server.pusher = "mara@example.org"
        try server.work("channel set production HEAD", as: JudgedServer.mara)
        let verdict = try server.push()
        #expect(verdict.status == 0 && verdict.others.isEmpty, "\(verdict.text)")
    }

    @Test(arguments: [
        "\"v1.4\"", "{}", "{\"commit\":\"HEAD\",\"sequence\":1}",
        "{\"commit\":\"0000000000000000000000000000000000000000\",\"sequence\":9223372036854775807}",
        "{\"commit\":[],\"sequence\":{},\"appVersions\":1,\"profiles\":\"x\",\"signature\":2}",
    ])
    func aMalformedValueBreaksNothing(text: String) throws {
        let server = try JudgedServer()
        let value = try JSONValue.parse(Array(text.utf8))
        try server.add(
            try server.event(
                1, .settingChanged(name: "channel.production", value: value),
                by: "mara@example.org", locale: "en", key: nil))
        // `add` writes only to the index.
        try server.git("reset", "-q", "--hard")
        func run(_ line: String) -> Sandbox.Result {
            server.sandbox.run(
                Transcript.words(line), in: "work", environment: JudgedServer.mara)
        }
        let listed = run("channel list")
        #expect(listed.status == 1)
        #expect(listed.output.contains("production  cannot be read"), "\(listed)")
        #expect(run("channel list --format json").output.contains("\"unreadable\": true"))
        #expect(run("channel history production").output.contains("cannot be read"))
        #expect(run("config").output.contains("channel.production"))
        #expect(run("log --limit 1").output.contains("a value that cannot be read"))
        let text = run("get fr greeting --channel production")
        #expect(text.status == 2)
        #expect(text.errors.contains("The value of the channel “production” cannot be read."))
        for line in ["status", "conflicts", "rebuild", "fsck"] {
            #expect(run(line).status == 0, "\(line)")
        }
        let repaired = run("channel set production HEAD")
        #expect(repaired.status == 0, "\(repaired)")
        #expect(repaired.errors.contains("sequence 1."))
        #expect(run("channel list").status == 0)
    }

    /// A name that no channel can have is not listed, and does no harm.
    @Test func aMalformedNameBreaksNothing() throws {
        let server = try JudgedServer()
        let value = ReleaseChannel(commit: String(repeating: "0", count: 40), sequence: 1).json
        for (number, name) in ["channel.", "channel.at", "channel.A\u{7}"].enumerated() {
            try server.add(
                try server.event(
                    UInt64(number), .settingChanged(name: name, value: value),
                    by: "mara@example.org", locale: "en", key: nil))
        }
        for line in ["channel list", "config", "log --limit 3", "status"] {
            let result = server.sandbox.run(Transcript.words(line), in: "work")
            #expect(result.status == 0, "\(line): \(result)")
            #expect(!result.output.contains("\u{7}"))
        }
    }
}
