import Archive
import Foundation
import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing

@testable import Server

/// Exports and imports.
@Suite struct FilesAPITests {
    private static func send(
        _ file: String, _ path: String, _ api: APIClient
    ) async throws -> TestResponse {
        try await api.with("Content-Type", "application/octet-stream")
            .send(.post, "/import" + path, file)
    }

    @Test func oneFileIsExportedAsItIs() async throws {
        let server = try ProjectServer()
        let file = try server.cli("export", "--format", "i18next-json", "-l", "de", "-s", "default")
        let path = "/export?format=i18next-json&locale=de&section=default"
        let tip = try server.sandbox.git("rev-parse", "translations", in: "shop")
            .trimmingCharacters(in: .whitespacesAndNewlines)
        try await server.run { client in
            let api = APIClient(client: client)
            let answer = try await api.get(path)
            #expect(answer.status == .ok && answer.text == file, "\(answer.text)")
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment; ") == true)
            #expect(answer.position == tip)
            let tag = try #require(answer.headers[.eTag])
            let again = try await api.with("If-None-Match", tag).get(path)
            #expect(again.status == .notModified)
            let fixed = try await api.get(path + "&rev=\(tip)")
            #expect(fixed.headers[.cacheControl]?.hasSuffix("immutable") == true)
            #expect(fixed.text == file)
            let filled = try await api.get(path + "&untranslated=key&flat")
            #expect(filled.text.contains("cart.items"), "\(filled.text)")
        }
    }

