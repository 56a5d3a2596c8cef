import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The memory's suggestions, in the API and beside the text field.
@Suite(.timeLimit(.minutes(10))) struct SuggestionsAPITests {
    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.cli("string", "add", "cart.again", "Your cart!")
        try server.cli("string", "add", "-s", "glossary", "cart", "cart")
        try server.cli("set", "de", "glossary:cart", "Wagen")
        return server
    }

    /// Repeats the request until the memory has caught up.
    private func suggestions(_ api: APIClient, _ query: String) async throws -> TestResponse {
        while true {
            let answer = try await api.get("/suggestions?" + query)
            guard answer.status == .ok, answer.member("memory")?.arrayValue?.isEmpty == true else {
                return answer
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func likeTextsAreRemembered() async throws {
        let server = try server()
        try server.cli("propose", "de", "cart.again", "Einkaufswagen!")
        try await server.run { client in
            let api = APIClient(client: client)
            let answer = try await self.suggestions(api, "locale=de&key=cart.again")
            let match = try #require(answer.member("memory")?.arrayValue?.first)
            #expect(match["percent"] == 90 && match["target"] == "Warenkorb", "\(match)")
            #expect(match["key"] == "cart.title" && match["context"] == false)
            let proposal = try #require(answer.member("proposals")?.arrayValue?.first)
            #expect(proposal["origin"] == "human" && proposal["value"] == "Einkaufswagen!")
            // Texts by other processes are remembered, too.
            try server.cli("string", "add", "sign", "Sign in")
            try server.cli("set", "de", "auth:login.title", "Anmelden")
            let other = try await self.suggestions(api, "locale=de&key=sign")
            #expect(other.member("memory")?.arrayValue?.first?["target"] == "Anmelden")
        }
    }

    @Test func badQuestionsAreRefused() async throws {
        let server = try server()
        try await server.run { client in
            let api = APIClient(client: client)
            for (query, status) in [
                ("key=cart.again", 400), ("locale=de", 400), ("locale=x_&key=cart.again", 400),
                ("locale=ja&key=cart.again", 404), ("locale=de&key=nothing", 404),
            ] {
                let answer = try await api.get("/suggestions?" + query)
                #expect(answer.status.code == status, "\(query): \(answer.text)")
            }
        }
    }

    @Test func theWalkShowsThemAndKeepsTheirOrigin() async throws {
        let server = try server()
        let token = try server.token(.translate)
        try await server.run(options: PageBrowser.withPages) { client in
            let api = APIClient(client: client)
            _ = try await self.suggestions(api, "locale=de&key=cart.again")
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let german = "/projects/shop/languages/de"
            let page = try await browser.get(german + "/translate?q=cart.again")
            #expect(page.text.contains("Memory 90%"), "\(page.text)")
            #expect(page.text.contains(#"data-use="Warenkorb""#))
            // A term of the glossary.
            #expect(page.text.contains(#"data-insert="Wagen""#))
            let done = try await browser.post(
                german + "/propose",
                [
                    "form-token": page.field("form-token"),
                    "idempotency": page.field("idempotency"), "back": german,
                    "section": "default", "key": "cart.again", "value": "Warenkorb",
                ])
            #expect(done.status == .seeOther, "\(done.text)")
            let proposals = try server.cli("proposals", "--key", "cart.again", "--format", "json")
            #expect(proposals.contains(#""origin": "memory""#), "\(proposals)")
            // A text that is already proposed is not suggested again.
            let again = try await browser.get(german + "/translate?q=cart.again")
            #expect(again.text.contains("Proposed from memory"))
            #expect(!again.text.contains("Memory 90%"))
        }
    }
}
