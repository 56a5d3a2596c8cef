import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The changes between two states, the activity, and the facts on the project's page.
@Suite struct HistoryPageTests {
    private static let changes = "/projects/shop/changes"
    private static let activity = "/projects/shop/activity"

    /// Creates a project with the tag v1, and some changes since.
    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.sandbox.git("tag", "v1", in: "shop")
        try server.cli("set", "de", "cart.title", "Einkaufswagen")
        try server.cli("set", "fr", "auth:login.title", "Connexion")
        try server.cli("string", "remove", "cart.items")
        return server
    }

    @Test func changesSinceTheLastRelease() async throws {
        let server = try server()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let project = try await browser.get("/projects/shop")
            #expect(project.text.contains("Latest release"))
            #expect(project.text.contains(Self.changes + "?from=v1"))
            let page = try await browser.get(Self.changes)
            #expect(page.status == .ok, "\(page.text)")
            #expect(page.text.contains(#"name="from" value="v1""#))
            #expect(page.text.contains("3 texts in 3 languages"), "\(page.text)")
            #expect(page.text.contains(">1 removed<"))
            #expect(
                page.text.contains("<del><span class=\"hidden\">removed: </span>Warenkorb</del>"))
            #expect(page.text.contains("Einkaufswagen"))
            #expect(page.text.contains(", set</p>"))
            let german = try await browser.get(Self.changes + "?from=v1&locale=de")
            #expect(german.text.contains("Einkaufswagen") && !german.text.contains("Connexion"))
            let added = try await browser.get(Self.changes + "?show=added")
            #expect(added.text.contains("Connexion") && !added.text.contains("Einkaufswagen"))
            let none = try await browser.get(Self.changes + "?from=v1&to=v1")
            #expect(none.text.contains("v1 and v1 have the same texts."))
        }
    }

    @Test func changesForPrograms() async throws {
        let server = try server()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let json = try await browser.get(Self.changes + "?from=v1&locale=de&format=json")
            #expect(json.headers[.contentType] == "application/json")
            #expect(json.text.contains(#""after":"Einkaufswagen","#), "\(json.text)")
            #expect(!json.text.contains("Connexion"))
            let markdown = try await browser.get(Self.changes + "?format=markdown")
            #expect(markdown.headers[.contentType] == "text/markdown; charset=utf-8")
            #expect(markdown.text.hasPrefix("### Translations"))
            #expect(markdown.text == (try server.cli("diff", "v1", "--format", "markdown")))
        }
    }

    @Test func anUnknownRevisionIsReportedAtItsField() async throws {
        let server = try server()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.changes + "?from=v1&to=v11")
            #expect(page.status == .notFound)
            #expect(page.text.contains("There is no commit v11."))
            #expect(
                page.text.contains(
                    "The nearest one is <a href=\"\(Self.changes)?from=v1&amp;to=v1\""))
            #expect(page.text.components("aria-invalid=\"true\"").count == 2)
            for hostile in ["%00", "..", "v1..v1", "-x", "refs/heads/%2A", "main%5E%7B/x%7D", "1d"]
            {
                let answer = try await browser.get(Self.changes + "?from=\(hostile)")
                #expect(answer.status.code < 500, "\(hostile): \(answer.status)")
            }
            for wrong in ["?show=nonsense", "?format=xml", "?locale=%20-%20"] {
                #expect(
                    try await browser.get(Self.changes + wrong).status == .badRequest, "\(wrong)")
            }
        }
    }

    @Test func aTimeMeansTheLastCommitUntilThen() async throws {
        let server = try server()
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.changes + "?from=2999-12-31")
            #expect(page.text.contains("Nothing has changed since 2999-12-31."), "\(page.text)")
            let early = try await browser.get(Self.changes + "?from=1999-12-31")
            #expect(early.text.contains("The project has no commit from 1999-12-31 or earlier."))
        }
    }

    @Test func moreThan500TextsShowOnlyCounts() async throws {
        let server = try server()
        let members = (0..<501).map { "\"k\($0)\": \"Text \($0)\"" }.joined(separator: ", ")
        try server.sandbox.write("{\(members)}", to: "en.json")
        try server.cli(
            "import", "-l", "en", "-s", "many", "--file-format", "i18next-json",
            server.sandbox.directory + "/en.json")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get(Self.changes)
            #expect(page.text.contains("Choose a language to see them."))
            #expect(!page.text.contains("class=\"change\""))
            let english = try await browser.get(Self.changes + "?locale=en")
            #expect(english.text.components("class=\"change\"").count == 501)
            #expect(english.text.contains("Show the next 2"))
            let rest = try await browser.get(Self.changes + "?locale=en&start=500")
            #expect(rest.text.components("class=\"change\"").count == 3)
            let far = try await browser.get(
                Self.changes + "?locale=en&start=9223372036854775807")
            #expect(far.status == .ok)
        }
    }

    // MARK: Activity

    /// Vandalises two languages as another person, with a proposal that somebody accepted.
    private func vandalise(_ server: ProjectServer) throws {
        let person = ["GIT_AUTHOR_NAME": "Vandal", "GIT_AUTHOR_EMAIL": "vandal@example.org"]
        for (language, text) in [("de", "Unsinn"), ("fr", "Bêtise")] {
            let result = server.sandbox.run(
                ["set", language, "cart.title", text], in: "shop", environment: person)
            try #require(result.status == 0, "\(result.errors)")
        }
    }

    @Test func aVandalIsRevertedAfterAPageThatSaysWhat() async throws {
        let server = try ProjectServer()
        try vandalise(server)
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let anonymous = try await browser.get(Self.activity + "?person=Vandal")
            #expect(anonymous.text.contains("Bêtise") && !anonymous.text.contains("Revert these"))
            let hidden = try await browser.get(Self.activity + "?person=vandal%40example.org")
            #expect(
                hidden.text.contains("No changes match the filter."), "addresses are not searched")
            try await browser.signIn(token)
            let list = try await browser.get(Self.activity + "?person=vandal%40example.org")
            #expect(list.text.contains("Unsinn") && !list.text.contains("Your cart"))
            let link = try #require(list.text.firstMatch(of: /href="([^"]*activity\/revert[^"]*)"/))
            let question = try await browser.get(String(link.1).replacing("&amp;", with: "&"))
            #expect(question.status == .ok, "\(question.text)")
            #expect(question.text.contains("Revert 2 changes?"), "\(question.text)")
            #expect(question.text.contains("Panier"), "what comes back is shown")
            let fields = [
                "form-token", "idempotency", "back", "person", "through", "confirmed",
            ].map { ($0, question.field($0)) }
            let done = try await browser.post(Self.activity + "/revert", fields)
            #expect(done.status == .seeOther, "\(done.text)")
            let after = try await browser.get(try #require(done.headers[.location]))
            #expect(after.text.contains("Reverted 2 changes."))
        }
        #expect(try server.cli("get", "de", "cart.title") == "Warenkorb\n")
        #expect(try server.cli("get", "fr", "cart.title") == "Panier\n")
    }

    @Test func laterEditsAreKeptAndAChangeIsAskedAgain() async throws {
        let server = try ProjectServer()
        try vandalise(server)
        let token = try server.token(.review)
        try server.cli("set", "de", "cart.title", "Korb")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let question = try await browser.get(Self.activity + "/revert?person=Vandal")
            #expect(question.text.contains("Revert 1 change?"), "\(question.text)")
            #expect(question.text.contains("Revert later edits too"))
            let fields = ["form-token", "idempotency", "back", "person", "confirmed"]
                .map { ($0, question.field($0)) }
            let french = "/projects/shop/languages/fr"
            let set = try await browser.post(
                french + "/set",
                [
                    ("form-token", question.field("form-token")), ("back", french),
                    ("section", "default"), ("key", "cart.title"), ("value", "Chariot"),
                ])
            #expect(set.status == .seeOther)
            let again = try await browser.post(Self.activity + "/revert", fields)
            #expect(again.status == .ok)
            #expect(again.text.contains("Something has changed in the meantime."))
            #expect(again.text.contains("Nothing to revert"))
            #expect(try server.cli("get", "fr", "cart.title") == "Chariot\n")
            let all = try await browser.get(
                Self.activity + "/revert?person=Vandal&later=revert")
            #expect(all.text.contains("Revert 2 changes?"), "\(all.text)")
        }
    }

    @Test func aTesterIsFilteredByName() async throws {
        let server = try ProjectServer()
        try server.cli("propose", "de", "cart.title", "Wagen", "--guid", "guid-of-a-tester-0001")
        try server.cli("propose", "de", "cart.title", "Karre", "--guid", "guid-of-a-tester-0002")
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let all = try await browser.get(Self.activity + "?kind=proposals")
            #expect(all.text.contains("Wagen") && all.text.contains("Karre"))
            let guid = try server.cli("log", "--type", "proposal.made", "--format", "json")
            let hashes = guid.matches(of: /"guid":"([0-9A-Z]{26})"/).map { String($0.1) }
            #expect(hashes.count == 2)
            for hash in hashes {
                let one = try await browser.get(Self.activity + "?tester=" + hash.prefix(6))
                #expect(one.text.contains("Wagen") != one.text.contains("Karre"), "\(hash)")
                #expect(!one.text.contains(hash))
            }
            let none = try await browser.get(Self.activity + "?tester=ZZZZZZ")
            #expect(none.text.contains("There is no app tester ZZZZZZ."))
        }
    }

    @Test func theActivityIsPagedAndFiltered() async throws {
        let server = try ProjectServer()
        for number in 0..<110 {
            try server.cli("set", number % 2 == 0 ? "de" : "fr", "cart.title", "T\(number)")
        }
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let first = try await browser.get(Self.activity + "?kind=texts")
            #expect(first.text.contains("T109</ins>") && !first.text.contains("T9</ins>"))
            let link = try #require(first.text.firstMatch(of: /href="([^"]*before=[^"]*)"/))
            let second = try await browser.get(String(link.1).replacing("&amp;", with: "&"))
            #expect(second.text.contains("T9</ins>") && !second.text.contains("T109"))
            let wrong = try await browser.get(Self.activity + "?since=sometime")
            #expect(wrong.status == .badRequest)
            #expect(wrong.text.contains("“sometime” is not a valid time."))
            let today = try await browser.get(Self.activity + "?since=today")
            #expect(today.text.contains("Today"))
            #expect(try await browser.get(Self.activity + "?kind=x").status == .badRequest)
            #expect(try await browser.get(Self.activity + "/revert").status == .seeOther)
        }
    }
}

extension String {
    /// Returns the parts between the occurrences of a separator.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
