import HTTPTypes
import Hosting
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server
@testable import ServerPages

/// The page of people: rights from settings and tokens.
@Suite struct PeoplePageTests {
    private func server() throws -> ProjectServer {
        let server = try ProjectServer()
        try server.cli(
            "config", "maintainers", #"["mara@example.org","ines@example.org"]"#, "--force")
        try server.cli("config", "reviewers", #"{"fr":["ines@example.org"]}"#, "--force")
        try server.cli("config", "translators", #"{"de":["otto@example.org"]}"#, "--force")
        try server.cli("config", "names", #"{"ines@example.org":["Inès Marchand"]}"#, "--force")
        return server
    }

    /// Returns the text of a person's row, without tags.
    private func row(_ name: String, _ page: PageBrowser.Page) -> String? {
        page.text.components("<li>\n<div>").first { $0.contains(">\(name)<") }.map { part in
            part.components("<section")[0].replacing(/<[^>]*>/, with: " ")
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    @Test func rightsComeFromSettingsAndTokens() async throws {
        let server = try server()
        let mara = try server.token(.admin)
        _ = try server.token(.review, locales: ["fr"], email: "ines@example.org")
        _ = try TokenFile(directory: server.stateDirectory).invite(
            TokenRequest(person: "Otto", email: "otto@example.org", scope: .propose),
            on: server.sandbox.host())
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(mara)
            let page = try await browser.get("/projects/shop/people")
            #expect(page.status == .ok && !page.text.contains("dgp_"))
            let own = try #require(row("Mara", page))
            #expect(own.contains("you mara@example.org Maintains"), "\(own)")
            let ines = try #require(row("Inès Marchand", page))
            #expect(ines.contains("ines@example.org Reviews French Token"), "\(ines)")
            // The settings let Otto translate German, but his invitation lets him only propose.
            let otto = try #require(row("Otto", page))
            #expect(otto.contains("Proposes all languages"), "\(otto)")
            #expect(otto.contains("Invited; the link works until 28 November"), "\(otto)")
            #expect(page.text.contains(#"<td dir="auto">Inès Marchand</td>"#))
            #expect(page.text.contains(#"<td dir="auto">Everyone</td>"#))
        }
    }

    @Test func peopleWithoutATokenHaveTheRightsOfTheirRole() async throws {
        let server = try server()
        let mara = try server.token(.read)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(mara)
            let page = try await browser.get("/projects/shop/people")
            let otto = try #require(row("otto@example.org", page))
            #expect(otto.contains("Translates German Cannot sign in on this server"), "\(otto)")
        }
    }

    @Test func visitorsSeeNoAddressesAndNoTokens() async throws {
        let server = try server()
        _ = try server.token(.review, email: "secret@example.org")
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let page = try await browser.get("/projects/shop/people")
            #expect(page.status == .ok && !page.text.contains("@example.org"))
            #expect(!page.text.contains("Token") && page.text.contains("Someone without a public"))
            #expect(row("Inès Marchand", page)?.contains("Reviews French") == true)
        }
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
