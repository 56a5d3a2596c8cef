import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Server
@testable import ServerPages

/// The page that imports a file, as a browser without a script uses it.
@Suite struct ImportPageTests {
    private static let german = "/projects/shop/languages/de"

    @Test func aFileIsShownBeforeItIsImported() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.german + "/import")
            let fields: [(String, String)] = [
                ("form-token", page.field("form-token")),
                ("idempotency", page.field("idempotency")),
                ("back", Self.german), ("name", "translation.json"),
                ("contents", Base64URL.encode(Array(#"{"cart.title": "Korb"}"#.utf8))),
                ("format", "i18next-json"),
            ]
            func form(_ more: [(String, String)]) -> KeyValuePairs<String, String> {
                let all = fields + more
                return [
                    all[0].0: all[0].1, all[1].0: all[1].1, all[2].0: all[2].1,
                    all[3].0: all[3].1, all[4].0: all[4].1, all[5].0: all[5].1,
                    more.first?.0 ?? "x": more.first?.1 ?? "",
                ]
            }
            page = try await browser.post(Self.german + "/import", form([]))
            #expect(page.status == .ok, "\(page.text)")
            #expect(page.text.contains("This would import 1 text."), "\(page.text)")
            #expect(try server.cli("get", "de", "cart.title") == "Warenkorb\n")
            page = try await browser.post(Self.german + "/import", form([("confirmed", "1")]))
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(try server.cli("get", "de", "cart.title") == "Korb\n")
        }
    }

    @Test func aTextThatChangedHereTooIsProposed() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            func send(_ text: String, confirmed: Bool) async throws -> PageBrowser.Page {
                let page = try await browser.get(Self.german + "/import")
                let file = #"{"cart.title": "\#(text)"}"#
                return try await browser.post(
                    Self.german + "/import",
                    [
                        ("form-token", page.field("form-token")),
                        ("idempotency", page.field("idempotency")), ("back", Self.german),
                        ("name", "translation.json"), ("format", "i18next-json"),
                        ("contents", Base64URL.encode(Array(file.utf8))),
                    ] + (confirmed ? [("confirmed", "1")] : []))
            }
            _ = try await send("Korb", confirmed: true)
            try server.cli("set", "de", "cart.title", "Wagen")
            #expect(try await send("Korb", confirmed: false).text.contains("contains no changes."))
            let page = try await send("Tasche", confirmed: false)
            #expect(page.text.contains("1 text also changed here"), "\(page.text)")
            _ = try await send("Tasche", confirmed: true)
            #expect(try server.cli("get", "de", "cart.title") == "Wagen\n")
            #expect(try server.cli("proposals", "--locale", "de").contains("Wagen → Tasche"))
        }
    }

    @Test func whatIsLeftOutAndRenamedIsCounted() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            func plan(_ language: String, _ file: String) async throws -> String {
                let path = "/projects/shop/languages/\(language)"
                let page = try await browser.get(path + "/import")
                return try await browser.post(
                    path + "/import",
                    [
                        ("form-token", page.field("form-token")),
                        ("idempotency", page.field("idempotency")), ("back", path),
                        ("name", "translation.json"), ("format", "i18next-json"),
                        ("contents", Base64URL.encode(Array(file.utf8))),
                    ]
                ).text
            }
            let unknown = (1...9).map { "\"u\($0)\": \"U\"" }.joined(separator: ", ")
            let german = try await plan("de", "{\(unknown)}")
            #expect(german.contains("9 entries (u1, u2, u3, u4, u5, …)"), "\(german)")
            let title = try server.cli("get", "en", "cart.title").dropLast()
            let english = try await plan("en", "{\"basket.title\": \"\(title)\"}")
            #expect(english.contains("1 string may have been renamed"), "\(english)")
            #expect(english.contains("basket.title"))
        }
    }

    /// A file without a section says where its keys were looked up, and where they are.
    @Test func aFileWithoutASectionOffersTheRightOne() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        let file = Base64URL.encode(Array(#"{"login.title": "Anmelden"}"#.utf8))
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            func send(_ section: String, _ language: String = "de") async throws
                -> PageBrowser.Page
            {
                let path = "/projects/shop/languages/\(language)/import"
                let page = try await browser.get(path)
                return try await browser.post(
                    path,
                    [
                        ("form-token", page.field("form-token")), ("name", "\(language).json"),
                        ("format", "i18next-json"), ("contents", file), ("section", section),
                    ])
            }
            var page = try await send("")
            #expect(
                page.text.contains(
                    "The file names no section, so its 1 key was looked up in “default”"),
                "\(page.text)")
            #expect(page.text.contains("auth: 1 of 1 key"))
            #expect(!page.text.contains("name=\"confirmed\""))
            page = try await send("auth")
            #expect(page.text.contains("This would import 1 text."), "\(page.text)")
            #expect(!page.text.contains("Choose the section"))
            // In the source language, the file would define the strings a second time.
            page = try await send("", "en")
            #expect(page.text.contains("auth: 1 of 1 key"), "\(page.text)")
            #expect(page.text.contains("name=\"confirmed\""))
        }
    }

    /// A refused file leads back to the form, with its section.
    @Test func aRefusedFileKeepsTheForm() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.german + "/import")
            page = try await browser.post(
                Self.german + "/import",
                [
                    "form-token": page.field("form-token"), "name": "de.json",
                    "format": "i18next-json", "contents": Base64URL.encode(Array("{".utf8)),
                    "section": "auth",
                ])
            #expect(page.status.code >= 400)
            #expect(page.text.contains("de.json:1"), "\(page.text)")
            #expect(page.text.contains("name=\"section\" value=\"auth\""), "\(page.text)")
            #expect(page.text.contains("<option value=\"i18next-json\" selected>"))
        }
    }

    /// A catalog contains all languages; only that of the page is imported.
    @Test func aFileBringsNoLanguageThatTheTokenIsNotFor() async throws {
        let server = try ProjectServer()
        let token = try server.token(.translate, locales: ["de"])
        let catalogue = #"""
            {"sourceLanguage":"en","version":"1.0","strings":{"cart.title":{"localizations":{
            "en":{"stringUnit":{"state":"translated","value":"Changed"}},
            "de":{"stringUnit":{"state":"translated","value":"Korb"}},
            "fr":{"stringUnit":{"state":"translated","value":"Chariot"}}}}}}
            """#
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.german + "/import")
            var fields = [
                ("form-token", page.field("form-token")),
                ("idempotency", page.field("idempotency")), ("back", Self.german),
                ("name", "default.xcstrings"), ("format", "xcstrings"),
                ("contents", Base64URL.encode(Array(catalogue.utf8))),
            ]
            page = try await browser.post(Self.german + "/import", fields)
            #expect(page.text.contains("This would import 1 text."), "\(page.text)")
            fields.append(("confirmed", "1"))
            page = try await browser.post(Self.german + "/import", fields)
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(try server.cli("get", "de", "cart.title") == "Korb\n")
            #expect(try server.cli("get", "fr", "cart.title") == "Panier\n")
            #expect(try server.cli("get", "en", "cart.title") == "Your cart\n")
        }
    }
}
