import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

/// The log, the origins of texts, differences, conflicts and releases.
@Suite struct HistoryAPITests {
    /// Creates a project with the tag v1, an accepted proposal, and some changes since.
    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.sandbox.git("tag", "v1", "translations", in: "shop")
        let id = try server.cli("propose", "de", "cart.title", "Korb", "--guid", "guid-one-1")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try server.cli("accept", id)
        try server.cli("set", "fr", "auth:login.title", "Connexion")
        try server.cli("string", "edit", "cart.title", "Your shopping cart")
        try server.cli("string", "remove", "cart.items")
        return server
    }

    /// Returns what the command line prints as JSON.
    private func printed(_ words: [String], by server: ProjectServer) throws -> JSONValue {
        let output = server.sandbox.run(words + ["--format", "json"], in: "shop").output
        return try JSONValue.parse(Array(output.utf8))
    }

    @Test func answersAreThoseOfTheCommandLine() async throws {
        let server = try server()
        let event = try #require(
            try printed(["log", "--type", "proposal.accepted"], by: server).arrayValue?.first?[
                "id"]?
                .stringValue)
        let tip = try server.sandbox.git("rev-parse", "translations", in: "shop")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let pairs: [(path: String, words: [String])] = [
            ("/conflicts", ["conflicts"]), ("/log", ["log"]), ("/log?limit=2", ["log", "-n", "2"]),
            ("/log?locale=de&type=proposal.*", ["log", "-l", "de", "--type", "proposal.*"]),
            ("/log?section=auth&author=ines", ["log", "-s", "auth", "--author", "ines"]),
            ("/log?key=cart.*&commits", ["log", "--key", "cart.*", "--commits"]),
            ("/log?range=v1..&locale=fr", ["log", "v1..", "-l", "fr"]),
            ("/log?rev=v1", ["log", "--rev", "v1"]), ("/log/\(event)", ["show", event]),
            ("/log/\(tip)", ["show", tip]), ("/blame/de", ["blame", "de"]),
            ("/blame/en?section=auth", ["blame", "en", "-s", "auth"]),
            ("/blame/de?key=cart.title&history", ["blame", "de", "cart.title"]),
            ("/blame/de?rev=v1", ["blame", "de", "--rev", "v1"]), ("/check", ["check"]),
            (
                "/check?locale=fr&require=fr&errors",
                ["check", "fr", "--require", "fr", "--errors"]
            ),
            ("/check?check=stale&silenced", ["check", "--check", "stale", "--silenced"]),
            ("/diff?from=v1", ["diff", "v1"]), ("/diff", ["diff", "v1"]),
            ("/diff?from=v1&stat", ["diff", "v1", "--stat"]),
            (
                "/diff?from=v1&locale=fr&noProposals",
                ["diff", "v1", "-l", "fr", "--no-proposals"]
            ),
            ("/settings", ["config"]),
        ]
        let values = try pairs.map { try printed($0.words, by: server) }
        let mara = try server.token(.read)
        try await server.run { client in
            let api = APIClient(client: client).with(token: mara)
            for (pair, value) in zip(pairs, values) {
                let answer = try await api.get(pair.path)
                #expect(answer.status == .ok, "\(pair.path): \(answer.text)")
                #expect(answer.json == value, "\(pair.path): \(answer.text)")
                let mayBeEmpty = ["/conflicts", "/check?check=stale&silenced"].contains(pair.path)
                #expect(value != .array([]) || mayBeEmpty, "\(pair.path)")
            }
        }
    }

    /// Each page goes on where the one before ended, even if the project changes meanwhile.
    @Test(arguments: ["/log?limit=3", "/blame/de?limit=1", "/check?limit=2", "/releases?limit=1"])
    func pagesSkipNothing(path: String) async throws {
        let server = try server()
        try server.cli("set", "de", "auth:login.title", "Anmelden")
        try server.sandbox.git("tag", "v2", "translations", in: "shop")
        try await server.run { client in
            let api = APIClient(client: client)
            let all = try #require(
                try await api.get(String(path.prefix { $0 != "?" })).json?.arrayValue)
            #expect(all.count > 1)
            var seen: [JSONValue] = []
            var next: String? = path
            while let page = next {
                let answer = try await api.get(page)
                seen += try #require(answer.json?.arrayValue, "\(answer.text)")
                next = answer.next
                if seen.count < 4, path.hasPrefix("/check") {
                    try server.cli("string", "add", "new.\(seen.count)", "New")
                }
            }
            #expect(seen == all)
        }
    }

    @Test func differencesHaveThreeForms() async throws {
        let server = try server()
        let markdown = try server.cli("diff", "v1", "--format", "markdown")
        let page = try server.cli("diff", "v1", "--format", "html")
        let commits = try ["v1", "translations"].map { name in
            try server.sandbox.git("rev-parse", name, in: "shop")
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        try await server.run { client in
            let api = APIClient(client: client)
            let text = try await api.with("Accept", "text/markdown").get("/diff?from=v1")
            #expect(text.headers[.contentType] == "text/markdown; charset=utf-8")
            #expect(text.text == markdown)
            let html = try await api.with("Accept", "text/html").get("/diff?from=v1")
            #expect(html.text == page)
            let policy = try #require(html.headers[.contentSecurityPolicy])
            #expect(policy.contains("style-src 'sha256-") && page.contains(policy))
            let image = try await api.with("Accept", "image/png").get("/diff?from=v1")
            #expect(image.status == .notAcceptable)
            let fixed = try await api.get("/diff?from=\(commits[0])&to=\(commits[1])")
            #expect(fixed.headers[.cacheControl]?.hasSuffix("immutable") == true)
            let tag = try #require(text.headers[.eTag])
            let again = try await api.with("Accept", "text/markdown").with("If-None-Match", tag)
                .get("/diff?from=v1")
            #expect(again.status == .notModified && again.position == commits[1])
        }
    }

    @Test func releasesAreTags() async throws {
        let server = try server()
        try server.sandbox.git("tag", "-a", "-m", "Two", "v2", "translations", in: "shop")
        let tip = try server.sandbox.git("rev-parse", "translations", in: "shop")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let mara = try server.token(.read)
        try await server.run { client in
            let api = APIClient(client: client)
            let rows = try #require(
                try await api.with(token: mara).get("/releases").json?.arrayValue)
            #expect(rows.map { $0["name"] } == ["v2", "v1"])
            #expect(rows[0]["commit"]?.stringValue == tip)
            #expect(rows[0]["tagger"]?["email"] == "ines@example.org")
            #expect(rows[1]["tagger"] == nil)
            #expect(try await !api.get("/releases").text.contains("@example.org"))
        }
    }

    /// The addresses of people are for people, in events and in settings.
    @Test func addressesAreForPeople() async throws {
        let server = try server()
        try server.cli("config", "maintainers", #"["ines@example.org"]"#)
        let mara = try server.token(.read)
        let id = try server.cli("log", "-n", "1", "--type", "translation.set", "--format", "json")
            .split(separator: "\"id\":\"")[1].prefix(26)
        let proposal = try server.cli("propose", "de", "auth:login.title", "Anmelden")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try server.cli("accept", proposal)
        let accepted = try server.sandbox.git("rev-parse", "translations", in: "shop")
        #expect(
            try server.sandbox.git("log", "-1", "--format=%B", "translations", in: "shop")
                .contains("Proposed-by: "))
        try await server.run { client in
            let api = APIClient(client: client)
            for path in [
                "/log?type=translation.*", "/log/\(id)", "/log/\(accepted)", "/blame/fr",
                "/diff?from=v1", "/settings",
            ] {
                let answer = try await api.get(path)
                #expect(answer.status == .ok, "\(path): \(answer.text)")
                #expect(!answer.text.contains("@example.org"), "\(path)")
                guard !path.hasPrefix("/diff") else { continue }
                #expect(
                    try await api.with(token: mara).get(path).text.contains("ines@example.org"),
                    "\(path)")
            }
            // Somebody could guess an address character by character.
            #expect(try await api.get("/log?author=ines@").json == .array([]))
        }
    }

    @Test func aTypedTextIsChecked() async throws {
        let server = try server()
        try server.cli("string", "add", "hello", "Hello {{name}}")
        try await server.run { client in
            let api = APIClient(client: client)
            let before = try await api.get("/status").position
            let found = try await api.post(
                "/check", #"{"locale":"fr","key":"hello","value":"Bonjour"}"#)
            #expect(found.status == .ok, "\(found.text)")
            #expect(found.json?.arrayValue?.first?["check"] == "placeholders")
            #expect(found.json?.arrayValue?.first?["locale"] == "fr")
            let right = try await api.post(
                "/check", #"{"locale":"fr","key":"hello","value":"Bonjour {{name}}"}"#)
            #expect(right.json == .array([]))
            #expect(try await api.get("/status").position == before)
            for (body, code) in [
                (#"{"locale":"sv","key":"hello","value":"x"}"#, "unknown-language"),
                (#"{"locale":"fr","key":"helo","value":"x"}"#, "unknown-key"),
                (#"{"locale":"fr","key":"hello"}"#, "usage"),
                (#"{"locale":"fr","key":"hello","value":1}"#, "invalid-value"),
                (#"{"locale":"fr","key":"hello","value":"x","x":1}"#, "usage"), ("[]", "usage"),
            ] {
                #expect(try await api.post("/check", body).code == code, "\(body)")
            }
        }
    }

    @Test(arguments: [
        ("/log?locale=sv", 404, "unknown-language"), ("/log?key=cart.titel", 404, "unknown-key"),
        ("/log?type=translation.sett", 400, "invalid-value"),
        ("/log?since=someday", 400, "invalid-time"), ("/log?mine", 400, "no-guid"),
        ("/log?range=v1", 400, "invalid-value"), ("/log?range=v9..", 404, "unknown-revision"),
        ("/log?range=v1..&rev=v1", 400, "contradiction"), ("/log?cursor=!", 400, "invalid-value"),
        ("/log?cursor=WzFd", 400, "invalid-value"), ("/log/zz", 404, "unknown-id"),
        ("/log/01ARZ3NDEKTSV4RRFFQ69G5FAV", 404, "unknown-id"),
        ("/blame/sv", 404, "unknown-language"), ("/blame/de?history", 400, "usage"),
        ("/blame/de?key=cart.titel", 404, "unknown-key"),
        ("/blame/de?key=cart.titel&history", 404, "unknown-key"),
        ("/check?check=nothing", 404, "unknown-check"),
        ("/check?locale=sv", 404, "unknown-language"),
        ("/check?require=sv", 404, "unknown-language"),
        ("/check?cursor=WzAsMSwyXQ", 400, "invalid-value"),
        ("/check?all=maybe", 400, "invalid-value"), ("/check?rev=v9", 404, "unknown-revision"),
        ("/diff?from=v9", 404, "unknown-revision"),
        ("/diff?from=v1&to=v9", 404, "unknown-revision"),
        ("/diff?from=v1&locale=sv", 404, "unknown-language"),
        ("/diff?from=v1&key=cart.titel", 404, "unknown-key"),
        ("/diff?from=v1&section=nothing", 404, "unknown-key"),
        ("/conflicts?locale=sv", 404, "unknown-language"),
        ("/settings?rev=v9", 404, "unknown-revision"), ("/releases?limit=0", 400, "invalid-value"),
    ]) func badParametersAreNamed(path: String, status: Int, code: String) async throws {
        let server = try server()
        try await server.run { client in
            let answer = try await APIClient(client: client).get(path)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code, "\(answer.text)")
            if path.contains("v9") {
                #expect(answer.member("nearest")?.arrayValue?.first == "v1", "\(answer.text)")
            }
            if path.contains("titel") {
                #expect(answer.member("nearest")?.arrayValue?.first == "cart.title")
            }
        }
    }
}