    @Test func severalFilesAreAnArchive() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client)
            let path = "/export?format=i18next-json"
            let zip = try await api.get(path)
            #expect(zip.headers[.contentType] == "application/zip", "\(zip.text)")
            #expect(Array(zip.body.readableBytesView.prefix(2)) == Array("PK".utf8))
            let tar = try await api.with("Accept", "application/gzip").get(path)
            #expect(tar.headers[.contentType] == "application/gzip")
            #expect(tar.headers[.contentDisposition]?.contains("shop.tar.gz") == true)
            // The bytes depend only on the state.
            let again = try await api.with("Accept", "application/gzip").get(path)
            #expect(again.headers[.eTag] == tar.headers[.eTag])
            let json = try await api.with("Accept", "application/json").get(path)
            #expect(json.status == .notAcceptable)
            let single = try await api.with("Accept", "application/zip")
                .get(path + "&locale=de&section=default")
            #expect(single.headers[.contentType] == "application/zip")
        }
    }

    /// The command line omits such texts and exits with status 1.
    @Test func textsThatTheFormatCannotRepresentAreListed() async throws {
        let server = try ProjectServer()
        try server.cli("set", "de", "cart.items", "--plural", "one=ein", "--plural", "other=viele")
        let path = "/export?format=nstack-json&locale=de"
        try await server.run { client in
            let api = APIClient(client: client)
            let refused = try await api.get(path)
            #expect(refused.status.code == 422 && refused.code == "unrepresentable")
            let lost = refused.member("unrepresentable")?.arrayValue
            #expect(lost?.first?["key"] == "cart.items", "\(refused.text)")
            let omitted = try await api.get(path + "&allowUnrepresentable")
            #expect(omitted.status == .ok, "\(omitted.text)")
            #expect(omitted.text.contains("Warenkorb") && !omitted.text.contains("viele"))
        }
    }

    @Test(arguments: [
        ("?format=nothing", 400, "invalid-value"), ("?locale=sv", 404, "unknown-language"),
        ("?section=nothing", 404, "unknown-key"), ("?rev=v9", 404, "unknown-revision"),
        ("?untranslated=maybe", 400, "invalid-value"), ("?colour=red", 400, "usage"),
        ("?rev=HEAD&at=2026-01-01", 400, "contradiction"), ("?at=x", 400, "invalid-time"),
    ]) func badExportsAreNamed(query: String, status: Int, code: String) async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let answer = try await APIClient(client: client).get("/export" + query)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code, "\(answer.text)")
        }
    }

    @Test func aFileIsImportedLikeOnTheCommandLine() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let file = #"{"cart":{"title":"Korb"},"nothing":"x"}"#
        try server.sandbox.write(file, to: "de.json")
        let words = [
            "import", "../de.json", "-l", "de", "--file-format", "i18next-json", "--dry-run",
            "--format", "json",
        ]
        let printed = try JSONValue.parse(
            Array(server.sandbox.run(words, in: "shop").output.utf8))
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let dry = try await Self.send(file, "?locale=de&format=i18next-json&dryRun", api)
            #expect(dry.status == .ok && dry.member("wouldWrite") != nil, "\(dry.text)")
            for name in ["set", "unchanged", "skipped", "renames", "conflicts"] {
                #expect(dry.member(name) == printed[name], "\(name): \(dry.text)")
            }
            #expect(dry.member("skipped")?.arrayValue?.first?["key"] == "nothing")
            #expect(try await api.get("/text/de?key=cart.title").member("value") == "Warenkorb")
            let keyed = api.with("Idempotency-Key", "import-1")
            let done = try await Self.send(file, "?locale=de&format=i18next-json", keyed)
            #expect(done.status == .ok && done.member("set") == 1, "\(done.text)")
            #expect(done.position == done.member("commit")?.stringValue)
            #expect(try await api.get("/text/de?key=cart.title").member("value") == "Korb")
            let again = try await Self.send(file, "?locale=de&format=i18next-json", keyed)
            #expect(HTTPField.Name("Idempotency-Replayed").flatMap { again.headers[$0] } == "true")
            #expect(again.member("events") == done.member("events"))
            let pruned = try await Self.send("{}", "?locale=de&prune&format=i18next-json", api)
            #expect(pruned.status == .ok, "\(pruned.text)")
        }
    }

    @Test func proposingAFileNeedsLessThanImportingIt() async throws {
        let server = try ProjectServer()
        let proposer = try server.token(.propose, email: "p@example.org")
        let app = try server.token(.propose, app: true)
        let french = try server.token(.admin, locales: ["fr"])
        let file = #"{"cart":{"title":"Korb"}}"#
        try await server.run { client in
            let api = APIClient(client: client)
            let mara = api.with(token: proposer)
            let narrow = try await Self.send(file, "?format=i18next-json&locale=de", mara)
            #expect(narrow.status == .forbidden && narrow.code == "scope")
            let made = try await Self.send(file, "?format=i18next-json&locale=de&asProposals", mara)
            #expect(made.status == .ok && made.member("set") == 1, "\(made.text)")
            #expect(try await mara.get("/proposals").json?.arrayValue?.count == 1)
            #expect(try await mara.get("/text/de?key=cart.title").member("value") == "Warenkorb")
            let removing = try await Self.send(
                file, "?format=i18next-json&locale=de&asProposals&prune", mara)
            #expect(removing.status == .badRequest && removing.code == "contradiction")
            let tester = try await Self.send(
                file, "?format=i18next-json&locale=de&asProposals",
                api.with(token: app).with(guid: "tester-one"))
            #expect(tester.status == .forbidden && tester.code == "scope")
            let nobody = try await Self.send(
                file, "?format=i18next-json&locale=de&asProposals", api)
            #expect(nobody.status == .unauthorized)
            let other = try await Self.send(
                file, "?format=i18next-json&locale=de", api.with(token: french))
            #expect(other.status == .forbidden && other.code == "scope")
        }
    }

    @Test(arguments: [
        ("", "?locale=de", 400, "usage"),
        ("{", "?locale=de&format=i18next-json", 422, "invalid-file"),
        ("{}", "?locale=sv&format=i18next-json", 404, "unknown-language"),
        ("{}", "?locale=de&format=nothing", 400, "invalid-value"),
        (#"{"x":"y"}"#, "?locale=de&format=i18next-json&strict", 404, "unknown-key"),
        (#"{"x":"y"}"#, "?locale=de&format=i18next-json", 422, "invalid-file"),
        (#"{"x":"y"}"#, "?format=i18next-json", 422, "invalid-file"),
        (#"{"x":"y"}"#, "?locale=de&prune=maybe", 400, "invalid-value"),
    ]) func badImportsAreNamed(file: String, query: String, status: Int, code: String)
        async throws
    {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run { client in
            let api = APIClient(client: client).with(token: admin)
            let answer = try await Self.send(file, query, api)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(answer.code == code, "\(answer.text)")
            #expect(!answer.text.contains("--"), "\(answer.text)")
        }
    }

    @Test func operatorsLimitTheSizeOfAFile() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        let value = String(repeating: "x", count: 2_000)
        for (limit, status) in [("4KiB", HTTPResponse.Status.ok), ("1KiB", .contentTooLarge)] {
            let lines = "    public = true\n[limits \"shop\"]\n    importBody = \(limit)\n"
            try await server.run(lines) { client in
                let answer = try await client.execute(
                    uri: APIClient.base + "/import?locale=de&dryRun=true&format=i18next-json",
                    method: .post, headers: .bearer(admin),
                    body: ByteBuffer(string: #"{"cart.title":"\#(value)"}"#))
                #expect(answer.status == status, "\(limit): \(answer.text)")
            }
        }
    }

    @Test func aFileThatIsTooLargeIsRefused() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        try await server.run { client in
            let answer = try await client.execute(
                uri: APIClient.base + "/import?locale=de", method: .post,
                headers: .bearer(admin), body: ByteBuffer(repeating: 0x20, count: 32 << 20 | 1))
            #expect(answer.status == .contentTooLarge && answer.code == "too-large")
        }
    }
}
