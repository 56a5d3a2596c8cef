import HTTPTypes
import Hosting
import HummingbirdTesting
import Testing

@testable import Server
@testable import ServerPages

/// Pages for people who propose, and for translators.
@Suite struct ProposerPageTests {
    private static let german = "/projects/shop/languages/de"

    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.cli("string", "add", "cart.empty", "Your cart is empty")
        try server.cli(
            "config", "maintainers", #"["chief@example.org","ines@example.org"]"#, "--force")
        return server
    }

    /// Proposes a text for the card of a walk, and returns the page of the next card.
    private func propose(
        _ text: String, _ card: PageBrowser.Page, _ browser: inout PageBrowser
    ) async throws -> PageBrowser.Page {
        let names = card.text.matches(of: /name="(value[^"]*)"/).map { String($0.1) }
        let answer = try await browser.post(
            Self.german + "/propose",
            [
                ("form-token", card.field("form-token")), ("section", card.field("section")),
                ("key", card.field("key")), ("tag", card.field("tag")),
                ("back", card.field("back").replacing("&amp;", with: "&")),
            ] + Set(names).sorted().map { ($0, text + "{{count}}") })
        #expect(answer.status == .seeOther, "\(answer.text)")
        return try await browser.get(Self.german + "/translate")
    }

    @Test func theWalkMovesOnToWhatIsNotProposedYet() async throws {
        let server = try server()
        try server.cli("config", "reviewers", #"{"de":["ines@example.org"]}"#, "--force")
        let token = try server.token(.translate)
        let other = try server.token(.translate, email: "otto@example.org")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            var page = try await browser.get(Self.german + "/translate")
            var keys: [String] = []
            for left in [3, 2, 1] {
                #expect(page.text.contains("\(left) string\(left == 1 ? "" : "s") left"))
                keys.append(page.field("key"))
                page = try await propose("x", page, &browser)
            }
            #expect(Set(keys).count == 3)
            #expect(
                page.text.contains(
                    "You have proposed a text for everything that is missing in German."))
            // A string is still shown by its own address.
            let back = try await browser.get(
                Self.german + "/translate?at=\(PercentEncoding.text("auth/login.title"))")
            #expect(back.field("key") == "login.title")
            // Somebody else's proposals stop nobody.
            var second = PageBrowser(client)
            try await second.signIn(other)
            let all = try await second.get(Self.german + "/translate")
            #expect(all.text.contains("3 strings left"))
        }
    }

    @Test func aTranslatorSavesAndDoesNotDecide() async throws {
        let server = try server()
        try server.cli("config", "translators", #"{"de":["mara@example.org"]}"#, "--force")
        try server.cli("config", "reviewers", #"{"*":["ines@example.org"]}"#, "--force")
        try server.cli("propose", "de", "cart.empty", "Leer", "--guid", "guid-of-somebody")
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let german = try await browser.get(Self.german + "/translate")
            #expect(german.text.contains(#"Propose<span class="long"> instead"#))
            let french = try await browser.get("/projects/shop/languages/fr/translate")
            #expect(french.text.contains("Propose and continue"))
            let string = try await browser.get(
                Self.german + "/string?section=default&key=cart.empty")
            #expect(string.text.contains("Leer") && !string.text.contains("/de/accept"))
        }
    }

    @Test func othersAreToldThatTranslatorsSetTexts() async throws {
        let server = try server()
        try server.cli("config", "translators", #"{"de":["otto@example.org"]}"#, "--force")
        let token = try server.token(.translate)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let page = try await browser.get(Self.german + "/translate")
            #expect(
                page.text.contains("Only the translators for German and the maintainers can save"))
            let answer = try await browser.post(
                Self.german + "/set",
                [
                    "form-token": page.field("form-token"), "section": "auth",
                    "key": "login.title", "text": "x", "text-other": "x", "value": "x",
                ], json: true)
            #expect(answer.status == .forbidden, "\(answer.text)")
        }
    }

    /// The list of a project's page, as plain words.
    private func waiting(_ browser: inout PageBrowser) async throws -> String {
        let page = try await browser.get("/projects/shop")
        let list = page.text.split(separator: "Waiting for you</h2>").last ?? ""
        return String(list).replacing(/<[^>]*>/, with: " ")
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func stringsToTranslateAndOwnRejectedProposalsWait() async throws {
        let server = try server()
        let token = try server.token(.translate, locales: ["de"])
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            #expect(try await waiting(&browser).contains("3 strings to translate German"))
            #expect(try await !waiting(&browser).contains("French"))
            let card = try await browser.get(Self.german + "/translate")
            _ = try await propose("schlecht", card, &browser)
        }
        let id = try server.cli("proposals", "--format", "json").matches(of: /"id": "([^"]+)"/)
        try server.cli(
            "reject", String(try #require(id.first).1), "--reason", "Too rude", expecting: 0)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await waiting(&browser)
            #expect(list.contains("Rejected: ") && list.contains("Too rude"), "\(list)")
            // Another proposal for the same text settles it.
            let card = try await browser.get(Self.german + "/translate")
            _ = try await propose("besser", card, &browser)
            #expect(try await !waiting(&browser).contains("Rejected: "))
        }
    }
}
