import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestKit
import TestWorld
import Testing

@testable import Server

/// Signing in, forms and signing out, as on the pages.
@Suite struct SignInTests {
    /// Returns routes like those of pages.
    @Sendable private static func routes(_ foundation: ServerFoundation) -> [Route] {
        let sessions = foundation.sessions
        let form = Route.Body(
            content: [("application/x-www-form-urlencoded", .any)], maximumBytes: 1_000)
        return [
            .test(.post, "/login", family: .page, body: form) { context in
                let token = try await context.form()["token"] ?? ""
                switch try sessions.signIn(token, in: context) {
                case .signedIn(_, let cookie):
                    return Response(
                        status: .seeOther, headers: [.location: "/", .setCookie: cookie])
                case .refused(let reason): return .text("\(reason)", status: .forbidden)
                }
            },
            .test(.get, "/me", family: .page, access: .scope(.read)) { context in
                guard case .person(let name, let email) = context.principal.kind else {
                    return .text("nobody")
                }
                return .text("\(name) \(email) \(try context.formToken() ?? "-")")
            },
            .test(.post, "/act", family: .page, access: .scope(.propose), body: form) { context in
                try context.checkForm(try await context.form())
                return .text("done")
            },
            .test(.post, "/out", family: .page, body: form) { context in
                sessions.signOut(context)
                return Response(status: .seeOther, headers: [.setCookie: sessions.endedCookie])
            },
            .test(.post, "/out-everywhere", family: .page, access: .scope(.read), body: form) {
                context in
                try context.checkForm(try await context.form())
                try await sessions.signOutEverywhere(context)
                return Response(status: .seeOther, headers: [.setCookie: sessions.endedCookie])
            },
        ]
    }

    private struct Browser: Sendable {
        let client: any TestClientProtocol
        var cookie: String?
        var headers: HTTPFields = [.secFetchSite: "same-origin"]

        func send(
            _ method: HTTPRequest.Method, _ path: String, _ body: String = ""
        ) async throws -> TestResponse {
            var headers = headers
            headers[.cookie] = cookie
            return try await client.execute(
                uri: path, method: method, headers: headers, body: ByteBuffer(string: body))
        }

        mutating func signIn(_ token: String) async throws -> TestResponse {
            let answer = try await send(.post, "/login", "token=\(token)")
            cookie = answer.headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
            return answer
        }

        func formToken() async throws -> String {
            String(try await send(.get, "/me").text.split(separator: " ").last ?? "")
        }
    }

    private func run(
        _ server: ProjectServer, configuration: String = "    public = true\n",
        _ body: @Sendable (Browser) async throws -> Void
    ) async throws {
        try await server.run(configuration, options: { $0.furtherRoutes = Self.routes }) {
            client async throws in
            try await body(Browser(client: client))
        }
    }

    @Test func aTokenBecomesACookie() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await run(server) { browser async throws in
            var browser = browser
            #expect(try await browser.send(.get, "/me").status == .unauthorized)
            let answer = try await browser.signIn("+\(token)%0A")
            #expect(answer.status == .seeOther)
            #expect(answer.headers[.setCookie]?.contains("HttpOnly; SameSite=Lax; Path=/") == true)
            #expect(try await browser.send(.get, "/me").text.hasPrefix("Mara mara@example.org "))
            // The native API also accepts the cookie from our own pages.
            let api = APIClient.base + "/status"
            #expect(try await browser.send(.get, api).status == .ok)
            _ = try await browser.send(.post, "/out")
            let log = server.log
            #expect(!log.contains(token) && !log.contains(browser.cookie ?? "-"))
            let id = try TokenFile(directory: server.stateDirectory).read().tokens[0].id
            for message in ["signed in", "signed out"] {
                let line = log.split(separator: "\n").first { $0.contains("\"\(message)\"") }
                let text = String(try #require(line))
                #expect(text.contains("\"category\":\"audit\"") && text.contains("\"\(id)\""))
                #expect(text.contains(message == "signed in" ? "\"/login\"" : "\"/out\""))
            }
        }
    }

    @Test func whatIsSaidOfATokenThatDoesNotCount() async throws {
        let server = try ProjectServer()
        let file = TokenFile(directory: server.stateDirectory)
        let host = server.sandbox.host()
        let revoked = try server.token(.review)
        try file.revoke(revoked, on: host)
        let rotated = try server.token(.review)
        _ = try file.rotate(rotated, on: host)
        let app = try server.token(.read, app: true)
        var random = SplitMix64(seed: 9)
        let unknown = TokenSecret(kind: .person, using: &random).text
        try await run(server) { browser async throws in
            for (token, words) in [
                (revoked, "revoked"),
                (rotated, "replaced"),
                (app, "app"),
                (unknown, "unknown"), ("x", "unknown"),
            ] {
                var browser = browser
                let answer = try await browser.signIn(token)
                #expect(answer.status == .forbidden && answer.text == words)
                #expect(browser.cookie == nil)
            }
            #expect(server.log.contains("\"sign-in refused\""))
        }
    }

