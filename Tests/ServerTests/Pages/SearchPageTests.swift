import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The search in all languages, and the replacement of what it finds.
@Suite struct SearchPageTests {
    private static let search = "/projects/shop/search"
    private static let replace = "/projects/shop/replace"

    /// The languages of ``server()``, with a text each.
    private static let texts = [
        ("da", "Kurv her"), ("de", "Der Korb hier"), ("es", "Cesta aquí"), ("fr", "Panier ici"),
        ("it", "Cestino qui"), ("ja", "かご"), ("nl", "Mand hier"), ("pl", "Koszyk tutaj"),
        ("sv", "Korg här"),
    ]

    /// Creates a project in which the name “Shoply” occurs in nine languages.
    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.cli("locale", "add", "da", "es", "it", "ja", "nl", "pl", "sv")
        try server.cli("string", "add", "welcome", "Welcome to Shoply, {{name}}")
        for (tag, text) in Self.texts {
            try server.cli("set", tag, "welcome", "{{name}}: Shoply, \(text)")
        }
        return server
    }

    private func fields(_ page: PageBrowser.Page) -> [(String, String)] {
        ["form-token", "idempotency", "back", "confirmed"].map { ($0, page.field($0)) }
    }

    @Test func everyPartIsFoundByLanguage() async throws {
        let server = try server()
        try server.cli("string", "edit", "cart.title", "--comment", "Above the basket")
        try server.cli("propose", "fr", "cart.title", "Votre panier", "--note", "Plus poli")
        try server.cli("comment", "--locale", "de", "cart.title", "Passt das?")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            for (query, words) in [
                ("かご", "日本語"), ("か", "日本語"), ("cart.ti", "cart.title"),
                ("auth:login", "login.title"), ("the BASKET", "Comment for translators"),
                ("votre", "Proposed"), ("plus poli", "Note"), ("passt", "Comment"),
            ] {
                let page = try await browser.get(Self.search + "?q=" + PercentEncoding.text(query))
                #expect(page.status == .ok)
                #expect(page.text.contains(words), "\(query): \(page.text)")
                #expect(!page.text.contains("No string contains"), "\(query)")
            }
            let all = try await browser.get(Self.search + "?q=shoply")
            for tag in Self.texts.map(\.0) + ["en"] {
                #expect(all.text.contains("<span class=\"tag\">\(tag)</span>"), "\(tag)")
            }
            let one = try await browser.get(Self.search + "?q=shoply&locale=ja")
            #expect(!one.text.contains("<span class=\"tag\">de</span>"))
            let none = try await browser.get(Self.search + "?q=locael&section=default")
            #expect(none.text.contains("No string contains “locael”"))
            #expect(none.text.contains("Search everything"))
            let start = try await browser.get("/projects/shop")
            #expect(start.text.contains("role=\"search\" action=\"\(Self.search)\""))
        }
    }

    @Test func badInputHasItsOwnSentence() async throws {
        let server = try server()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            for (query, sentence) in [
                (String(repeating: "a", count: 1_000), "The search has 1,000 characters"),
                ("\u{200B} \u{7}", "only spaces, controls or invisible characters"),
                ("shop\u{1}ly", "Control characters in the search count as spaces."),
                ("y", "A single letter occurs in nearly every text."),
            ] {
                let page = try await browser.get(Self.search + "?q=" + PercentEncoding.text(query))
                #expect(page.text.contains(sentence), "\(query.prefix(10)): \(page.text)")
            }
            let empty = try await browser.get(Self.search)
            #expect(empty.status == .ok)
        }
    }

    /// A product manager fixes a word in nine languages: one commit, one undo.
    @Test func aWordIsReplacedInNineLanguagesAndUndone() async throws {
        let server = try server()
        let token = try server.token(.translate)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let found = try await browser.get(Self.search + "?q=shoply")
            #expect(found.text.contains("\(Self.replace)?q=shoply"))
            let form = try await browser.get(Self.replace + "?q=shoply")
            #expect(form.text.contains("Show the differences"))
            #expect(!form.text.contains("name=\"confirmed\""))
            let preview = try await browser.get(Self.replace + "?q=shoply&with=Storely")
            #expect(preview.text.contains("Replace 9 texts?"), "\(preview.text)")
            let before = try server.cli("log", "--format", "json")
            let sent = [("q", "shoply"), ("with", "Storely")]
            let answer = try await browser.post(Self.replace, fields(preview) + sent)
            #expect(answer.status == .seeOther, "\(answer.text)")
            let address = answer.headers[.location] ?? ""
            #expect(address.hasPrefix(Self.search + "?q=Storely"))
            let after = try await browser.get(address)
            #expect(after.text.contains("Replaced 9 texts."), "\(after.text)")
            #expect(try server.cli("get", "ja", "welcome") == "{{name}}: Storely, かご\n")
            #expect(try server.cli("log", "--format", "json") != before)
            let undo = try await browser.post(
                "/projects/shop/undo",
                fields(after) + [("commit", after.field("commit"))])
            #expect(undo.status == .seeOther, "\(undo.text)")
            for (tag, text) in Self.texts {
                #expect(try server.cli("get", tag, "welcome") == "{{name}}: Shoply, \(text)\n")
            }
        }
    }

    @Test func anUndoKeepsTextsThatWereEditedLater() async throws {
        let server = try server()
        let token = try server.token(.translate)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let preview = try await browser.get(Self.replace + "?q=shoply&with=Storely")
            let answer = try await browser.post(
                Self.replace, fields(preview) + [("q", "shoply"), ("with", "Storely")])
            let after = try await browser.get(answer.headers[.location] ?? "")
            try server.cli("set", "de", "welcome", "{{name}}: neu")
            let undo = try await browser.post(
                "/projects/shop/undo", fields(after) + [("commit", after.field("commit"))])
            #expect(undo.status == .seeOther, "\(undo.text)")
            let end = try await browser.get(undo.headers[.location] ?? "")
            let said = end.text.split(separator: "Reverted 8 changes; kept 1.")
            #expect(said.count == 2, "\(end.text)")
            #expect(end.text.contains("It was edited later."))
            #expect(try server.cli("get", "de", "welcome") == "{{name}}: neu\n")
            #expect(try server.cli("get", "ja", "welcome") == "{{name}}: Shoply, かご\n")
        }
    }

    @Test func whoMayOnlyProposeProposes() async throws {
        let server = try server()
        let token = try server.token(.propose, locales: ["de", "fr"])
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let preview = try await browser.get(Self.replace + "?q=shoply&with=Storely")
            #expect(preview.text.contains("Propose 2 texts?"), "\(preview.text)")
            let sent = [("q", "shoply"), ("with", "Storely")]
            let answer = try await browser.post(Self.replace, fields(preview) + sent)
            #expect(answer.status == .seeOther, "\(answer.text)")
            #expect(try server.cli("get", "de", "welcome").contains("Shoply"))
            #expect(try server.cli("proposals", "-l", "fr").contains("Storely"))
        }
    }

    @Test func everyBadReplacementHasItsOwnSentence() async throws {
        let server = try server()
        try server.cli("set", "de", "cart.title", "Shoply")
        let token = try server.token(.translate)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            for (query, sentence) in [
                ("q=nowhere&with=x", "No text in the chosen languages contains “nowhere”."),
                ("q=name&with=nom", "Every matching text would become invalid or empty"),
                ("q=.*&with=x&regex=1", "The pattern also matches an empty text"),
                ("q=a(&with=x&regex=1", "The regular expression is invalid"),
                ("q=(a)&with=$2&regex=1", "The replacement has $2"),
                ("q=same&with=same", "The replacement is the same"),
                ("q=&with=x", "The pattern is empty."),
                ("q=shoply&with=&locale=de", "The text would be empty."),
                ("q=.%2B&with=x&regex=1&locale=sv&section=none", "Nothing to replace"),
            ] {
                let page = try await browser.get(Self.replace + "?" + query)
                #expect(page.text.contains(sentence), "\(query): \(page.text)")
            }
            let named = try await browser.get(Self.replace + "?q=name&with=nom&locale=de")
            #expect(named.text.contains("Left out: 1 text") && named.text.contains("{{name}}"))
        }
    }

    @Test func aChangeSinceTheDifferencesWereShownIsShown() async throws {
        let server = try server()
        let token = try server.token(.translate)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let sent = [("q", "shoply"), ("with", "Storely")]
            let preview = try await browser.get(Self.replace + "?q=shoply&with=Storely")
            let other = try await browser.post(
                "/projects/shop/languages/de/set",
                fields(preview) + [
                    ("section", "default"), ("key", "welcome"), ("value", "Shoply, {{name}}"),
                ])
            #expect(other.status == .seeOther, "\(other.text)")
            var repeated = fields(preview)
            repeated[1].1 = "another-key-of-this-form"
            let again = try await browser.post(Self.replace, repeated + sent)
            #expect(again.text.contains("Something has changed in the meantime."), "\(again.text)")
        }
    }
}
