import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The pages and their forms, used by a browser without scripts.
@Suite struct PageTests {
    private static let german = "/projects/shop/languages/de"
    private static let title = german + "/string?section=default&key=cart.title"

    @Test func pagesAnswer() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try server.cli("propose", "de", "cart.title", "Einkaufswagen")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            for path in [
                "/projects/shop", "/projects/shop/review", Self.german,
                Self.german + "?show=missing",
                Self.german + "?q=cart&section=default", Self.title, Self.german + "/review",
                Self.german + "/translate", Self.german + "/import", Self.german + "/download",
                "/projects/shop/languages/new", "/projects/shop/strings/new", "/account", "/login",
                "/projects/shop/languages/new?name=Italian", "/projects/shop/strings/new?plural=1",
                Self.german + "/settings", Self.german + "/remove", "/projects/shop/download",
                "/projects/shop/strings/edit?section=default&key=cart.items",
                "/projects/shop/strings/rename?section=default&key=cart.title",
                "/projects/shop/strings/remove?section=default&key=cart.title",
                "/projects/shop/languages/en",
            ] {
                let page = try await browser.get(path)
                #expect(page.status == .ok, "\(path): \(page.text.prefix(300))")
                #expect(page.text.components("<h1").count == 2, "\(path) has one h1")
                #expect(!page.text.contains("{{#") && !page.text.contains("Optional("), "\(path)")
                #expect(
                    page.headers[.contentSecurityPolicy]?.contains("script-src 'self'") == true)
            }
            let style = try #require(
                try await browser.get("/projects/shop").text.firstMatch(
                    of: /href="([^"]*style.css)"/))
            let asset = try await browser.get(String(style.1))
            #expect(asset.status == .ok)
            #expect(asset.headers[.cacheControl]?.contains("immutable") == true)
        }
    }

    /// Lists, walks and the pages of strings mark the placeholders that gettext's flags declare.
    @Test func flagsDecideWhatIsMarked() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try server.sandbox.write(
            """
            #, kde-format
            msgid "Page %2 {x}"
            msgstr ""

            """, to: "shop/m.pot")
        try server.cli("import", "-s", "po", "m.pot")
        try server.cli("propose", "de", "po:Page %2 {x}", "Seite %2 {x}")
        try server.cli("propose", "de", "cart.title", "Wagen")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let key = "section=po&key=Page%20%252%20%7Bx%7D"
            for path in [
                Self.german, "/projects/shop/languages/en", Self.german + "/string?" + key,
                Self.german + "/translate", Self.german + "/review",
            ] {
                let page = try await browser.get(path)
                #expect(page.status == .ok, "\(path)")
                #expect(page.text.contains(#"<bdi class="hold" dir="ltr">%2</bdi> {x}"#), "\(path)")
                #expect(!page.text.contains(">{x}</bdi>"), "\(path)")
            }
        }
    }

    @Test func aProposalIsMadeAcceptedAndTakenBack() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.title)
            page = try await browser.post(
                Self.german + "/propose",
                [
                    "form-token": page.field("form-token"),
                    "idempotency": page.field("idempotency"),
                    "back": Self.title, "section": "default", "key": "cart.title",
                    "value": "Einkaufs\r\nwagen",
                ])
            #expect(page.status == .seeOther, "\(page.text)")
            let location = try #require(page.headers[.location])
            #expect(location.hasPrefix(Self.title + "&position="))
            page = try await browser.get(location)
            #expect(page.text.contains("Proposed."))
            let proposal = page.field("proposal")
            let fields: KeyValuePairs<String, String> = [
                "form-token": page.field("form-token"), "idempotency": page.field("idempotency"),
                "back": Self.title, "proposal": proposal,
            ]
            page = try await browser.post(Self.german + "/accept", fields)
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(try server.cli("get", "de", "cart.title") == "Einkaufs\nwagen\n")
            // Sending the form again changes nothing.
            page = try await browser.post(Self.german + "/accept", fields)
            #expect(page.status == .seeOther)
            page = try await browser.get(Self.title)
            #expect(page.text.contains("Accepted."))
            #expect(page.text.contains("Undo") == false || page.field("event").isEmpty == false)
        }
        #expect(try server.cli("log").components("accepted").count >= 2)
    }

    @Test func formsOfOthersAreRefused() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let page = try await browser.get(Self.title)
            let good: KeyValuePairs<String, String> = [
                "form-token": page.field("form-token"), "section": "default", "key": "cart.title",
                "value": "x", "back": "/",
            ]
            let forged: KeyValuePairs<String, String> = [
                "form-token": "0", "section": "default", "key": "cart.title", "value": "x",
            ]
            let wrong = try await browser.post(Self.german + "/set", forged)
            #expect(wrong.status == .forbidden)
            let foreign = try await browser.post(
                Self.german + "/set", good, origin: "https://evil.example")
            #expect(foreign.status == .forbidden)
            let without = try await browser.post(Self.german + "/set", good, origin: nil)
            #expect(without.status == .forbidden)
            #expect(try server.cli("get", "de", "cart.title") == "Warenkorb\n")
            // An external address is not used for going back.
            let elsewhere = try await browser.post(
                Self.german + "/set",
                [
                    "form-token": page.field("form-token"), "section": "default",
                    "key": "cart.title",
                    "value": "Korb", "back": "//evil.example/",
                ])
            #expect(elsewhere.headers[.location]?.hasPrefix("/projects/shop?") == true)
        }
    }

    @Test func whoeverIsNotSignedInIsSentThere() async throws {
        let server = try ProjectServer()
        try await server.run("    testers = open\n", options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.german + "?show=stale")
            #expect(page.status == .seeOther)
            #expect(
                page.headers[.location]
                    == "/login?back=%2Fprojects%2Fshop%2Flanguages%2Fde%3Fshow%3Dstale")
            let wrong = try await browser.post("/login", ["token": "dgp_nope", "back": "/"])
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong.text.contains("This token is unknown."))
        }
    }

    @Test func theTextThatChangedIsShownBesideWhatWasSeen() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Einkaufswagen")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let page = try await browser.get(Self.title)
            try server.cli("set", "de", "cart.title", "Korb")
            let fields: KeyValuePairs<String, String> = [
                "form-token": page.field("form-token"), "idempotency": page.field("idempotency"),
                "back": Self.title, "proposal": page.field("proposal"),
                "tag": try #require(
                    page.text.firstMatch(of: /name="tag" value="(u-[0-9a-f]+)"/).map {
                        String($0.1)
                    }), "seen": page.field("seen"),
            ]
            var answer = try await browser.post(Self.german + "/accept", fields)
            // The read model follows commits of others within a tenth of a second; a write checks
            // anyway.
            #expect(answer.status == .preconditionFailed, "\(answer.text.prefix(2000))")
            #expect(answer.text.contains("The text changed while you were looking."))
            #expect(answer.text.contains("Accept mine"))
            answer = try await browser.post(Self.german + "/accept", fields, json: true)
            #expect(answer.status == .preconditionFailed)
            #expect(answer.text.contains("\"code\":\"changed\""))
        }
    }

    @Test func hostileTextsStayTexts() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        let script = "</textarea><script>alert(1)</script>{{#hidden}}\u{202E}\u{9B}"
        try server.cli("string", "add", "evil", script, "--comment", "<img src=x onerror=1>")
        try server.cli("propose", "de", "evil", script, "--note", "<b>\"'")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            for path in [
                Self.german, Self.german + "/string?section=default&key=evil",
                Self.german + "/review", Self.german + "/translate",
                Self.german + "?q=" + PercentEncoding.text("<script>"),
                Self.german + "/string?section=%3Cscript%3E&key=%22%3E%3Cscript%3E",
            ] {
                let page = try await browser.get(path)
                #expect(!page.text.contains("<script>alert"), "\(path)")
                #expect(!page.text.contains("<img src=x"), "\(path)")
                #expect(!page.text.contains("\"><script>"), "\(path)")
            }
        }
    }

    @Test func aNameOfSomebodyElseIsMarked() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Einkaufswagen")
        try server.cli("config", "names", #"{"mara@example.org":["Ines"]}"#)
        let paths = [Self.title, Self.german + "/review"]
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.title)
            #expect(page.text.contains("Ines (unconfirmed)"))
            #expect(!page.text.contains("ines@example.org"))
            try await browser.signIn(token)
            for path in paths {
                let page = try await browser.get(path)
                #expect(page.text.contains("Ines &lt;ines@example.org&gt;"), "\(path)")
            }
        }
    }

    @Test func aRefusedFormKeepsTheFilterOfItsWalk() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let walk = Self.german + "/translate?section=auth"
            let page = try await browser.get(walk)
            #expect(page.text.contains("login.title") && !page.text.contains("cart.items"))
            let refused = try await browser.post(
                Self.german + "/set",
                [
                    "form-token": page.field("form-token"),
                    "idempotency": page.field("idempotency"), "back": walk, "section": "auth",
                    "key": "login.title", "value": "Hallo {{name}}",
                ])
            #expect(refused.status == .unprocessableContent, "\(refused.text)")
            #expect(refused.text.contains("Hallo {{name}}") || refused.text.contains("name"))
            #expect(refused.text.contains("show=missing") && refused.text.contains("section=auth"))
            #expect(!refused.text.contains("cart.items"), "\(refused.text)")
        }
    }

    /// A written string has left the list, but the walk can still go back to it.
    @Test func aWalkGoesBackToTheStringBefore() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            func step(_ name: String, on page: PageBrowser.Page) -> String? {
                page.text.matches(of: /href="([^"]+)" data-step="([a-z]+)"/)
                    .first { $0.2 == name }
                    .map { String($0.1).replacing("&amp;", with: "&") }
            }
            let first = try await browser.get(Self.german + "/translate")
            #expect(step("back", on: first) == nil)
            let second = try await browser.get(try #require(step("next", on: first)))
            #expect(second.field("key") != first.field("key"))
            let returned = try await browser.get(try #require(step("back", on: second)))
            #expect(returned.field("key") == first.field("key"))
            let written = first.field("back").replacing("&amp;", with: "&")
            let third = try await browser.get(written)
            #expect(third.field("key") == second.field("key"))
            #expect(step("back", on: third) == step("back", on: second))

            // The card of a refused form still has the link.
            let refused = try await browser.post(
                "\(Self.german)/set",
                [
                    "form-token": second.field("form-token"), "section": second.field("section"),
                    "key": second.field("key"), "tag": second.field("tag"),
                    "back": second.field("back").replacing("&amp;", with: "&"),
                    "previous": second.field("previous"), "value": "",
                ])
            #expect(refused.status != .seeOther && refused.field("key") == second.field("key"))
            #expect(step("back", on: refused) == step("back", on: second))
        }
    }

    /// A token for German only reverts nothing in French, whatever the address says.
    @Test func eventsOfOtherLanguagesAreNoneOfTheForm() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review, locales: ["de"])
        let event = try server.cli("set", "fr", "cart.title", "Chariot", "--format", "json")
        let id = try #require(event.firstMatch(of: /[0-9A-HJKMNP-TV-Z]{26}/)).0
        try await server.run(options: PageBrowser.withPages) { [id = String(id)] client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let page = try await browser.get(Self.title)
            for act in ["revert", "keep"] {
                let answer = try await browser.post(
                    "\(Self.german)/\(act)",
                    ["form-token": page.field("form-token"), "event": id, "back": Self.title])
                #expect(answer.status == .badRequest, "\(act): \(answer.text.prefix(300))")
            }
        }
        #expect(try server.cli("get", "fr", "cart.title") == "Chariot\n")
    }

    /// For an unknown address, browsers get a page and programs a problem document.
    @Test func anUnknownAddressHasAPage() async throws {
        let server = try ProjectServer()
        try await server.run(options: PageBrowser.withPages) { client in
            let page = try await client.execute(
                uri: "/nope", method: .get, headers: [.accept: "text/html,*/*;q=0.8"])
            #expect(page.status == .notFound)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            #expect(String(buffer: page.body).contains("There is no page at this address."))
            let document = try await client.execute(uri: "/nope", method: .get)
            #expect(document.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func aDownloadIsAFile() async throws {
        let server = try ProjectServer()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let one = try await browser.get(
                Self.german + "/download?format=i18next-json&section=default")
            #expect(one.status == .ok)
            #expect(one.text.contains("Warenkorb"))
            #expect(one.headers[.contentDisposition]?.hasPrefix("attachment; ") == true)
            let own = try await browser.get(Self.german + "/download")
            #expect(own.text.contains("own formats: i18next-json"), "\(own.text)")
            let all = try await browser.get(
                "/projects/shop/download?format=project&archive=tar.gz")
            #expect(all.headers[.contentType] == "application/gzip")
            #expect(
                all.headers[.contentDisposition]?.contains("filename=\"shop.tar.gz\"") == true)
            let zip = try await browser.get(
                Self.german + "/download?format=project&languages=all")
            #expect(zip.headers[.contentType] == "application/zip")
            #expect(zip.text.contains("fr/default.json"), "\(zip.text)")
            let none = try await browser.get(Self.german + "/download?format=nope")
            #expect(none.status == .badRequest)
        }
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
