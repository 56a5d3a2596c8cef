import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// NStack clients of a project whose texts are published through a channel.
@Suite struct NStackChannelTests {
    private static let configuration =
        "    public = true\n[nstack \"shop\"]\n    channel = production\n"
    private static let index = "/resources/platforms/mobile"

    private static func german(
        _ nstack: NStackCalls, _ query: String = ""
    ) async throws -> JSONObject {
        let rows = try await nstack.get(index + query).rows
        return try #require(
            rows.first { $0["language"]?.objectValue?["locale"] == "de" }, "\(rows)")
    }

    private static func text(_ answer: TestResponse) -> String? {
        answer.data?["default"]?.objectValue?["cart.title"]?.stringValue
    }

    @Test func textsAreThoseOfTheRelease() async throws {
        let scene = try BundleScene()
        try scene.server.cli("locale", "add", "it")
        try scene.server.cli("set", "it", "cart.title", "Carrello")
        try await scene.server.run(Self.configuration) { client async throws in
            let nstack = NStackCalls(client)
            let row = try await Self.german(nstack)
            let url = try #require(row["url"]?.stringValue)
            #expect(url.hasSuffix("?rev=\(scene.release)"))
            let fixed = try await client.execute(
                uri: String(url.dropFirst("http://localhost:8080".count)), method: .get)
            #expect(Self.text(fixed) == "Warenkorb")
            #expect(fixed.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let id = try #require(row["id"]?.integerValue)
            let current = try await nstack.get("/resources/\(id)")
            #expect(Self.text(current) == "Warenkorb")
            #expect(current.headers[.cacheControl] == "public, no-cache")
            #expect(current.headers[.dragomanRelease] == scene.release)
            // Builds of the app that are not released.
            #expect(Self.text(try await nstack.get("/resources/\(id)?dev=true")) == "Einkaufswagen")
            let newest = try await Self.german(nstack, "?dev=true")
            #expect(newest["url"]?.stringValue?.hasSuffix(scene.release) == false)
            // A language that is newer than the release.
            let all = try await nstack.get(Self.index).rows
            #expect(!all.contains { $0["language"]?.objectValue?["locale"] == "it" })
            #expect(try await nstack.get(Self.index + "?dev=true").rows.count == all.count + 1)
            let opened = try await NStackCalls(client, base: "/api/v2").post(
                "platform=ios&version=1.0", to: "/open")
            let listed = opened.data?["localize"]?.arrayValue?.compactMap(\.objectValue) ?? []
            #expect(listed.count == all.count)
            #expect(
                listed.allSatisfy { $0["url"]?.stringValue?.hasSuffix(scene.release) == true })
            let dev = try await NStackCalls(client, base: "/api/v2").post(
                "platform=ios&dev=true", to: "/open")
            #expect(dev.data?["localize"]?.arrayValue?.count == all.count + 1)
        }
    }

    /// A rollback has older texts, but apps must load them.
    @Test func everyReleaseIsNews() async throws {
        let scene = try BundleScene()
        let tip = try scene.tip
        try await scene.server.run(Self.configuration) { client async throws in
            let nstack = NStackCalls(client)
            var row = try await Self.german(nstack)
            for (sequence, commit, text) in [
                (2, tip, "Einkaufswagen"), (3, scene.release, "Warenkorb"),
            ] {
                let time = try #require(row["last_updated_at"]?.stringValue)
                let query = "?last_updated=" + time.replacing("+", with: "%2B")
                scene.server.sandbox.advanceClock(milliseconds: 60_000)
                #expect(try await Self.german(nstack, query)["should_update"] == false)
                try scene.point("production", at: commit, sequence: sequence)
                for _ in 0..<200 where row["last_updated_at"]?.stringValue == time {
                    try await Task.sleep(for: .milliseconds(20))
                    row = try await Self.german(nstack, query)
                }
                #expect(row["should_update"] == true)
                #expect(row["url"]?.stringValue?.hasSuffix(commit) == true)
                let id = try #require(row["id"]?.integerValue)
                #expect(Self.text(try await nstack.get("/resources/\(id)")) == text)
            }
        }
    }

    @Test func aMissingChannelIsReportedInNStackForm() async throws {
        let scene = try BundleScene()
        try await scene.server.run(
            Self.configuration.replacing("production", with: "beta")
        ) { client async throws in
            let nstack = NStackCalls(client)
            let answer = try await nstack.get(Self.index)
            #expect(answer.status == .notFound)
            #expect(answer.json?.objectValue?["class"]?.stringValue == "UnknownChannel")
            #expect(try await nstack.get(Self.index + "?dev=true").status == .ok)
            // An address with a commit needs no channel.
            let id = try #require(
                try await Self.german(nstack, "?dev=true")["id"]?.integerValue)
            let fixed = try await nstack.get("/resources/\(id)?rev=\(scene.release)")
            #expect(Self.text(fixed) == "Warenkorb")
        }
    }
}
