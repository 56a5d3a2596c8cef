import Hosting
import TestWorld
import Testing
import Translation

@testable import Server

/// The cookies of sessions, and the tokens of forms.
@Suite struct SessionTests {
    private let sandbox: Sandbox
    private let directory: String
    private let file: TokenFile
    private let now = Sandbox.start
    private static let hour: Int64 = 3_600_000

    init() throws {
        sandbox = try Sandbox()
        directory = sandbox.directory + "/state"
        file = TokenFile(directory: directory)
    }

    private func sessions(
        _ directory: String? = nil, passing: Token? = nil, cookieName: String = "dragoman"
    ) throws -> Sessions {
        let directory = directory ?? self.directory
        return Sessions(
            tokens: try TokenWatch(TokenFile(directory: directory)), stateDirectory: directory,
            passing: passing, cookieName: cookieName, host: sandbox.host())
    }

    private func add(_ name: String = "Mara", expiry: TokenExpiry? = nil) throws -> Token {
        try file.add(
            TokenRequest(
                person: name, email: "\(name.lowercased())@example.org", scope: .review,
                expiry: expiry), on: sandbox.host()
        ).token
    }

    /// Returns the value of a cookie as a browser sends it back.
    private func value(_ field: String) -> String {
        String(field.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst())
    }

    private func cookie(_ sessions: Sessions, _ token: Token, at time: Int64? = nil) throws
        -> String
    {
        value(
            try sessions.cookie(
                tokenID: token.id, generation: token.generation, at: time ?? now))
    }

