import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing
import Translation

@testable import Server

@Suite struct NStackResourceTests {
    @Test func languages() async throws {
        let server = try ProjectServer()
        try server.cli("locale", "add", "--planned", "ar")
        try await server.run { client async throws in
            let nstack = NStackCalls(client)
            let answer = try await nstack.get(
                "/mobile/languages", headers: [.acceptLanguage: "fr-CA,fr;q=0.9"])
            let mock = try NStackMock.json("localize-languages-index")
            #expect(NStackMock.missing(in: answer.json, comparedWith: mock) == [])
            #expect(answer.rows.map { $0["locale"] } == ["en", "de", "fr", "fr-CA"])
            #expect(answer.rows.map { $0["is_default"] } == [true, false, false, false])
            #expect(answer.rows.map { $0["is_best_fit"] } == [false, false, false, true])
            #expect(answer.rows.map { $0["name"] }.prefix(3) == ["English", "German", "French"])
            #expect(answer.rows.allSatisfy { $0["direction"] == "LRM" })
            #expect(Set(answer.rows.compactMap { $0["id"]?.integerValue }).count == 4)
            #expect(answer.headers[.vary]?.contains("X-Accept-Language") == true)
            let tag = try #require(answer.headers[.eTag])
            let same = try await nstack.get(
                "/mobile/languages", headers: [.acceptLanguage: "fr-CA", .ifNoneMatch: tag])
            #expect(same.status == .notModified)
            let german = try await nstack.get(
                "/mobile/languages", headers: [.acceptLanguage: "de", .ifNoneMatch: tag])
            #expect(german.status == .ok)
            let all = try await nstack.get("/web/languages?show_inactive_languages=true")
            let arabic = try #require(all.rows.first { $0["locale"] == "ar" })
            #expect(arabic["direction"] == "RLM")
            #expect(try await nstack.get("/tv/languages").status == .notFound)
        }
    }

    @Test func aProjectWithoutStringsHasEmptyResources() async throws {
        let server = try ProjectServer()
        for key in ["cart.title", "cart.items", "auth:login.title"] {
            try server.cli("string", "remove", key)
        }
        try await server.run { client async throws in
            let nstack = NStackCalls(client)
            for row in try await nstack.get("/resources/platforms/mobile").rows {
                let id = try #require(row["id"]?.integerValue)
                for flat in ["", "?flat=true"] {
                    let answer = try await nstack.get("/resources/\(id)\(flat)")
                    #expect(answer.status == .ok && answer.data?.members.isEmpty == true)
                }
            }
        }
    }

