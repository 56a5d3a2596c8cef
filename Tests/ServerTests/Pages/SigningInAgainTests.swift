import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// People whose session ends while they type, in a browser without scripts.
@Suite struct SigningInAgainTests {
    private static let german = "/projects/shop/languages/de"
    private static let title = german + "/string?section=default&key=cart.title"
    private static let typed = "Einkaufs\r\nwagen & 3 < 4"

    /// The forms in which people type: the page, the form's address, and the fields for the typed
    /// text.
    private static let forms: [(page: String, act: String, fields: [(String, String)])] = [
        (title, "propose", [("value", typed), ("note", "Why & how")]),
        (title, "set", [("value", typed), ("edit", "1")]),
        (title, "comment", [("comment", typed)]),
        (german + "/translate?show=missing&section=auth", "set", [("value", typed)]),
        (german + "/review", "accept", [("edited", "1"), ("value", typed)]),
        (german + "/review", "reject", [("code", "style"), ("reason", typed)]),
        (german + "/review", "comment", [("comment", typed)]),
    ]

    /// Returns the hidden fields of the page's forms that have the given ones.
    private func fields(_ page: PageBrowser.Page, _ names: [String]) -> [(String, String)] {
        names.map { ($0, PageBrowser.unescaped(page.field($0))) }.filter { !$0.1.isEmpty }
    }