    @Test func guessingEnds() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await run(server) { browser async throws in
            var browser = browser
            for _ in 0..<5 {
                #expect(try await browser.signIn("dgp_no").status == .forbidden)
            }
            let refused = try await browser.signIn("dgp_no")
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "12")
            // Otherwise a correct guess would still be answered.
            #expect(try await browser.signIn(token).status == .tooManyRequests)
            server.sandbox.advanceClock(milliseconds: 12 * 1000)
            #expect(try await browser.signIn(token).status == .seeOther)
        }
    }

    @Test func formsBelongToWhoeverIsSignedIn() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        let other = try server.token(.review, email: "ines@example.org")
        try await run(server) { browser async throws in
            var browser = browser
            _ = try await browser.signIn(token)
            let form = "form-token=" + (try await browser.formToken())
            #expect(try await browser.send(.post, "/act", form).text == "done")
            for wrong in ["", "form-token=", "form-token=0"] {
                let answer = try await browser.send(.post, "/act", wrong)
                #expect(answer.status == .forbidden && answer.code == "origin")
            }
            var elsewhere = browser
            elsewhere.headers = [.secFetchSite: "same-site"]
            #expect(try await elsewhere.send(.post, "/act", form).status == .forbidden)
            elsewhere.headers = [.origin: "https://evil.example"]
            #expect(try await elsewhere.send(.post, "/act", form).status == .forbidden)
            elsewhere.headers = [.origin: "http://localhost:8080"]
            #expect(try await elsewhere.send(.post, "/act", form).text == "done")
            // A browser never sends Authorization automatically.
            var program = Browser(client: browser.client)
            program.headers = .bearer(token)
            #expect(try await program.send(.post, "/act").text == "done")
            var second = Browser(client: browser.client)
            _ = try await second.signIn(other)
            #expect(try await second.send(.post, "/act", form).status == .forbidden)
        }
    }

    @Test func signingOutEverywhereEndsAllCookies() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await run(server) { browser async throws in
            var first = browser
            var second = browser
            _ = try await first.signIn(token)
            _ = try await second.signIn(token)
            let form = "form-token=" + (try await first.formToken())
            let answer = try await first.send(.post, "/out-everywhere", form)
            #expect(answer.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await first.send(.get, "/me").status == .unauthorized)
            #expect(try await second.send(.get, "/me").status == .unauthorized)
            // The token itself counts.
            #expect(try await second.signIn(token).status == .seeOther)
            #expect(try await second.send(.get, "/me").status == .ok)
            #expect(server.log.contains("\"signed out everywhere\""))
        }
    }

    @Test func aCookieIsMadeAnewOnTheWay() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await run(server) { browser async throws in
            var browser = browser
            _ = try await browser.signIn(token)
            #expect(try await browser.send(.get, "/me").headers[.setCookie] == nil)
            server.sandbox.advanceClock(milliseconds: 3_600 * 1000)
            let form = try await browser.formToken()
            let answer = try await browser.send(.get, "/me")
            let renewed = try #require(answer.headers[.setCookie])
            #expect(renewed.contains("Max-Age=43200"))
            browser.cookie = String(renewed.prefix { $0 != ";" })
            #expect(try await browser.send(.get, "/me").headers[.setCookie] == nil)
            #expect(try await browser.formToken() == form)
        }
    }

    @Test func aRevokedTokenIsNamedInTheLog() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        let revoked = try TokenFile(directory: server.stateDirectory)
            .revoke(token, on: server.sandbox.host())
        try await run(server) { browser async throws in
            var program = browser
            program.headers = .bearer(token)
            #expect(try await program.send(.get, "/me").status == .unauthorized)
            let line = server.log.split(separator: "\n").last { $0.contains("audit") }
            #expect(line?.contains("\"token\":\"\(revoked.id)\"") == true)
        }
    }

    @Test func problemsArePagesForPeople() async throws {
        let server = try ProjectServer()
        try await server.run(
            "    public = true\n",
            options: {
                $0.furtherRoutes = Self.routes
                $0.htmlProblem = { problem, request, id in
                    .html("<p>\(problem.code.rawValue) \(id)", status: problem.status)
                }
            }
        ) { client async throws in
            func type(_ path: String, _ accept: String) async throws -> String {
                let answer = try await client.execute(
                    uri: path, method: .get, headers: [.accept: accept])
                let policy = answer.headers[.contentSecurityPolicy]
                #expect((policy != nil) == (path == "/me" || answer.text.hasPrefix("<p>")))
                return answer.headers[.contentType] ?? ""
            }
            let page = "text/html; charset=utf-8"
            let json = "application/problem+json"
            let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
            #expect(try await type("/me", browser) == page)
            #expect(try await type("/nothing", browser) == page)
            #expect(try await type("/projects/shop/nothing", browser) == page)
            for path in ["/me", "/nothing"] {
                #expect(try await type(path, "*/*") == json)
                #expect(try await type(path, "application/json") == json)
            }
            for path in [
                "/api/nothing", "/api/v1/projects/none", "/projects/shop/api/v2/nothing",
                "/locales/x", "/projects/shop/locales/x",
            ] { #expect(try await type(path, browser).hasSuffix("json")) }
        }
    }

    @Test func pagesMayLoadNothingFromElsewhere() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await run(server) { browser async throws in
            var browser = browser
            _ = try await browser.signIn(token)
            let answer = try await browser.send(.get, "/me")
            #expect(
                answer.headers[.contentSecurityPolicy]
                    == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
            #expect(answer.headers[.cacheControl] == "private, no-cache")
        }
    }
}
