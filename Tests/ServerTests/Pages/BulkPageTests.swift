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

    @Test func aBatchIsAcceptedBySample() async throws {
        let server = try server()
        let token = try server.token(.review)
        for key in 100..<130 {
            try server.cli(
                "propose", "de", "many:k\(key)", "Neu \(key)", "--origin", "machine:babel",
                "--guid",
                "guid-of-a-night-agent")
        }
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let list = try await browser.get(Self.german + "?show=proposed")
            let all = [("all", "1"), ("filter", "?section=many&show=proposed"), ("act", "accept")]
            let question = try await browser.post(Self.bulk, fields(list) + all)
            #expect(question.text.contains("Look at 20 texts first"), "\(question.text)")
            func sample(_ page: PageBrowser.Page, _ right: [String]) async throws
                -> PageBrowser.Page
            {
                try await browser.post(
                    Self.bulk,
                    fields(page) + all + [("sample", page.field("sample"))]
                        + right.map { ("right", $0) })
            }
            let drawn = try await browser.post(
                Self.bulk,
                fields(question) + all + [
                    ("confirmed", question.field("confirmed")), ("sample", "new"),
                ])
            #expect(drawn.text.contains("Are these 20 texts right?"), "\(drawn.text)")
            #expect(drawn.text.contains("Accept all 30 proposals"))
            let ids = drawn.text.matches(of: /name="right" value="([^"]+)"/).map { String($0.1) }
            #expect(Set(ids).count == 20)
            // All must be marked, and nobody gets another sample by asking again.
            let partly = try await sample(drawn, Array(ids.dropLast()))
            #expect(partly.status == .ok && partly.text.contains("nothing was accepted"))
            let again = partly.text.matches(of: /name="right" value="([^"]+)"/).map {
                String($0.1)
            }
            #expect(again == ids)
            // Whoever finds a wrong text rejects it: the next sample is larger.
            try server.cli("reject", ids[0], "--reason", "style: Too stiff.")
            let larger = try await sample(partly, ids)
            #expect(larger.status == .ok)
            #expect(larger.text.contains("Something has changed in the meantime."))
            let more = larger.text.matches(of: /name="right" value="([^"]+)"/).map {
                String($0.1)
            }
            #expect(more.count == 29)
            let done = try await sample(larger, more)
            #expect(done.status == .seeOther, "\(done.text)")
            let after = try await browser.get(Self.german + "?section=many&show=proposed")
            #expect(after.text.contains("Nothing here"))
        }
    }
}
