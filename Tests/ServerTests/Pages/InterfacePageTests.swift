import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The pages in the languages of their users.
@Suite struct InterfacePageTests {
    private static let german = "/projects/shop/languages/de"

    /// Saves the account page's form with a language.
    private func choose(_ language: String, in browser: inout PageBrowser) async throws {
        let account = try await browser.get("/account")
        let page = try await browser.post(
            "/account",
            [
                "form-token": account.field("form-token"), "language": language, "keys": "1",
                "theme": "dark", "reads": "fr",
            ])
        #expect(page.status == .seeOther)
    }

    @Test func theAccountPageChoosesTheLanguage() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let english = try await browser.get("/account").text
            #expect(english.contains("<html lang=\"en\">"))
            #expect(english.contains(">Deutsch (maschinelle Übersetzung)</option>"))
            #expect(
                english.contains("lang=\"ar\" dir=\"rtl\">العربية (ترجمة آلية)</option>".isolated))
            try await choose("ar", in: &browser)
            let arabic = try await browser.get("/account").text
            #expect(arabic.contains("<html lang=\"ar\" dir=\"rtl\" data-theme=\"dark\">"))
            #expect(arabic.contains("<h1>الحساب</h1>"))
            #expect(arabic.contains("value=\"fr\""))
            try await choose("", in: &browser)
            #expect(try await browser.get("/account").text.contains("<html lang=\"en\" data"))
            try await choose("xx", in: &browser)
            #expect(try await browser.get("/account").text.contains("<html lang=\"en\" data"))
            // A cookie of an earlier version has no language.
            browser.cookies["dragoman-preferences"] = "dark.0.1.fr"
            let old = try await browser.get("/account").text
            #expect(old.contains("<html lang=\"en\" data-theme=\"dark\">"))
        }
    }

    /// Every page of a project, in every language.
    @Test(arguments: ["de", "ar"])
    func pagesAreTranslated(tag: String) async throws {
        let server = try ProjectServer.withReleases()
        let token = try server.token(.admin)
        let commit = try server.commit("v2")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            try await choose(tag, in: &browser)
            for path in [
                "", "/review", "/changes", "/activity", "/people", "/settings", "/search?q=a",
                "/replace?q=a&with=b", "/languages/de", "/languages/de?show=proposed",
                "/languages/de/string?section=default&key=cart.title", "/languages/de/review",
                "/languages/de/translate", "/languages/de/import", "/languages/de/download",
                "/languages/de/settings", "/languages/de/remove", "/languages/new?name=Urdu",
                "/strings/new", "/strings/edit?section=default&key=cart.title",
                "/strings/rename?section=default&key=cart.title",
                "/strings/remove?section=default&key=cart.title", "/releases",
                "/releases/at/" + commit, "/releases/point",
                "/releases/point?channel=production&to=v2", "/releases/remove?channel=production",
                "/languages/de/string?section=default&key=cart.title&channel=production",
            ] {
                let page = try await browser.get("/projects/shop" + path)
                #expect(page.status == .ok, "\(path)")
                #expect(page.text.contains("<html lang=\"\(tag)\""), "\(path)")
                #expect(!page.text.contains("[["), "\(path)")
                #expect(!page.text.contains(">Back<") && !page.text.contains("Skip to content"))
            }
        }
    }

    /// Without a choice, the browser's languages decide, also for errors outside of pages.
    @Test func browsersAskForTheirLanguage() async throws {
        let server = try ProjectServer()
        try await server.run(options: PageBrowser.withPages) { client in
            for path in ["/login", "/no/such/page"] {
                let answer = try await client.execute(
                    uri: path, method: .get,
                    headers: [.accept: "text/html", .acceptLanguage: "fr, de-AT;q=0.9, en;q=0.8"])
                #expect(String(buffer: answer.body).contains("<html lang=\"de\">"), "\(path)")
            }
        }
    }

    /// The pages' own refusals are translated.
    ///
    /// Those of the domain are marked as English.
    @Test func refusalsHaveALanguage() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            try await choose("de", in: &browser)
            let form = try await browser.get("/account").field("form-token")
            let own = try await browser.post(
                Self.german + "/set",
                [
                    "form-token": form, "back": Self.german, "section": "default",
                    "key": "cart.title", "value": "",
                ])
            #expect(own.text.contains("<p><strong>Der Text ist leer.</strong>"))
            let unknown = try await browser.get(Self.german + "/string?key=nope")
            #expect(unknown.status == .notFound)
            #expect(unknown.text.contains("<h1 lang=\"en\" dir=\"ltr\">"))
            let changes = try await browser.get("/projects/shop/changes?from=nope")
            #expect(changes.text.contains("<span class=\"bad\" lang=\"en\" dir=\"ltr\">"))
        }
    }

    /// The scripts' texts have an address that contains their hash, like all assets.
    @Test func scriptsHaveTheirTexts() async throws {
        let server = try ProjectServer()
        try await server.run(options: PageBrowser.withPages) { client in
            let page = try await client.execute(
                uri: "/login", method: .get,
                headers: [.accept: "text/html", .acceptLanguage: "de"])
            let text = String(buffer: page.body)
            let words = try #require(text.firstMatch(of: /src="([^"]*words-de\.js)"/))
            let main = try #require(text.firstMatch(of: /src="([^"]*app\.js)"/))
            #expect(words.range.lowerBound < main.range.lowerBound)
            let script = try await client.execute(uri: String(words.1), method: .get)
            #expect(script.status == .ok)
            #expect(script.headers[.contentType]?.hasPrefix("text/javascript") == true)
            #expect(String(buffer: script.body).contains("\"copied\":\"Kopiert.\""))
        }
    }
}

extension String {
    /// The text with the name of Arabic isolated, as in an Arabic text.
    fileprivate var isolated: String {
        replacing(">العربية ", with: ">\u{2068}العربية\u{2069} ")
    }
}
