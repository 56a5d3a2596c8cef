import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing
import Translation

@testable import Hosting
@testable import Server
@testable import ServerPages

/// Signing in by the header of a trusted proxy.
@Suite(.serialized) struct UserHeaderTests {
    private static let field = "X-Forwarded-Email"
    private static let proposal = #"{"locale":"fr","key":"cart.title","value":"Chariot"}"#

    private static func header(from peers: [String]) throws -> UserHeader {
        var server = ServerSettings()
        server.userHeader = field
        var invalid = ""
        server.userHeaderFrom = try #require(TrustedPeers(peers, invalid: &invalid))
        return try #require(UserHeader(server))
    }

    private static func fields(_ values: [String], name: String = field) throws -> HTTPFields {
        let name = try #require(HTTPField.Name(name))
        return HTTPFields(values.map { HTTPField(name: name, value: $0) })
    }

    @Test(arguments: [
        ("10.1.2.3", true), ("::ffff:10.1.2.3", true), ("11.0.0.1", false), ("::1", true),
        ("::2", false), ("127.0.0.1", false),
    ]) func onlyTrustedPeersCount(peer: String, isTrusted: Bool) throws {
        let header = try Self.header(from: ["10.0.0.0/8", "::1"])
        let address = try #require(ClientAddress(peer))
        let user = try header.user(in: Self.fields(["mara@example.org"]), from: address)
        #expect(user == (isTrusted ? "mara@example.org" : nil))
    }

    @Test func aSocketMustBeNamed() throws {
        let fields = try Self.fields(["mara@example.org"])
        let named = try Self.header(from: ["unix"])
        #expect(try named.user(in: fields, from: .local) == "mara@example.org")
        let unnamed = try Self.header(from: ["0.0.0.0/0", "::/0"])
        #expect(try unnamed.user(in: fields, from: .local) == nil)
        #expect(try named.user(in: fields, from: nil) == nil)
    }

