import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server

@Suite struct I18nextFileTests {
    @Test(arguments: ["", "/projects/shop"])
    func aFileIsThatOfAnExport(prefix: String) async throws {
        let server = try ProjectServer()
        let exported = try server.cli(
            "export", "--format", "i18next-json", "-l", "de", "-s", "default")
        try await server.run { client async throws in
            for section in ["default", "translation"] {
                let answer = try await client.execute(
                    uri: "\(prefix)/locales/de/\(section).json", method: .get)
                #expect(answer.status == .ok)
                #expect(answer.text == exported)
                #expect(answer.headers[.contentType] == "application/json")
                #expect(
                    answer.headers[.cacheControl]
                        == "public, max-age=60, stale-while-revalidate=600")
                #expect(answer.headers[.eTag]?.hasPrefix("\"") == true)
                #expect(answer.headers[.dragomanPosition]?.count == 40)
                #expect(answer.headers[.accessControlAllowOrigin] == "*")
            }
        }
    }

    @Test func theSourceHasItsOwnTextsAndPlurals() async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await client.execute(uri: "/locales/en/default.json", method: .get)
            #expect(
                answer.text
                    == """
                    {
                      "cart": {
                        "items_one": "{{count}} item",
                        "items_other": "{{count}} items",
                        "title": "Your cart"
                      }
                    }

                    """)
            let flat = try await client.execute(
                uri: "/locales/en/default.json?flat=1", method: .get)
            #expect(flat.json?.objectValue?["cart.items_one"]?.stringValue == "{{count}} item")
            let old = try await client.execute(
                uri: "/locales/en/default.json?flat=1&v3=1&unknown=1", method: .get)
            #expect(
                old.text
                    == """
                    {
                      "cart.items": "{{count}} item",
                      "cart.items_plural": "{{count}} items",
                      "cart.title": "Your cart"
                    }

                    """)
        }
    }

    @Test func tagsAreCanonicalAndSectionsMayHaveSlashes() async throws {
        let server = try ProjectServer()
        try server.cli("string", "add", "-s", "admin/users", "title", "Users")
        try server.cli("set", "-s", "admin/users", "fr-CA", "title", "Usagers")
        try await server.run { client async throws in
            for path in [
                "fr-CA/admin/users", "fr_CA/admin/users", "FR-ca/admin/users",
                "fr-CA/admin%2Fusers",
            ] {
                let answer = try await client.execute(uri: "/locales/\(path).json", method: .get)
                #expect(answer.json?.objectValue?["title"]?.stringValue == "Usagers", "\(path)")
            }
        }
    }

    @Test func regionalFilesAreFilledAsTheSettingSays() async throws {
        let server = try ProjectServer()
        try await server.run { client async throws in
            let filled = try await client.execute(uri: "/locales/fr-CA/default.json", method: .get)
            #expect(filled.text.contains("Panier"))
        }
        try server.cli("config", "inherit", "false")
        try await server.run { client async throws in
            let own = try await client.execute(uri: "/locales/fr-CA/default.json", method: .get)
            #expect(own.text == "{}\n")
        }
    }

    @Test func reviewedFilesHaveReviewedTextsOnly() async throws {
        let server = try ProjectServer()
        try server.cli("config", "reviewers", #"{"*":["tom@example.org"]}"#, "--force")
        try server.cli("set", "de", "cart.title", "Einkaufswagen")
        let exported = try server.cli(
            "export", "--format", "i18next-json", "-l", "de", "-s", "default", "--reviewed-only")
        try await server.run { client async throws in
            let all = try await client.execute(uri: "/locales/de/default.json", method: .get)
            let reviewed = try await client.execute(
                uri: "/locales/de/default.json?reviewed=1", method: .get)
            #expect(reviewed.text == exported)
            #expect(!reviewed.text.contains("Einkaufswagen"))
            #expect(reviewed.text != all.text)
            #expect(all.text.contains("Einkaufswagen"))
        }
    }

    @Test(arguments: [
        "dev/default", "sv/default", "de/nothing", "not_a_language_at_all/default", "de/auth.json",
    ])
    func whatIsNotThereIs404(path: String) async throws {
        let server = try ProjectServer()
        try server.cli("locale", "add", "nb", "--planned")
        try await server.run { client async throws in
            // The second response comes from the cache.
            for path in [path, path, "nb/default"] {
                let answer = try await client.execute(uri: "/locales/\(path).json", method: .get)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test(arguments: [
        "/locales/../default.json", "/locales/%2e%2e/default.json", "/locales/de/%2e%2e.json",
        "/locales/de/..%2Fdefault.json", "/locales/de/a%5Cb.json", "/locales/de/a%00.json",
        "/locales/de/a/%2e./b.json", "/locales/de/%ff.json", "/locales/de%00/default.json",
        "/locales/de//default.json", "/locales/de/.json", "/locales/de/default",
        "/locales/%2Fde/default.json", "/locales/de%2F..%2F/default.json",
    ])
    func hostilePathsAreRefused(path: String) async throws {
        try await ProjectServer().run { client async throws in
            let answer = try await client.execute(uri: path, method: .get)
            #expect(answer.status == .badRequest || answer.status == .notFound, "\(path)")
            #expect(answer.code != nil)
        }
    }

    @Test func whatIsUnchangedIs304() async throws {
        try await ProjectServer().run { client async throws in
            let uri = "/locales/de/default.json"
            let first = try await client.execute(uri: uri, method: .get)
            let tag = try #require(first.headers[.eTag])
            for tag in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
                let answer = try await client.execute(
                    uri: uri, method: .get, headers: [.ifNoneMatch: tag])
                #expect(answer.status == .notModified)
                #expect(answer.headers[.eTag] == first.headers[.eTag])
                #expect(answer.headers[.cacheControl] == first.headers[.cacheControl])
                #expect(answer.text.isEmpty)
            }
            let head = try await client.execute(uri: uri, method: .head)
            #expect(head.status == .ok && head.text.isEmpty)
            #expect(head.headers[.eTag] == tag)
            #expect(head.headers[.contentLength] == String(first.text.utf8.count))
        }
    }

    @Test func privateProjectsWantATokenAndAnswerPrivately() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read, app: true)
        try await server.run("    testers = app\n") { client async throws in
            let uri = "/locales/de/default.json"
            let refused = try await client.execute(uri: uri, method: .get)
            #expect(refused.status == .unauthorized)
            #expect(refused.headers[.accessControlAllowOrigin] == nil)
            for headers in [
                HTTPFields.bearer(token), [.restAPIKey: token],
            ] as [HTTPFields] {
                let answer = try await client.execute(uri: uri, method: .get, headers: headers)
                #expect(answer.status == .ok)
                #expect(
                    answer.headers[.cacheControl]
                        == "private, max-age=60, stale-while-revalidate=600")
                #expect(answer.headers[.accessControlAllowOrigin] == nil)
            }
            let several = try await client.execute(
                uri: "/locales/resources.json?lng=de&ns=default", method: .get)
            #expect(several.status == .unauthorized)
        }
    }

    @Test func unknownProjectsAndOtherMethodsAreRefused() async throws {
        try await ProjectServer().run { client async throws in
            let project = try await client.execute(
                uri: "/projects/none/locales/de/default.json", method: .get)
            // The response does not reveal whether a private project exists.
            #expect(project.status == .unauthorized)
            let method = try await client.execute(
                uri: "/locales/de/default.json", method: .put)
            #expect(method.status == .methodNotAllowed)
            #expect(method.headers[.allow] == "GET, HEAD, OPTIONS")
        }
    }
}
