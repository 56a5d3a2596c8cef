import HTTPTypes
import Hosting
import JSON
import Testing

@testable import Server

/// The notes of proposals, which say where a text was read in an app.
@Suite struct ProposalNoteTests {
    /// A note comes from whoever uses the app, perhaps from a hostile page.
    @Test func notesAreShownAsTextWhereReviewersDecide() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        let note =
            "https://app.example/cart (heading “<img src=x onerror=alert(1)>”, \u{202E}button)"
        let id = try server.cli(
            "propose", "de", "cart.title", "Korb", "--note", note, "--guid", "guid-of-a-tester"
        ).filter { !$0.isWhitespace }
        let shown =
            "https://app.example/cart (heading “&lt;img src=x onerror=alert(1)&gt;”, &lt;U+202E&gt;button)"
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            for path in ["/string?section=default&key=cart.title", "/review", "/review?at=\(id)"] {
                let page = try await browser.get("/projects/shop/languages/de" + path)
                #expect(page.text.contains(shown), "\(path)")
                #expect(!page.text.contains("href=\"https://app.example"), "\(path)")
                #expect(!page.text.contains("<img src=x"), "\(path)")
            }
            let list = try await APIClient(client: client).with(token: token).get("/proposals")
            #expect(list.json?.arrayValue?.first?["note"]?.stringValue == note)
        }
        #expect(
            try server.cli("show", id).contains(
                "note: \(note.replacing("\u{202E}", with: "<U+202E>"))"))
    }
}
