import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing

@testable import Server

@Suite struct I18nextSeveralTests {
    private static func text(
        _ answer: TestResponse, _ language: String, _ section: String, _ key: String
    ) -> String? {
        answer.json?.objectValue?[language]?.objectValue?[section]?.objectValue?[key]?.stringValue
    }

    @Test(arguments: ["+", "%2B", "%20", ",", "+,+"], ["", "/projects/shop"])
    func severalFilesAtOnce(separator: String, prefix: String) async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await client.execute(
                uri: "\(prefix)/locales/resources.json?flat=1&lng=de\(separator)en\(separator)de_CH"
                    + "&ns=default\(separator)auth\(separator)none", method: .get)
            #expect(answer.status == .ok)
            #expect(Self.text(answer, "de", "default", "cart.title") == "Warenkorb")
            #expect(Self.text(answer, "en", "auth", "login.title") == "Sign in")
            let object = answer.json?.objectValue
            #expect(object?["de"]?.objectValue?["none"]?.objectValue?.members.isEmpty == true)
            #expect(object?["de_CH"]?.objectValue?["auth"]?.objectValue?.members.isEmpty == true)
            #expect(object?.members.map(\.key) == ["de", "en", "de_CH"])
            let again = try await client.execute(
                uri: "\(prefix)/locales/resources.json?flat=1&lng=de\(separator)en\(separator)de_CH"
                    + "&ns=default\(separator)auth\(separator)none", method: .get,
                headers: [.ifNoneMatch: answer.headers[.eTag] ?? ""])
            #expect(again.status == .notModified)
        }
    }

    @Test func partsAreTheFiles() async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await client.execute(
                uri: "/locales/resources.json?lng=de+fr&ns=default", method: .get)
            for language in ["de", "fr"] {
                let file = try await client.execute(
                    uri: "/locales/\(language)/default.json", method: .get)
                #expect(answer.json?.objectValue?[language]?.objectValue?["default"] == file.json)
            }
        }
    }

    @Test func namesCountOnceAndAreBounded() async throws {
        try await ProjectServer().run { client async throws in
            func status(_ query: String) async throws -> Int {
                try await client.execute(uri: "/locales/resources.json?\(query)", method: .get)
                    .status.code
            }
            let most = (0..<32).map { "n\($0)" }.joined(separator: "+")
            #expect(try await status("lng=\(most)&ns=\(most)") == 200)
            #expect(try await status("lng=\(most)+m&ns=a") == 400)
            #expect(try await status("lng=de&ns=\(most)+m") == 400)
            #expect(try await status("lng=\(most)+n1+n2&ns=a") == 200)
            #expect(try await status("lng=de") == 400)
            #expect(try await status("lng=+&ns=a") == 400)
            #expect(try await status("") == 400)
            #expect(try await status("lng=de&lng=en&ns=default") == 200)
            #expect(try await status("lng=..%2F&ns=..%5C%2e") == 200)
            #expect(try await status("lng=de%00&ns=a") == 400)
            #expect(try await status("lng=%ff&ns=a") == 400)
        }
    }

    @Test func namesAreEscaped() async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await client.execute(
                uri: "/locales/resources.json?lng=de&ns=a%22b%0A%3C", method: .get)
            let sections = answer.json?.objectValue?["de"]?.objectValue?.members.map(\.key)
            #expect(sections == ["a\"b\n<"])
        }
    }

    // MARK: Previews

    @Test func aGuidSeesItsOwnProposals() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "de", "cart.title", "Wagen", "--guid", "guid-of-tester")
        try server.cli(
            "propose", "de", "cart.items", "--plural", "one=Ding", "--plural",
            "other=Dinge", "--guid", "guid-of-tester")
        try server.cli("propose", "fr", "cart.title", "Chariot", "--guid", "guid-of-tester")
        try await server.run { client async throws in
            let uri = "/locales/de/default.json?flat=1"
            let usual = try await client.execute(uri: uri, method: .get)
            #expect(usual.text.contains("Warenkorb"))
            let headers: HTTPFields = [.dragomanGuid: "guid-of-tester"]
            let preview = try await client.execute(uri: uri, method: .get, headers: headers)
            let texts = preview.json?.objectValue
            #expect(texts?["cart.title"]?.stringValue == "Wagen")
            #expect(texts?["cart.items_other"]?.stringValue == "Dinge")
            #expect(preview.headers[.cacheControl] == "private, no-store")
            #expect(preview.headers[.eTag] == nil)
            #expect(preview.headers[.accessControlAllowOrigin] == nil)
            // It must not be cached for others.
            let later = try await client.execute(uri: uri, method: .get)
            #expect(later.text == usual.text)
            // A regional file inherits the preview like the text.
            let regional = try await client.execute(
                uri: "/locales/fr-CA/default.json", method: .get, headers: headers)
            #expect(regional.text.contains("Chariot"))
            let other = try await client.execute(
                uri: uri, method: .get, headers: [.dragomanGuid: "guid-of-nobody"])
            #expect(other.text == usual.text)
            #expect(other.headers[.cacheControl] == "private, no-store")
            let unconditional = try await client.execute(
                uri: uri, method: .get,
                headers: [
                    .dragomanGuid: "guid-of-tester", .ifNoneMatch: usual.headers[.eTag] ?? "",
                ])
            #expect(unconditional.status == .ok)
            let several = try await client.execute(
                uri: "/locales/resources.json?flat=1&lng=de+en&ns=default+auth", method: .get,
                headers: headers)
            #expect(Self.text(several, "de", "default", "cart.title") == "Wagen")
            #expect(Self.text(several, "en", "auth", "login.title") == "Sign in")
            #expect(several.headers[.cacheControl] == "private, no-store")
        }
    }

    @Test func pagesElsewhereMayReadWhatIsPublic() async throws {
        let server = try ProjectServer()
        try await server.run(
            "    public = true\n    cors = https://app.example.org\n[i18next \"shop\"]\n    add = open\n"
        ) { client async throws in
            let uri = "/locales/de/default.json"
            func origin(_ origin: String, _ more: HTTPFields = [:]) -> HTTPFields {
                var headers = more
                headers[.origin] = origin
                return headers
            }
            let foreign = origin("https://elsewhere.example")
            let own = origin("https://app.example.org")
            let read = try await client.execute(uri: uri, method: .get, headers: foreign)
            #expect(read.headers[.accessControlAllowOrigin] == "*")
            #expect(read.headers[.accessControlAllowCredentials] == nil)
            let known = try await client.execute(uri: uri, method: .get, headers: own)
            #expect(known.headers[.accessControlAllowOrigin] == "https://app.example.org")
            #expect(known.headers[.accessControlAllowCredentials] == nil)
            #expect(known.headers[.vary]?.contains("Origin") == true)
            // A guid is only accepted from configured origins.
            let guid = try await client.execute(
                uri: uri, method: .get,
                headers: origin("https://elsewhere.example", [.dragomanGuid: "guid-of-tester"]))
            #expect(guid.headers[.accessControlAllowOrigin] == nil)
            func preflight(_ method: String, _ headers: HTTPFields, _ uri: String)
                async throws -> HTTPFields
            {
                var headers = headers
                headers[.accessControlRequestMethod] = method
                return try await client.execute(uri: uri, method: .options, headers: headers)
                    .headers
            }
            let reading = try await preflight("GET", foreign, uri)
            #expect(reading[.accessControlAllowOrigin] == "*")
            #expect(reading[.accessControlAllowHeaders]?.contains("Dragoman-Guid") == false)
            let add = "/locales/add/de/default"
            #expect(try await preflight("POST", foreign, add)[.accessControlAllowOrigin] == nil)
            let writing = try await preflight("POST", own, add)
            #expect(writing[.accessControlAllowOrigin] == "https://app.example.org")
            #expect(writing[.accessControlAllowHeaders]?.contains("Content-Type") == true)
            let refused = try await client.execute(
                uri: add, method: .post, headers: foreign, body: ByteBuffer(string: "{\"a\":\"b\"}")
            )
            #expect(refused.status == .forbidden)
            let taken = try await client.execute(
                uri: add, method: .post, headers: own, body: ByteBuffer(string: "{\"a\":\"b\"}"))
            #expect(taken.status == .accepted)
        }
    }
}
