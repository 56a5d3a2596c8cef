import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Server
@testable import ServerPages

/// The forms for source strings, as a browser without a script uses them.
@Suite struct SourceStringPageTests {
    private static let project = "/projects/shop"
    private static let title = "section=default&key=cart.title"

    /// Signs an admin in, and runs `body` with their browser.
    private func visit(
        _ server: ProjectServer, scope: Scope = .admin,
        _ body: @Sendable (inout PageBrowser) async throws -> Void
    ) async throws {
        let token = try server.token(scope)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            try await body(&browser)
        }
    }

    /// Returns the hidden fields of a page's form.
    private static func hidden(_ page: PageBrowser.Page) -> [(String, String)] {
        [
            "form-token", "idempotency", "section", "key", "tag", "seen", "in", "old-section",
            "old-key",
        ].map { ($0, page.field($0)) }
    }

    /// Returns the fields that a confirmation page repeats in hidden text areas.
    private static func repeated(_ page: PageBrowser.Page) -> [(String, String)] {
        let areas = page.text.matches(
            of: /<textarea name="([^"]+)"[^>]* hidden>\n((?:.|\n)*?)<\/textarea>/)
        return [
            ("form-token", page.field("form-token")), ("idempotency", page.field("idempotency")),
        ] + areas.map { (String($0.1), String($0.2)) }
    }

    private static func edited(
        _ page: PageBrowser.Page, _ changes: KeyValuePairs<String, String>
    ) -> [(String, String)] {
        hidden(page).filter { field in
            !["old-section", "old-key"].contains(field.0)
        } + changes.map { ($0.key, $0.value) }
    }

    /// A new text makes translations stale, so the page shows them before anything is written.
    @Test func aNewTextShowsWhatBecomesStale() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "fr", "cart.title", "Chariot")
        try await visit(server) { browser in
            let form = try await browser.get("\(Self.project)/strings/edit?\(Self.title)&in=de")
            #expect(form.text.contains("2 translations and 1 open proposal"), "\(form.text)")
            var page = try await browser.post(
                "\(Self.project)/string/edit", Self.edited(form, ["value": "Your basket"]))
            #expect(page.status == .ok)
            #expect(page.text.contains("2 translations will become stale"), "\(page.text)")
            #expect(page.text.contains("1 open proposal will become outdated"))
            #expect(page.text.contains("Warenkorb") && page.text.contains("Panier"))
            #expect(try server.cli("get", "en", "cart.title") == "Your cart\n")

            // A translation that changes meanwhile is shown first.
            try server.cli("set", "de", "cart.title", "Korb")
            page = try await browser.post("\(Self.project)/string/edit", Self.repeated(page))
            #expect(page.text.contains("Something has changed in the meantime."), "\(page.text)")
            #expect(page.text.contains("Korb"))

            let again = try await browser.post(
                "\(Self.project)/string/edit", Self.repeated(page) + [("again", "1")])
            #expect(again.text.contains("Your basket</textarea>"), "\(again.text)")

            page = try await browser.post("\(Self.project)/string/edit", Self.repeated(page))
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(page.headers[.location]?.contains("/languages/de/string?") == true)
            #expect(try server.cli("get", "en", "cart.title") == "Your basket\n")
            #expect(try server.cli("list", "de", "--state", "stale").contains("cart.title"))

            // The notice offers an undo in the source language, whatever page it is on.
            let next = try await browser.get(try #require(page.headers[.location]))
            #expect(next.text.contains("Changed cart.title."))
            #expect(next.text.contains("action=\"/projects/shop/languages/en/revert\""))
        }
    }

    @Test func aMinorChangeKeepsTranslationsValid() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            let form = try await browser.get("\(Self.project)/strings/edit?\(Self.title)")
            var page = try await browser.post(
                "\(Self.project)/string/edit", Self.edited(form, ["value": "Your  cart"]))
            page = try await browser.post(
                "\(Self.project)/string/edit", Self.repeated(page) + [("minor", "1")])
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(try server.cli("list", "de", "--state", "stale") == "")
        }
    }

    /// Two people who change different fields keep each other's work.
    @Test func peopleWhoEditAtOnceKeepEachOthersFields() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            let form = try await browser.get("\(Self.project)/strings/edit?\(Self.title)")
            try server.cli("string", "edit", "cart.title", "--comment", "Title of the page")
            var page = try await browser.post(
                "\(Self.project)/string/edit",
                Self.edited(
                    form,
                    [
                        "value": "Your cart", "remark": "", "labels": "checkout, ios",
                        "limit": "20", "unit": "width", "screenshot": "https://example.org/a.png",
                    ]))
            #expect(page.status == .preconditionFailed, "\(page.text)")
            #expect(page.text.contains("Changed while you were editing"))
            #expect(page.text.contains("Title of the page</textarea>"), "\(page.text)")
            #expect(page.text.contains("value=\"checkout, ios\""))
            page = try await browser.post(
                "\(Self.project)/string/edit",
                Self.edited(
                    page,
                    [
                        "value": "Your cart", "remark": "Title of the page",
                        "labels": "checkout, ios", "limit": "20", "unit": "width",
                        "screenshot": "https://example.org/a.png",
                    ]))
            #expect(page.status == .seeOther, "\(page.text)")
            let shown = try server.cli("list", "en", "--format", "json")
            #expect(shown.contains("Title of the page"), "\(shown)")
            let log = try server.cli("log", "--limit", "1", "--format", "json")
            #expect(log.contains(#""labels":["checkout","ios"]"#), "\(log)")
            #expect(log.contains("https://example.org/a.png") && log.contains("width"))
        }
    }

    @Test(arguments: [
        ("limit", "none", "The limit “none” is not a positive number."),
        ("screenshot", "javascript:alert(1)", "is not a web address."),
        ("value", "", "The text is empty."),
    ])
    func aRefusedFieldKeepsWhatWasTyped(field: String, text: String, sentence: String) async throws
    {
        let server = try ProjectServer()
        try await visit(server) { browser in
            let form = try await browser.get("\(Self.project)/strings/edit?\(Self.title)")
            var fields: [(String, String)] = [
                ("value", "Your cart"), ("remark", "A comment that was typed"),
            ].filter { $0.0 != field }
            fields.append((field, text))
            let page = try await browser.post(
                "\(Self.project)/string/edit", Self.edited(form, [:]) + fields)
            #expect(page.status == .badRequest, "\(page.text)")
            #expect(page.text.contains(sentence), "\(page.text)")
            #expect(page.text.contains("aria-invalid=\"true\"") || field == "value")
            #expect(page.text.contains("A comment that was typed</textarea>"))
        }
    }

    @Test func aPluralIsAddedAndATextGetsPluralForms() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            var page = try await browser.get("\(Self.project)/strings/new?plural=1&section=cart")
            #expect(
                page.text.contains("name=\"value.one\"") && page.text.contains("value=\"cart\""))
            page = try await browser.post(
                "\(Self.project)/string",
                [
                    "form-token": page.field("form-token"), "section": "cart", "key": "left",
                    "plural": "1", "value.one": "{{n}} item left",
                    "value.other": "{{n}} items left",
                ])
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(
                try server.cli("get", "en", "cart:left", "--format", "json").contains("plural"))

            let form = try await browser.get(
                "\(Self.project)/strings/edit?\(Self.title)&plural=1")
            #expect(form.text.contains("Your cart</textarea>"), "\(form.text)")
            page = try await browser.post(
                "\(Self.project)/string/edit",
                Self.edited(
                    form,
                    [
                        "plural": "1", "value.one": "Your cart", "value.other": "Your carts",
                        "minor": "1",
                    ]))
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(
                try server.cli("get", "en", "cart.title", "--format", "json").contains("carts"))
        }
    }

    @Test func aStringThatExistsIsNotAddedAgain() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            let form = try await browser.get("\(Self.project)/strings/new")
            let page = try await browser.post(
                "\(Self.project)/string",
                [
                    "form-token": form.field("form-token"), "section": "default",
                    "key": "cart.title", "value": "Typed text", "remark": "Typed comment",
                ])
            #expect(page.status == .conflict, "\(page.text)")
            #expect(page.text.contains("The string “cart.title” already exists."))
            #expect(page.text.contains("Typed text</textarea>"))
            #expect(page.text.contains("Typed comment</textarea>"))
            #expect(page.text.contains("string-key-error"))
        }
    }

    @Test func aRenamedStringKeepsItsTexts() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            let form = try await browser.get(
                "\(Self.project)/strings/rename?\(Self.title)&in=fr")
            #expect(
                form.text.contains("These move with the string: 2 translations"), "\(form.text)")
            func rename(
                _ section: String, _ key: String, _ form: PageBrowser.Page,
                _ browser: inout PageBrowser
            ) async throws -> PageBrowser.Page {
                let fields = Self.hidden(form).filter { !["section", "key"].contains($0.0) }
                return try await browser.post(
                    "\(Self.project)/string/rename",
                    fields + [("section", section), ("key", key)])
            }
            // Each fault has a sentence of its own, and what was typed stays.
            for (section, key, sentence) in [
                ("auth", "login.title", "The string “auth:login.title” already exists."),
                ("default", "cart.title", "The string is already named “cart.title”."),
                ("default", "", "The key and the section must not be empty."),
                ("../up", "title", "The section “../up” cannot be used as a file name."),
            ] {
                let page = try await rename(section, key, form, &browser)
                #expect(page.status.code >= 400, "\(page.text)")
                #expect(page.text.contains(sentence), "\(sentence): \(page.text)")
                #expect(page.text.contains("name=\"section\" value=\"\(section)\""))
            }
            let page = try await rename("cart", "title", form, &browser)
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(
                page.headers[.location]?.hasPrefix(
                    "\(Self.project)/languages/fr/string?section=cart&key=title") == true)
            #expect(try server.cli("get", "de", "cart:title") == "Warenkorb\n")

            // The form shows a string that is gone.
            let late = try await rename("cart", "heading", form, &browser)
            #expect(late.status.code >= 400)
            #expect(late.text.contains("cart.title"), "\(late.text)")
        }
    }

    /// A rename is refused if somebody changed the string after the form was shown.
    @Test func aRenameDependsOnWhatWasSeen() async throws {
        let server = try ProjectServer()
        try await visit(server) { browser in
            let form = try await browser.get("\(Self.project)/strings/rename?\(Self.title)")
            try server.cli("string", "edit", "cart.title", "Basket")
            let fields = Self.hidden(form).filter { !["section", "key"].contains($0.0) }
            let page = try await browser.post(
                "\(Self.project)/string/rename", fields + [("section", "x"), ("key", "typed")])
            #expect(page.status == .preconditionFailed, "\(page.text)")
            #expect(page.text.contains("value=\"typed\""))
            #expect(try server.cli("get", "en", "cart.title") == "Basket\n")
        }
    }

    @Test func aRemovalShowsWhatItHides() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "de", "cart.title", "Einkaufswagen")
        try await visit(server) { browser in
            var page = try await browser.get("\(Self.project)/strings/remove?\(Self.title)")
            #expect(
                page.text.contains("the source text, 2 translations and 1 open proposal."),
                "\(page.text)")
            #expect(page.text.contains("Warenkorb"))
            try server.cli("set", "de", "cart.title", "Korb")
            page = try await browser.post("\(Self.project)/string/remove", Self.repeated(page))
            #expect(page.status == .ok && page.text.contains("Something has changed"))
            page = try await browser.post("\(Self.project)/string/remove", Self.repeated(page))
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(!(try server.cli("list", "en").contains("cart.title")))
            page = try await browser.get(try #require(page.headers[.location]))
            let events = page.text.matches(of: /name="event" value="([^"]+)"/)
            page = try await browser.post(
                "\(Self.project)/languages/en/revert",
                [
                    ("form-token", page.field("form-token")),
                    ("idempotency", page.field("idempotency")),
                ] + events.map { ("event", String($0.1)) })
            #expect(page.status == .seeOther, "\(page.text)")
            #expect(try server.cli("get", "de", "cart.title") == "Korb\n")
        }
    }

    /// Nobody but admins sees the forms, or the links to them.
    @Test func onlyAdminsChangeSourceStrings() async throws {
        let server = try ProjectServer()
        try await visit(server, scope: .review) { browser in
            let page = try await browser.get(
                "\(Self.project)/languages/de/string?\(Self.title)")
            #expect(!page.text.contains("/strings/edit"))
            for act in ["edit", "rename", "remove"] {
                let answer = try await browser.get(
                    "\(Self.project)/strings/\(act)?\(Self.title)")
                #expect(answer.status == .forbidden, "\(act)")
                let refused = try await browser.post(
                    "\(Self.project)/string/\(act)",
                    ["form-token": page.field("form-token"), "section": "default"])
                #expect(refused.status == .forbidden, "\(act)")
            }
        }
    }
}