    @Test func anEmptyHeaderNamesNobody() throws {
        let header = try Self.header(from: ["10.0.0.1"])
        for values in [[], [""], ["", ""]] {
            #expect(
                try header.user(in: Self.fields(values), from: ClientAddress("10.0.0.1")) == nil)
        }
        // Some programs treat both spellings as the same field, but proxies remove only one.
        let other = try Self.fields(["mara@example.org"], name: "X_Forwarded_Email")
        #expect(try header.user(in: other, from: ClientAddress("10.0.0.1")) == nil)
    }

    @Test(arguments: [
        ["mara@example.org", "otto@example.org"], ["mara@example.org", "mara@example.org"],
        ["mara@example.org", ""], ["mara@example.org,otto@example.org"],
        ["mara@example.org, otto@example.org"], ["mara"], ["@example.org"], ["mara@"],
        ["mara@example.org@evil.example"], ["ma ra@example.org"], ["mara@example.org\t"],
        ["mara@exa\u{0}mple.org"], ["mara@example.org\u{1B}[2J"], ["mara\u{A0}@example.org"],
        ["mára@example.org"], ["Mara <mara@example.org>"], ["\"mara\"@example.org"],
        ["mara@[127.0.0.1]"], [".mara@example.org"], ["mara@example..org"], ["mara@exam_ple.org"],
        [String(repeating: "a", count: 200) + "@example.org"],
    ]) func anythingButOnePlainAddressIsRefused(values: [String]) throws {
        let header = try Self.header(from: ["10.0.0.1"])
        var fields = HTTPFields()
        for value in values {
            fields.append(HTTPField(name: header.name, lenientValue: Array(value.utf8)))
        }
        let problem = #expect(throws: Problem.self) {
            try header.user(in: fields, from: ClientAddress("10.0.0.1"))
        }
        #expect(problem?.code == ProblemCode(.invalidValue))
        // The same from elsewhere is ignored.
        #expect(try header.user(in: fields, from: ClientAddress("10.0.0.2")) == nil)
    }

    /// Runs `body` with a client whose connections come from 127.0.0.1.
    private func run(
        _ server: ProjectServer, from peers: String = "127.0.0.1", project: String = "",
        _ body: @escaping @Sendable (APIClient) async throws -> Void
    ) async throws {
        let application = try await server.application(
            project + "\n[server]\n    userHeader = \(Self.field)\n    userHeaderFrom = \(peers)\n"
                + "    proxy = 127.0.0.1\n", options: PageBrowser.withPages)
        try await PatientClient.with(application) { client in
            try await body(
                APIClient(client: client).with("Sec-Fetch-Site", "same-origin"))
        }
    }

    @Test func theHeaderSignsIn() async throws {
        let server = try ProjectServer()
        try await run(server) { api async throws in
            #expect(try await api.get("/status").status == .unauthorized)
            let mara = api.with(Self.field, "mara@example.org")
            let status = try await mara.get("/status")
            #expect(status.status == .ok)
            #expect(status.headers[.vary]?.contains(Self.field) == true)
            #expect(try await mara.post("/proposals", Self.proposal).status == .created)
            // The guid is the same in every request, in any letter case of the address.
            let again = try await api.with(Self.field, "MARA@example.org")
                .post("/proposals", Self.proposal)
            #expect(again.status == .conflict && again.code == "duplicate")
            let otto = api.with(Self.field, "otto@example.org")
            #expect(try await otto.post("/proposals", Self.proposal).status == .created)
            // Nobody may do more without a token.
            let set = try await mara.send(
                .put, "/text/fr?key=cart.title", #"{"value":"Chariot"}"#)
            #expect(set.status == .forbidden && set.code == "scope")
            #expect(!server.log.contains("mara@example.org"))
            #expect(server.log.contains("\"who\":\"user-"))
        }
        let listed = try server.cli("proposals", "-l", "fr", "--format", "json")
        #expect(listed.contains("mara@example.org") && listed.contains("\"mara\""))
    }

    @Test func othersCannotSendIt() async throws {
        let server = try ProjectServer()
        try await run(server, from: "10.0.0.1") { api async throws in
            let forged = api.with(Self.field, "mara@example.org")
                .with("X-Forwarded-For", "10.0.0.1").with("Forwarded", "for=10.0.0.1")
            #expect(try await forged.get("/status").status == .unauthorized)
            // Even an invalid value is ignored.
            let invalid = api.with(Self.field, "mara, otto")
            #expect(try await invalid.get("/status").status == .unauthorized)
        }
    }

    @Test func severalHeadersAreRefused() async throws {
        let server = try ProjectServer()
        try await run(server) { api async throws in
            var both = api.with(Self.field, "mara@example.org")
            let name = try #require(HTTPField.Name(Self.field))
            both.headers.append(HTTPField(name: name, value: "otto@example.org"))
            let answer = try await both.get("/status")
            #expect(answer.status == .badRequest && answer.code == "invalid-value")
            #expect(try await api.with(Self.field, "").get("/status").status == .unauthorized)
            // Probes do not depend on the header.
            let live = try await both.get("/api/openapi.json")
            #expect(live.status == .ok)
        }
    }

    @Test(arguments: [
        ("", "", 403), ("cross-site", "", 403), ("same-site", "", 403), ("none", "", 403),
        ("", "https://evil.example", 403), ("", "https://app.example.org", 403),
        ("cross-site", "null", 403), ("", "http://localhost:8080", 201), ("same-origin", "", 201),
    ]) func otherSitesCannotWrite(site: String, origin: String, status: Int) async throws {
        let server = try ProjectServer()
        try await run(server, project: "    cors = https://app.example.org") { api async throws in
            var mara = APIClient(client: api.client).with(Self.field, "mara@example.org")
            if !site.isEmpty { mara = mara.with("Sec-Fetch-Site", site) }
            if !origin.isEmpty { mara = mara.with("Origin", origin) }
            let answer = try await mara.post("/proposals", Self.proposal)
            #expect(answer.status.code == status)
            if status == 403 { #expect(answer.code == "origin") }
        }
    }

    @Test func formsNeedTheirToken() async throws {
        let server = try ProjectServer()
        try await run(server) { api async throws in
            let mara = api.with(Self.field, "mara@example.org")
                .with("Content-Type", "application/x-www-form-urlencoded")
            func act(_ api: APIClient, _ method: HTTPRequest.Method, _ body: String = "")
                async throws -> TestResponse
            {
                try await api.client.execute(
                    uri: "/account", method: method, headers: api.headers,
                    body: ByteBuffer(string: body))
            }
            let page = try await act(mara, .get)
            #expect(page.status == .ok)
            #expect(page.text.contains("mara@example.org"))
            #expect(page.text.contains("Sign out there."))
            #expect(!page.text.contains("/logout"))
            let start = try #require(page.text.range(of: "name=\"form-token\" value=\""))
            let token = page.text[start.upperBound...].prefix { $0 != "\"" }
            #expect(try await act(mara, .post, "theme=dark").status == .forbidden)
            let form = "theme=dark&form-token=\(token)"
            let otto = mara.with(Self.field, "otto@example.org")
            #expect(try await act(otto, .post, form).status == .forbidden)
            #expect(try await act(mara, .post, form).status == .seeOther)
        }
    }

    @Test func tokensDecide() async throws {
        let server = try ProjectServer()
        let file = TokenFile(directory: server.stateDirectory)
        func add(_ email: String, _ scope: Scope, projects: [String] = []) throws -> String {
            try file.add(
                TokenRequest(
                    person: "Person", email: email, scope: scope, projects: projects),
                on: server.sandbox.host()
            ).secret.text
        }
        // Of several tokens for the project, the widest counts.
        _ = try add("mara@example.org", .read)
        let mara = try add("Mara@Example.org", .review)
        _ = try add("mara@example.org", .admin, projects: ["other"])
        _ = try add("otto@example.org", .read)
        _ = try add("ines@example.org", .admin, projects: ["other"])
        let revoked = try add("jon@example.org", .admin)
        try file.revoke(revoked, on: server.sandbox.host())
        try await run(server) { api async throws in
            func propose(_ email: String) async throws -> TestResponse {
                try await api.with(Self.field, email).post("/proposals", Self.proposal)
            }
            let made = try await api.with(token: mara).post("/proposals", Self.proposal)
            #expect(made.status == .created)
            // The header has the guid and the name of the token.
            #expect(try await propose("mara@example.org").code == "duplicate")
            let id = try #require(made.member("proposal")?.stringValue)
            #expect(try await propose("otto@example.org").code == "scope")
            #expect(try await propose("ines@example.org").code == "scope")
            // A revoked token gives no rights, and takes away none.
            #expect(try await propose("jon@example.org").status == .created)
            let jon = api.with(Self.field, "jon@example.org")
            let accept = #"{"ids":["\#(id)"]}"#
            #expect(try await jon.post("/proposals/accept", accept).code == "scope")
            // A token in the request takes precedence over the header.
            #expect(try await jon.with(token: mara).post("/proposals/accept", accept).status == .ok)
        }
    }

    @Test func nothingElseTrustsTheHeader() async throws {
        let server = try ProjectServer()
        try await run(server) { api async throws in
            let mara = api.with(Self.field, "mara@example.org")
            let nstack = try await mara.get("/api/v2/content/localize/mobile/languages")
            #expect(nstack.status == .unauthorized)
            // The proxy's clients are not on this machine.
            let metrics = try await mara.client.execute(
                uri: "/metrics", method: .get, headers: mara.headers)
            #expect(metrics.status == .forbidden)
        }
    }
}