    @Test func aCookieHasTheFormThatBrowsersKeep() throws {
        let token = try add()
        let plain = try sessions().cookie(tokenID: token.id, generation: 1, at: now)
        #expect(plain.hasPrefix("dragoman=v1.\(token.id).1.\(now / 1000)."))
        #expect(plain.hasSuffix("; HttpOnly; SameSite=Lax; Path=/; Max-Age=43200"))
        let parts = value(plain).split(separator: ".")
        #expect(parts.map(\.count) == [2, 8, 1, 10, 32, 64])
        let secure = try sessions(cookieName: "__Host-dragoman")
        let field = try secure.cookie(tokenID: token.id, generation: 1, at: now)
        #expect(field.hasPrefix("__Host-dragoman=v1."))
        #expect(field.hasSuffix("; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=43200"))
        #expect(
            secure.endedCookie
                == "__Host-dragoman=; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=0")
        // Two sign-ins in one second have different cookies.
        #expect(try sessions().cookie(tokenID: token.id, generation: 1, at: now) != plain)
    }

    @Test func theServerIsSecureUnlessItIsPlainAndLocal() throws {
        let local = try TestServer.configuration()
        #expect(local.cookieName == "dragoman")
        let proxied = try TestServer.configuration {
            $0.links = try Links("https://l10n.example.org")
        }
        #expect(proxied.cookieName == "__Host-dragoman")
        let open = try TestServer.configuration { $0.listen = .internet(host: "0.0.0.0", port: 80) }
        #expect(open.cookieName == "__Host-dragoman")
    }

    @Test func aCookieStandsForItsToken() throws {
        let token = try add()
        let sessions = try sessions()
        let cookie = try cookie(sessions, token)
        #expect(sessions.session(cookie, at: now)?.token == token)
        // Another server with the same state directory accepts it, such as this one after a
        // restart.
        #expect(try self.sessions().session(cookie, at: now)?.token == token)
        // Another state directory has another key.
        try sandbox.write(try sandbox.read("state/tokens.jsonl"), to: "other/tokens.jsonl")
        let other = try self.sessions(sandbox.directory + "/other")
        #expect(other.session(cookie, at: now) == nil)
    }

    @Test func whatWasAlteredIsNoCookie() throws {
        let token = try add()
        let second = try add("Ines")
        let sessions = try sessions()
        let cookie = try cookie(sessions, token)
        var parts = cookie.split(separator: ".").map(String.init)
        for (index, replacement) in [
            (0, "v2"), (1, second.id), (2, "2"), (3, "\(now / 1000 + 1)"), (4, "0"),
            (5, String(repeating: "0", count: 64)), (5, ""), (2, "-1"), (3, "99999999999999999999"),
        ] {
            let part = parts[index]
            parts[index] = replacement
            #expect(sessions.session(parts.joined(separator: "."), at: now) == nil)
            parts[index] = part
        }
        for text in ["", ".....", cookie + ".", String(cookie.dropLast()), cookie.uppercased()] {
            #expect(sessions.session(text, at: now) == nil, "\(text)")
        }
        #expect(sessions.session(cookie, at: now) != nil)
    }

    @Test func aSessionEndsByItself() throws {
        let token = try add()
        let sessions = try sessions()
        let cookie = try cookie(sessions, token)
        #expect(sessions.session(cookie, at: now + 12 * Self.hour - 1000) != nil)
        #expect(sessions.session(cookie, at: now + 12 * Self.hour) == nil)
        // The clocks of two servers may differ slightly, but not by hours.
        #expect(sessions.session(cookie, at: now - 60_000) != nil)
        #expect(sessions.session(cookie, at: now - Self.hour) == nil)
    }

    @Test func aCookieIsMadeAnewAfterAnHour() throws {
        let token = try add()
        let sessions = try sessions()
        let cookie = try cookie(sessions, token)
        #expect(sessions.renewed(cookie, at: now + Self.hour - 1000) == nil)
        let field = try #require(sessions.renewed(cookie, at: now + Self.hour))
        let renewed = value(field)
        #expect(sessions.session(renewed, at: now + 12 * Self.hour)?.token == token)
        #expect(sessions.session(renewed, at: now + 13 * Self.hour) == nil)
        #expect(sessions.renewed(cookie, at: now + 12 * Self.hour) == nil)
    }

    @Test func aSessionEndsWithItsToken() throws {
        let host = sandbox.host()
        let expiring = try add("Ada", expiry: TokenExpiry(parsing: "90d"))
        let revoked = try add("Ines")
        let rotated = try add("Noor")
        let raised = try add("Ravi")
        let before = try sessions()
        let tokens = [expiring, revoked, rotated, raised]
        let cookies = try tokens.map { try cookie(before, $0) }
        try file.revoke(revoked.id, on: host)
        _ = try file.rotate(rotated.id, on: host)
        try file.endSessions(of: raised.id)
        let after = try sessions()
        #expect(cookies.map { before.session($0, at: now) != nil } == [true, true, true, true])
        #expect(cookies.map { after.session($0, at: now) != nil } == [true, false, false, false])
        let expiry = try #require(expiring.expires)
        let last = try cookie(after, expiring, at: expiry - 1000)
        #expect(after.session(last, at: expiry - 1) != nil)
        #expect(after.session(last, at: expiry) == nil)
    }

    @Test func aTokenThatIsNotStoredHasSessions() async throws {
        let host = sandbox.host()
        let actor = Actor(name: "Administrator", email: "admin@localhost")
        let (passing, secret) = Token.passing(for: actor, on: host)
        let sessions = try sessions(passing: passing)
        #expect(sessions.find(secret.text, at: now) == .valid(passing))
        let cookie = try cookie(sessions, passing)
        #expect(sessions.session(cookie, at: now)?.token == passing)
        // The next process does not know the session.
        #expect(try self.sessions().session(cookie, at: now) == nil)
        try await sessions.endAll(of: passing.id)
        #expect(sessions.session(cookie, at: now) == nil)
        guard case .valid(let raised) = sessions.find(secret.text, at: now) else {
            Issue.record("The token counts no more.")
            return
        }
        #expect(raised.generation == 2)
    }

    @Test func appsHaveNoSessions() throws {
        let app = try file.add(
            TokenRequest(app: "Shop for iOS", scope: .read), on: sandbox.host()
        ).token
        let sessions = try sessions()
        #expect(sessions.session(try cookie(sessions, app), at: now) == nil)
    }

    @Test func theTokenOfAFormIsForWhoeverIsSignedIn() async throws {
        let token = try add()
        let other = try add("Ines")
        let sessions = try sessions()
        let principal = Principal(token)
        let text = try #require(try sessions.formToken(of: principal))
        #expect(try sessions.isFormToken(text, of: principal))
        #expect(try !sessions.isFormToken(text, of: Principal(other)))
        #expect(try !sessions.isFormToken(text, of: .anonymous))
        #expect(try !sessions.isFormToken("", of: principal))
        #expect(try sessions.formToken(of: .anonymous) == nil)
        // A form outlives a cookie, but not the sessions of a token.
        #expect(try self.sessions().formToken(of: principal) == text)
        try await sessions.endAll(of: token.id)
        let raised = try #require(
            sessions.session(
                value(try sessions.cookie(tokenID: token.id, generation: 2, at: now)), at: now))
        #expect(try !sessions.isFormToken(text, of: Principal(raised.token)))
    }
}
