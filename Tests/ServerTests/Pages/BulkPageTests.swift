import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// Actions on many strings of a list at once.
@Suite struct BulkPageTests {
    private static let german = "/projects/shop/languages/de"
    private static let bulk = german + "/bulk"

    /// Creates a project with 120 German texts without a review.
    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        let keys = (100..<220).map { "k\($0)" }
        for (language, word) in [("en", "Text"), ("de", "Wert")] {
            let members = keys.map { "\"\($0)\": \"\(word) \($0)\"" }.joined(separator: ", ")
            try server.sandbox.write("{\(members)}", to: "\(language).json")
            try server.cli(
                "import", "-l", language, "-s", "many", "--file-format", "i18next-json",
                server.sandbox.directory + "/\(language).json")
        }
        return server
    }

    private func fields(_ page: PageBrowser.Page) -> [(String, String)] {
        [
            ("form-token", page.field("form-token")), ("idempotency", page.field("idempotency")),
            ("back", Self.german),
        ]
    }

    @Test func allThatMatchAreVouchedForAfterAQuestion() async throws {
        let server = try server()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await browser.get(Self.german + "?section=many&show=unreviewed")
            #expect(list.text.contains("Select all 120 that match"))
            let all = [("all", "1"), ("filter", "?section=many&show=unreviewed"), ("act", "vouch")]
            let question = try await browser.post(Self.bulk, fields(list) + all)
            #expect(question.status == .ok)
            #expect(question.text.contains("Vouch for 120 strings?"), "\(question.text)")
            let answer = try await browser.post(
                Self.bulk,
                fields(question) + all + [("confirmed", question.field("confirmed"))])
            #expect(answer.status == .seeOther, "\(answer.text)")
            let after = try await browser.get(Self.german + "?section=many&show=unreviewed")
            #expect(after.text.contains("Nothing here"))
        }
    }

    @Test func whatChangedSinceTheQuestionIsAskedAgain() async throws {
        let server = try server()
        let token = try server.token(.review)
        try server.cli("propose", "de", "many:k100", "Erster")
        try server.cli("propose", "de", "many:k101", "Zweiter")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await browser.get(Self.german + "?show=proposed")
            let chosen = [("unit", "many/k100"), ("unit", "many/k101"), ("act", "reject")]
            let question = try await browser.post(Self.bulk, fields(list) + chosen)
            #expect(question.text.contains("Reject the proposals for 2 strings?"))
            let more = try await browser.post(
                Self.german + "/propose",
                fields(question) + [
                    ("section", "many"), ("key", "k101"), ("value", "Dritter"),
                ])
            #expect(more.status == .seeOther, "\(more.text)")
            let confirmed = [
                ("confirmed", question.field("confirmed")), ("code", "style"), ("reason", ""),
            ]
            let again = try await browser.post(Self.bulk, fields(question) + chosen + confirmed)
            #expect(again.status == .ok)
            #expect(again.text.contains("Something has changed in the meantime."), "\(again.text)")
            let done = try await browser.post(
                Self.bulk,
                fields(again) + chosen + [
                    ("confirmed", again.field("confirmed")), ("code", "style"),
                ])
            #expect(done.status == .seeOther, "\(done.text)")
            let after = try await browser.get(Self.german + "?show=proposed")
            #expect(after.text.contains("Nothing here"))
        }
    }

    @Test func aFilterThatDoesNotExistIsRefused() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await browser.get(Self.german)
            for filter in ["?show=nonsense", "?q=%FF", "show=%"] {
                let answer = try await browser.post(
                    Self.bulk,
                    fields(list) + [("all", "1"), ("filter", filter), ("act", "vouch")])
                #expect(answer.status == .badRequest, "\(filter)")
            }
            let none = try await browser.post(Self.bulk, fields(list) + [("act", "vouch")])
            #expect(none.status == .badRequest)
            #expect(none.text.contains("No string is selected."))
        }
    }
}