    @Test func bestFit() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let path = "/backend/languages/best_fit"
            let answer = try await nstack.get(path, headers: [.acceptLanguage: "fr-CH, de;q=0.8"])
            let mock = try NStackMock.json("localize-languages-best-fit")
            #expect(NStackMock.missing(in: answer.json, comparedWith: mock) == [])
            #expect(answer.data?["locale"] == "de")
            #expect(answer.data?["is_best_fit"] == true)
            let plain = try await nstack.get(path)
            #expect(NStackMock.missing(in: plain.json, comparedWith: mock) == [])
            #expect(plain.data?["locale"] == "en")
            let override = try await nstack.get(
                path, headers: [.acceptLanguage: "de", .xAcceptLanguage: "fr"])
            #expect(override.data?["locale"] == "fr")
            #expect(override.json?.objectValue?["meta"]?.objectValue?["Accept-Language"] == "fr")
        }
        try await ProjectServer().run(
            "    public = true\n[nstack \"shop\"]\n    picker = list-language-match\n"
        ) { client async throws in
            let answer = try await NStackCalls(client).get(
                "/backend/languages/best_fit", headers: [.acceptLanguage: "fr-CH, de;q=0.8"])
            #expect(answer.data?["locale"] == "fr")
        }
    }

    @Test func index() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let path = "/resources/platforms/mobile"
            let index = try await nstack.get(path)
            let mock = try NStackMock.json("resources-index")
            #expect(NStackMock.missing(in: index.json, comparedWith: mock) == [])
            #expect(index.rows.count == 4)
            #expect(index.rows.allSatisfy { $0["should_update"] == true })
            let german = try #require(index.rows.dropFirst().first)
            let time = try #require(german["last_updated_at"]?.stringValue)
            #expect(time.hasSuffix("+00:00"))
            // The time is encoded, or arrives with a space if `+` was not.
            for text in [time.replacing("+", with: "%2B"), time] {
                let later = try await nstack.get("\(path)?last_updated=\(text)&dev=true")
                #expect(later.rows.dropFirst().first?["should_update"] == false)
            }
            let earlier = try await nstack.get("\(path)?last_updated=2019-07-05T08:12:35Z")
            #expect(earlier.rows.first?["should_update"] == true)
            let broken = try await nstack.get("\(path)?last_updated=yesterday")
            #expect(broken.rows.first?["should_update"] == true)
            #expect(try await nstack.get("/resources/platforms/tv").status == .notFound)
        }
    }

    @Test func twoChangesWithinASecondAreBothSeen() async throws {
        let server = try ProjectServer()
        let token = try server.token(.translate)
        try await server.run { client async throws in
            let nstack = NStackCalls(client)
            let api = APIClient(client: client).with(token: token)
            // The clock of the sandbox stands still.
            var since: String?
            for value in ["Korb", "Tasche", "Beutel"] {
                let set = try await api.send(
                    .put, "/text/de?key=cart.title", #"{"value":"\#(value)"}"#)
                #expect(set.status == .ok, "\(set.text)")
                let query = since.map { "?last_updated=\($0.replacing("+", with: "%2B"))" } ?? ""
                let index = try await nstack.get("/resources/platforms/mobile" + query)
                let german = try #require(index.rows.dropFirst().first)
                #expect(german["should_update"] == true, "\(value)")
                since = german["last_updated_at"]?.stringValue
            }
            server.sandbox.advanceClock(milliseconds: 1_000)
            let last = try await nstack.get("/resources/platforms/mobile").rows.dropFirst().first
            let time = try #require(last?["last_updated_at"]?.stringValue)
            let index = try await nstack.get("/resources/platforms/mobile?last_updated=\(time)")
            #expect(index.rows.dropFirst().first?["should_update"] == false)
        }
    }

    @Test func texts() async throws {
        try await ProjectServer().run { client async throws in
            let nstack = NStackCalls(client)
            let german = try await Self.row(of: "de", nstack)
            let id = try #require(german["id"]?.integerValue)
            let answer = try await nstack.get("/resources/\(id)?guid=x&platform=mobile")
            #expect(answer.status == .ok)
            #expect(answer.headers[.cacheControl] == "public, no-cache")
            let mock = try NStackMock.json("resources-show").objectValue
            let meta = try #require(mock?["meta"])
            #expect(
                NStackMock.missing(
                    in: answer.json?.objectValue?["meta"], comparedWith: meta) == [])
            #expect(answer.data?["default"]?.objectValue?["cart.title"] == "Warenkorb")
            #expect(answer.data?["auth"]?.objectValue?["login.title"] == "__login.title")
            #expect(answer.data?["default"]?.objectValue?["cart.items"] == "__cart.items")
            let platform = answer.json?.objectValue?["meta"]?.objectValue?["platform"]
            #expect(platform?.objectValue?["slug"] == "mobile")
            let tag = try #require(answer.headers[.eTag])
            #expect(tag.hasPrefix("\""))
            let known = try await nstack.get("/resources/\(id)", headers: [.ifNoneMatch: tag])
            #expect(known.status == .notModified)
            #expect(known.headers[.cacheControl] == "public, no-cache")
            // NStack has no tree of plural forms.
            let english = try #require(try await Self.row(of: "en", nstack)["id"]?.integerValue)
            let source = try await nstack.get("/resources/\(english)").data?["default"]
            #expect(source?.objectValue?["cart.title"] == "Your cart")
            #expect(source?.objectValue?["cart.items"] == nil)
            let flat = try await nstack.get("/resources/\(id)?flat=true")
            #expect(flat.data?["cart.title"] == "Warenkorb")
            #expect(flat.data?["login.title"] == "__login.title")
            #expect(try await nstack.get("/resources/1").status == .notFound)
            #expect(try await nstack.get("/resources/x").status == .notFound)
        }
    }

    @Test func whatAnAddressNamesStays() async throws {
        let server = try ProjectServer()
        try await server.run { client async throws in
            let nstack = NStackCalls(client)
            let old = try await Self.row(of: "de", nstack)
            let url = try #require(old["url"]?.stringValue)
            #expect(url.hasPrefix("http://localhost:8080/projects/shop/api/v2/content/localize/"))
            let path = String(url.dropFirst("http://localhost:8080".count))
            let first = try await client.execute(uri: path, method: .get)
            #expect(first.headers[.cacheControl] == "public, max-age=31536000, immutable")
            // A proposal changes no text, and therefore no address.
            _ = try await nstack.propose("Korb")
            #expect(try await Self.row(of: "de", nstack)["url"]?.stringValue == url)
            try server.cli("set", "de", "cart.title", "Einkaufswagen")
            var new = old
            for _ in 0..<100 where new["url"] == old["url"] {
                try await Task.sleep(for: .milliseconds(20))
                new = try await Self.row(of: "de", nstack)
            }
            #expect(new["url"] != old["url"])
            #expect(new["last_updated_at"] != old["last_updated_at"])
            let again = try await client.execute(uri: path, method: .get)
            #expect(again.text == first.text)
            #expect(again.headers[.eTag] == first.headers[.eTag])
            let id = try #require(new["id"]?.integerValue)
            let newest = try await nstack.get("/resources/\(id)")
            #expect(newest.data?["default"]?.objectValue?["cart.title"] == "Einkaufswagen")
            let zeros = String(repeating: "0", count: 40)
            for rev in [zeros, "HEAD", "main", "abc"] {
                #expect(try await nstack.get("/resources/\(id)?rev=\(rev)").status == .notFound)
            }
        }
    }

    @Test func regionsHaveWhatTheyInherit() async throws {
        let server = try ProjectServer()
        try await server.run { client async throws in
            let nstack = NStackCalls(client)
            let row = try await Self.row(of: "fr-CA", nstack)
            let id = try #require(row["id"]?.integerValue)
            let before = try await nstack.get("/resources/\(id)")
            #expect(before.data?["default"]?.objectValue?["cart.title"] == "Panier")
            try server.cli("set", "fr", "cart.title", "Sac")
            var text: JSONValue?
            for _ in 0..<100 where text != "Sac" {
                try await Task.sleep(for: .milliseconds(20))
                text = try await nstack.get("/resources/\(id)").data?["default"]?
                    .objectValue?["cart.title"]
            }
            #expect(text == "Sac")
        }
    }

    @Test(arguments: [
        "platform=ios&guid=A6F1C9B4-0000&version=1.0&old_version=&last_updated=&dev=false&test=false",
        #"{"platform":"ios","guid":"A6F1C9B4-0000","version":"1.0","dev":true}"#,
    ]) func anAppOpens(body: String) async throws {
        try await ProjectServer().run { client async throws in
            var nstack = NStackCalls(client)
            nstack.base = "/api/v2"
            let opened = try await nstack.post(
                body, to: "/open", headers: [.acceptLanguage: "de"])
            #expect(opened.status == .ok, "\(opened.text)")
            #expect(opened.data?["count"] == 1)
            #expect(opened.data?["platform"] == "ios")
            #expect(opened.data?["update"] == nil)
            let rows = opened.data?["localize"]?.arrayValue ?? []
            #expect(rows.count == 4)
            #expect(
                opened.json?.objectValue?["meta"]?.objectValue?["accept_Language"] == "de")
            let index = try await NStackCalls(client).get(
                "/resources/platforms/mobile", headers: [.acceptLanguage: "de"])
            #expect(index.json?.objectValue?["data"] == .array(rows))
            let time = try #require(opened.data?["last_updated"]?.stringValue)
            let later = try await nstack.post("last_updated=\(time)", to: "/open")
            #expect(later.status == .ok)
        }
    }

    private static func row(of locale: String, _ nstack: NStackCalls) async throws -> JSONObject {
        let index = try await nstack.get("/resources/platforms/mobile")
        return try #require(
            index.rows.first { $0["language"]?.objectValue?["locale"]?.stringValue == locale })
    }
}