    @Test(arguments: forms.indices) func whatWasTypedIsBackAfterSigningIn(index: Int) async throws {
        let form = Self.forms[index]
        let server = try ProjectServer()
        let token = try server.token(.review)
        try server.cli("propose", "de", "cart.title", "Wagen")
        let before = try server.cli("log", "--format", "json")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(form.page)
            let isWalk = form.page.contains("/review")
            let own = fields(
                page,
                ["form-token", "idempotency", "back", "tag", "seen"]
                    + (isWalk ? ["proposal"] : ["section", "key"]))
            browser.cookies = [:]
            let address = Self.german + "/" + form.act
            page = try await browser.post(address, own + form.fields)
            #expect(page.status == .unauthorized)
            #expect(page.text.contains("You were signed out."))
            #expect(page.text.contains("Sign in again; what you typed is still here."))
            var carried = page.hiddenFields
            #expect(!carried.contains { $0.0 == "form-token" || $0.0 == "idempotency" })

            // A wrong token loses nothing.
            page = try await browser.post(address, carried + [("token", "dgp_wrong")])
            #expect(page.status == .unauthorized && page.text.contains("This token is unknown."))
            carried = page.hiddenFields

            page = try await browser.post(address, carried + [("token", token)])
            #expect(page.status == .ok, "\(page.text.prefix(500))")
            #expect(!browser.cookies.isEmpty)
            #expect(page.text.contains("You are signed in as Mara now."))
            for (name, value) in form.fields where value == Self.typed {
                let shown = name == "comment" && !isWalk ? "value=\"" : ">\n"
                let text = value.replacing("\r\n", with: "\n").replacing("&", with: "&amp;")
                    .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                #expect(page.text.contains(shown + text), "\(name)")
            }
            #expect(page.text.contains("data-here=\"") && !page.text.contains("dgp_"))
            #expect(try server.cli("log", "--format", "json") == before)

            // The button of the page that is shown again saves.
            let again = fields(
                page,
                ["form-token", "idempotency", "back", "tag", "seen"]
                    + (isWalk ? ["proposal"] : ["section", "key"]))
            page = try await browser.post(address, again + form.fields)
            #expect(page.status == .seeOther, "\(page.text.prefix(800))")
            #expect(try server.cli("log", "--format", "json") != before)
        }
    }

    /// The text is saved as whoever presses the button, and only if they may.
    @Test func somebodyElseSignsIn() async throws {
        let server = try ProjectServer()
        let mara = try server.token(.review)
        let reader = try server.token(.read, email: "ren@example.org")
        let paul = try server.token(.review, email: "paul@example.org")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(mara)
            let page = try await browser.get(Self.title)
            let own = fields(page, ["form-token", "tag", "section", "key", "back"])
            let form = own + [("value", "Korb")]
            browser.cookies = [:]
            let set = Self.german + "/set"
            let refused = try await browser.post(set, form + [("token", reader)])
            #expect(refused.status == .unauthorized && browser.cookies.isEmpty)
            #expect(refused.text.contains("This token does not have the right to do this."))
            #expect(refused.hiddenFields.contains { $0 == ("value", "Korb") })

            // In another window, somebody else has signed in with the same browser.
            var other = PageBrowser(client)
            try await other.signIn(paul)
            let shown = try await other.post(set, form)
            #expect(shown.status == .forbidden)
            #expect(shown.text.contains("This form belongs to a different session."))
            #expect(shown.text.contains(">\nKorb</textarea>"))
            #expect(try server.cli("get", "de", "cart.title") == "Warenkorb\n")
        }
    }

    /// A text that was set meanwhile is not replaced without being seen.
    @Test func aTextThatChangedMeanwhileIsShown() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.title)
            let form =
                fields(page, ["tag", "seen", "section", "key", "back"])
                + [("value", "Korb"), ("edit", "1")]
            browser.cookies = [:]
            try server.cli("set", "de", "cart.title", "Wagen")
            page = try await browser.post(Self.german + "/set", form + [("token", token)])
            #expect(page.status == .ok)
            let again = fields(page, ["form-token", "tag", "seen", "section", "key", "back"])
            page = try await browser.post(Self.german + "/set", again + [("value", "Korb")])
            #expect(page.status == .preconditionFailed)
            #expect(page.text.contains("Wagen") && page.text.contains("Korb"))
        }
    }

    /// Another site cannot put a text in front of a person who signs in.
    @Test func formsOfOtherSitesAreNotRepeated() async throws {
        let server = try ProjectServer()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let form: KeyValuePairs = ["section": "default", "key": "cart.title", "value": "Gift"]
            for origin in ["https://evil.example", nil] {
                let page = try await browser.post(Self.german + "/set", form, origin: origin)
                #expect(page.status == (origin == nil ? .unauthorized : .forbidden))
                #expect(!page.text.contains("Gift"))
            }
            // A page whose session has ended learns that, even if everybody may read the project.
            let check = try await browser.post(
                Self.german + "/check", [("form-token", "x"), ("key", "a")], json: true)
            #expect(check.status == .unauthorized)
            let script = try await browser.post(Self.german + "/set", form, json: true)
            #expect(script.status == .unauthorized)
            #expect(script.text.contains("You are not signed in."))
            #expect(!script.text.contains("Authorization"))
        }
    }

    /// Six forms of the largest size, in Arabic, which is three times as long in a form.
    @Test func longTextsAreCarried() async throws {
        let server = try ProjectServer()
        try server.cli("locale", "add", "ar")
        let token = try server.token(.review)
        let arabic = "/projects/shop/languages/ar"
        let text = String(repeating: "س", count: 8_000)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let values = ["zero", "one", "two", "few", "many", "other"].map { form in
                ("value." + form, text + form)
            }
            let form = [
                ("section", "default"), ("key", "cart.items"), ("back", arabic + "/translate"),
            ]
            var page = try await browser.post(arabic + "/set", form + values)
            #expect(page.status == .unauthorized)
            page = try await browser.post(
                arabic + "/set", page.hiddenFields + [("token", token)])
            #expect(page.status == .ok)
            for (_, value) in values { #expect(page.text.contains(">\n\(value)</textarea>")) }
        }
    }

    /// For a form that no page repeats, the page says what happened.
    @Test func otherFormsLeadToTheirPage() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let form = [("act", "vouch"), ("unit", "default/cart.title"), ("back", Self.german)]
            var page = try await browser.post(Self.german + "/bulk", form)
            page = try await browser.post(
                Self.german + "/bulk", page.hiddenFields + [("token", token)])
            #expect(page.status == .seeOther && page.headers[.location] == Self.german)
            page = try await browser.get(Self.german)
            #expect(page.text.contains("You were signed out, and are signed in again."))
            browser.cookies = [:]
            page = try await browser.post(Self.german + "/import", [("back", Self.german)])
            #expect(page.text.contains("Sign in again, and choose the file again."))
            page = try await browser.post("/account/sign-out-everywhere", [("form-token", "")])
            #expect(page.headers[.location] == "/login")
        }
    }
}

extension PageBrowser {
    static func unescaped(_ text: String) -> String {
        text.replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&#39;", with: "'")
            .replacing("&amp;", with: "&")
    }
}

extension PageBrowser.Page {
    /// The hidden fields of all forms, in order.
    var hiddenFields: [(String, String)] {
        text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map {
            (PageBrowser.unescaped(String($0.1)), PageBrowser.unescaped(String($0.2)))
        }
    }
}
