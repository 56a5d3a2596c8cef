import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Server
@testable import ServerPages

/// The pages that add, change and remove languages.
@Suite struct LocalePageTests {
    private static let project = "/projects/shop"

    private func visit(
        _ server: ProjectServer, _ body: @Sendable (inout PageBrowser) async throws -> Void
    ) async throws {
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            try await body(&browser)
        }
    }

    private static func found(
        _ name: String, _ browser: inout PageBrowser
    ) async throws -> PageBrowser.Page {
        try await browser.get("\(project)/languages/new?name=\(PercentEncoding.text(name))")
    }

    /// A language is found by its name in English, in itself, and in the project's languages.
    @Test func aLanguageIsChosenByName() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            for name in ["Italian", "italiano", "Italienisch", "italien", "it", "IT"] {
                let page = try await Self.found(name, &browser)
                #expect(page.field("locale") == "it", "\(name): \(page.text)")
                #expect(page.text.contains(">italiano<"), "\(name)")
            }
            var page = try await Self.found("Arabic", &browser)
            #expect(page.text.contains("Arabic, right to left"), "\(page.text)")
            #expect(page.text.contains("<code>few</code> 3, 4, 5, 6…"), "\(page.text)")
            page = try await Self.found("Austrian German", &browser)
            #expect(page.field("locale") == "de-AT")
            #expect(page.text.contains("German, then English"), "\(page.text)")
            page = try await Self.found("Germann", &browser)
            #expect(page.text.contains("No language is called exactly “Germann”."), "\(page.text)")
            #expect(page.text.contains("name=de\"") || page.text.contains("name=de-"))
            page = try await Self.found("German", &browser)
            #expect(page.text.contains("The project already has German."), "\(page.text)")
            page = try await Self.found("qqqqqqqqqqqq", &browser)
            #expect(page.text.contains("No language is called “qqqqqqqqqqqq”."), "\(page.text)")
            // A tag and the name of another language.
            page = try await Self.found("ga", &browser)
            #expect(page.field("locale") == "" && page.text.contains("Irish"), "\(page.text)")
        }
    }

    @Test func aLanguageIsPlannedAndThenStarted() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            var page = try await Self.found("Italian", &browser)
            var refused = try await browser.post(
                "\(Self.project)/locale",
                [
                    "form-token": page.field("form-token"), "locale": "it", "planned": "1",
                    "fallback": "French, Klingonese",
                ])
            #expect(refused.status == .badRequest)
            #expect(refused.text.contains("No language is called “Klingonese”."))
            #expect(refused.text.contains("value=\"French, Klingonese\""))
            #expect(refused.text.contains("checked>Planned"), "\(refused.text)")
            page = try await browser.post(
                "\(Self.project)/locale",
                [
                    "form-token": page.field("form-token"), "locale": "italiano", "planned": "1",
                    "fallback": "French, en",
                ])
            #expect(page.status == .seeOther, "\(page.text)")
            let listed = try server.cli("locale", "list")
            #expect(listed.contains("fr → en") && listed.contains("planned"), "\(listed)")
            page = try await browser.get("\(Self.project)/languages/it")
            #expect(page.text.contains("planned · "), "\(page.text)")

            // Two people change the settings at once.
            let form = try await browser.get("\(Self.project)/languages/it/settings")
            try server.cli("locale", "add", "it", "--planned", "--name", "Italian (Italy)")
            func save(_ form: PageBrowser.Page, _ browser: inout PageBrowser) async throws
                -> PageBrowser.Page
            {
                try await browser.post(
                    "\(Self.project)/languages/it/settings",
                    [
                        "form-token": form.field("form-token"), "seen": form.field("seen"),
                        "name": "Italian", "fallback": "fr",
                    ])
            }
            refused = try await save(form, &browser)
            #expect(refused.status == .preconditionFailed, "\(refused.text)")
            #expect(refused.text.contains("Someone else changed this language."))
            page = try await save(refused, &browser)
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(!(try server.cli("locale", "list").contains("planned")))
        }
    }

    @Test func aRemovalShowsWhatItHides() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "fr", "cart.title", "Chariot")
        try await visit(server) { browser in
            var page = try await browser.get("\(Self.project)/languages/fr/remove")
            #expect(
                page.text.contains(
                    "This hides 1 text (1 of them reviewed) and 1 open proposal.")
                    || page.text.contains("This hides 1 text and 1 open proposal."),
                "\(page.text)")
            #expect(page.text.contains("French (Canada) takes missing texts from this language."))
            func confirm(_ page: PageBrowser.Page, _ browser: inout PageBrowser) async throws
                -> PageBrowser.Page
            {
                let seen = try #require(
                    page.text.firstMatch(of: /<textarea name="confirmed"[^>]*>\n([0-9a-f]+)</))
                return try await browser.post(
                    "\(Self.project)/languages/fr/remove",
                    [
                        "form-token": page.field("form-token"),
                        "idempotency": page.field("idempotency"), "confirmed": String(seen.1),
                    ])
            }
            try server.cli("set", "fr", "cart.items", "--plural", "one=un", "--plural", "other=x")
            page = try await confirm(page, &browser)
            #expect(page.text.contains("Something has changed in the meantime."), "\(page.text)")
            page = try await confirm(page, &browser)
            #expect(page.status == .seeOther, "\(page.text)")
            page = try await browser.get(try #require(page.headers[.location]))
            #expect(page.text.contains("Removed French."), "\(page.text)")
            let found = try await Self.found("French", &browser)
            #expect(found.text.contains("Adding it again restores its 2 texts."), "\(found.text)")
            let event = page.field("event")
            page = try await browser.post(
                "\(Self.project)/languages/fr/revert",
                ["form-token": page.field("form-token"), "event": event])
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(try server.cli("get", "fr", "cart.title") == "Panier\n")
        }
    }

    /// The source language has no such pages.
    @Test func theSourceLanguageStays() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            for act in ["settings", "remove"] {
                let page = try await browser.get("\(Self.project)/languages/en/\(act)")
                #expect(page.status.code >= 400, "\(act)")
                #expect(page.text.contains("English is the source language"), "\(page.text)")
            }
            let page = try await browser.get("\(Self.project)/languages/en")
            #expect(!page.text.contains("/languages/en/settings"))
            #expect(page.text.contains("/strings/new"))
        }
    }
}
