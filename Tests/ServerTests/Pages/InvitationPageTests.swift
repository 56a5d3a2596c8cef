import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import TestWorld
import Testing
import Texts

@testable import Server
@testable import ServerPages

/// Invitations: a page that changes nothing, and a button that works once.
@Suite struct InvitationPageTests {
    /// Adds an invitation, and returns its line and the path of its link.
    private func invite(
        _ server: ProjectServer, projects: [String] = ["shop"],
        expiry: TokenExpiry? = Invitation.usualExpiry
    ) throws -> (token: Token, link: String) {
        let (token, secret) = try TokenFile(directory: server.stateDirectory).invite(
            TokenRequest(
                person: "Otto", email: "otto@example.org",
                scope: .translate, projects: projects,
                locales: [LanguageTag("fr")].compactMap(\.self), expiry: expiry),
            on: server.sandbox.host())
        return (token, "/invitations/\(secret.text)")
    }

    private func audit(_ server: ProjectServer, _ message: String, _ token: Token) -> Bool {
        server.log.split(separator: "\n").contains { line in
            line.contains("\"\(message)\"") && line.contains("\"category\":\"audit\"")
                && line.contains("\"\(token.id)\"")
        }
    }

    private func isSecret(_ page: PageBrowser.Page) -> Bool {
        page.headers[.cacheControl] == "no-store"
            && page.headers[.referrerPolicy] == "strict-origin"
    }

    /// Mail programs open links, and show previews of them.
    @Test func openingTheLinkNamesThePersonAndChangesNothing() async throws {
        let server = try ProjectServer()
        let (token, link) = try invite(server)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            for _ in 0..<3 {
                let page = try await browser.get(link)
                #expect(page.status == .ok && isSecret(page) && browser.cookies.isEmpty)
                #expect(page.text.contains("You are invited, <bdi>Otto</bdi>"))
                for words in [
                    "otto@example.org", "propose and set texts", "the project shop; French",
                ] { #expect(page.text.contains(words), "\(words)") }
            }
            let head = try await client.execute(uri: link, method: .head)
            #expect(head.status == .ok)
            let file = try TokenFile(directory: server.stateDirectory).read()
            #expect(file.token(id: token.id)?.invitation?.used == nil)
        }
    }

    @Test func theButtonSignsInOnce() async throws {
        let server = try ProjectServer()
        let (token, link) = try invite(server)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            let answer = try await browser.post(link, [:])
            #expect(answer.status == .seeOther && isSecret(answer))
            #expect(answer.headers[.location] == "/projects/shop")
            // Otto has no token to sign in with again, so his cookie lasts longer.
            #expect(answer.headers[.setCookie]?.hasSuffix("Max-Age=2592000") == true)
            let account = try await browser.get("/account")
            #expect(account.text.contains("otto@example.org"))
            #expect(account.text.contains("You signed in with an invitation"))
            #expect(audit(server, "invitation used", token))

            // Otto opens the mail again, or presses the button twice.
            #expect(try await browser.get(link).headers[.location] == "/projects/shop")
            #expect(try await browser.post(link, [:]).headers[.location] == "/projects/shop")

            // Somebody else got the same mail.
            var other = PageBrowser(client)
            for page in [try await other.get(link), try await other.post(link, [:])] {
                #expect(page.status == .gone && isSecret(page) && other.cookies.isEmpty)
                #expect(page.text.contains("This invitation was already used on 21 November 2026"))
                #expect(page.text.contains("tell the sender, who can end that session"))
            }
            #expect(audit(server, "used invitation refused", token))
            #expect(!server.log.contains(link.dropFirst("/invitations/dgi_".count)))

            // Revoking ends the session of whoever was first.
            try TokenFile(directory: server.stateDirectory).revoke(
                token.id, on: server.sandbox.host())
            try await eventually { try await browser.get("/account").status == .seeOther }
            let revoked = try await other.get(link)
            #expect(revoked.text.contains("This invitation was withdrawn"))
        }
    }

    @Test func ofTwoPressesAtOnceOneSignsIn() async throws {
        let server = try ProjectServer()
        let (_, link) = try invite(server)
        try await server.run(options: PageBrowser.withPages) { client in
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        var browser = PageBrowser(client)
                        return try await browser.post(link, [:]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .seeOther }.count == 1)
            #expect(statuses.filter { $0 == .gone }.count == 3)
        }
    }

    /// Not even a page whose origin may call the API.
    @Test(arguments: ["https://evil.example", "https://shop.example.org", "null", nil])
    func anotherSiteCannotSubmitIt(origin: String?) async throws {
        let server = try ProjectServer()
        let (_, link) = try invite(server)
        try await server.run(
            "    public = true\n    cors = https://shop.example.org\n",
            options: PageBrowser.withPages
        ) { client in
            var browser = PageBrowser(client)
            let page = try await browser.post(link, [:], origin: origin)
            #expect(page.status == .forbidden && browser.cookies.isEmpty)
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(try await browser.get(link).status == .ok)
        }
    }

    @Test func eachBadLinkHasItsOwnSentence() async throws {
        let server = try ProjectServer()
        let (_, link) = try invite(server)
        let (_, old) = try invite(server, expiry: .after(1000))
        let (replaced, first) = try invite(server)
        _ = try TokenFile(directory: server.stateDirectory).inviteAgain(
            replaced.id, on: server.sandbox.host())
        server.sandbox.advanceClock(milliseconds: 1000)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            for (address, status, words) in [
                (old, HTTPResponse.Status.gone, "This invitation has expired"),
                (first, .notFound, "This server does not know the invitation"),
                (String(link.dropLast()), .notFound, "This link is incomplete"),
                (link + ".", .notFound, "This link is incomplete"),
            ] {
                for page in [try await browser.get(address), try await browser.post(address, [:])] {
                    #expect(page.status == status && page.text.contains(words), "\(page.text)")
                    #expect(isSecret(page))
                }
            }
            let pasted = try await browser.post(
                "/login", ["token": "http://localhost:8080" + link, "back": "/"])
            #expect(pasted.text.contains("This is an invitation."))
        }
    }

    /// The invited person has no more rights than the operator fixed.
    @Test func theRightsAreThoseOfTheInvitation() async throws {
        let server = try ProjectServer()
        let (_, link) = try invite(server)
        try await server.run(options: PageBrowser.withPages) { client in
            var browser = PageBrowser(client)
            _ = try await browser.post(link, [:])
            let page = try await browser.get("/projects/shop/languages/fr/translate")
            func set(_ tag: String) async throws -> HTTPResponse.Status {
                try await browser.post(
                    "/projects/shop/languages/\(tag)/set",
                    [
                        "form-token": page.field("form-token"), "section": "default",
                        "key": "cart.title", "text-other": "X", "text": "X", "value": "X",
                    ], json: true
                ).status
            }
            #expect(try await set("de") == .forbidden)
            #expect(try await browser.get("/projects/shop/languages/new").status == .forbidden)
        }
    }

    private func eventually(_ body: () async throws -> Bool) async throws {
        for _ in 0..<600 {
            if try await body() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("The condition was never met.")
    }
}
