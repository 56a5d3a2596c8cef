import HTTPTypes
import Hosting
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing

@testable import Server

/// The Model Context Protocol at `/mcp`.
@Suite struct AgentRouteTests {
    /// Sends messages to the project `shop` with a token.
    private struct Caller {
        let client: any TestClientProtocol
        var headers: HTTPFields = [.contentType: "application/json"]
        var path = "/projects/shop/mcp"

        init(_ client: any TestClientProtocol, token: String?) {
            self.client = client
            if let token { headers[.authorization] = "Bearer \(token)" }
        }

        func post(_ body: String, _ more: [(String, String)] = []) async throws -> TestResponse {
            var headers = headers
            for (name, value) in more {
                if let name = HTTPField.Name(name) { headers[name] = value }
            }
            return try await client.execute(
                uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
        }

        func send(_ method: String, _ params: String = "{}") async throws -> JSONValue {
            let answer = try await post(
                #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#)
            #expect(answer.status == .ok, "\(answer.text)")
            return try #require(answer.json)
        }

        func call(_ tool: String, _ arguments: String) async throws -> JSONValue {
            let answer = try await send(
                "tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#)
            return try #require(answer["result"]?["structuredContent"], "\(answer)")
        }

        var tools: [String] {
            get async throws {
                try await send("tools/list")["result"]?["tools"]?.arrayValue?
                    .compactMap { $0["name"]?.stringValue } ?? []
            }
        }

        func propose(_ key: String, _ value: String, in locale: String = "de") async throws
            -> JSONValue
        {
            try await call(
                "propose",
                #"{"locale":"\#(locale)","texts":[{"key":"\#(key)","value":"\#(value)"}]}"#)
        }
    }

    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    @Test func aTokenIsRequiredEvenIfEveryoneMayRead() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        try await server.run { client in
            let nobody = try await Caller(client, token: nil).post(Self.ping)
            #expect(nobody.status == .unauthorized && nobody.headers[.wwwAuthenticate] == "Bearer")
            let error = nobody.json?["error"]
            #expect(error?["code"] == -32001 && error?["data"]?["code"] == "unauthenticated")
            let unknown = try await Caller(client, token: "dgp_none").post(Self.ping)
            #expect(unknown.status == .unauthorized)
            #expect(try await Caller(client, token: token).post(Self.ping).status == .ok)
        }
    }

    @Test func messagesAreAnsweredOneByOne() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        try await server.run { client in
            var caller = Caller(client, token: token)
            let noted = try await caller.post(
                #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            #expect(noted.status == .accepted && noted.text.isEmpty)
            for (body, status, code) in [
                ("{", 400, -32700), ("[]", 400, -32600),
                (#"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#, 200, -32601),
            ] {
                let answer = try await caller.post(body)
                #expect(answer.status.code == status, "\(body)")
                #expect(answer.json?["error"]?["code"]?.integerValue == Int64(code), "\(body)")
            }
            let enormous = try await caller.post(String(repeating: " ", count: 1 << 20 + 1))
            #expect(enormous.status == .contentTooLarge)
            #expect(enormous.json?["error"]?["data"]?["code"] == "too-large")
            for method in [HTTPRequest.Method.get, .delete] {
                let answer = try await client.execute(
                    uri: caller.path, method: method, headers: caller.headers)
                #expect(
                    answer.status == .methodNotAllowed && answer.headers[.allow] == "OPTIONS, POST")
            }
            caller.headers[.contentType] = "text/plain"
            #expect(try await caller.post(Self.ping).status == .unsupportedMediaType)
        }
    }

    @Test func pagesOfOtherOriginsAndCookiesDoNotCount() async throws {
        let server = try ProjectServer()
        let token = try server.token(.propose)
        try await server.run("    cors = https://app.example.org\n") { client in
            let caller = Caller(client, token: token)
            for (origin, status) in [
                ("https://evil.example", HTTPResponse.Status.forbidden), ("null", .forbidden),
                ("https://app.example.org", .ok), ("http://localhost:8080", .ok),
            ] {
                let answer = try await caller.post(Self.ping, [("Origin", origin)])
                #expect(answer.status == status, "\(origin): \(answer.text)")
            }
            let cookie = try await Caller(client, token: nil).post(
                Self.ping, [("Cookie", "dragoman=\(token)")])
            #expect(cookie.status == .unauthorized)
        }
    }

    @Test func headerFieldsMustMatchTheMessage() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_languages",\#(meta)}}"#
        let version = ("MCP-Protocol-Version", "2026-07-28")
        let method = ("Mcp-Method", "tools/call")
        try await server.run { client in
            let caller = Caller(client, token: token)
            for name in ["list_languages", "=?base64?bGlzdF9sYW5ndWFnZXM=?="] {
                let answer = try await caller.post(call, [version, method, ("Mcp-Name", name)])
                #expect(answer.status == .ok, "\(answer.text)")
                #expect(answer.json?["result"]?["resultType"] == "complete")
            }
            let wrong: [[(String, String)]] = [
                [], [version], [version, method], [method, ("Mcp-Name", "list_languages")],
                [version, method, ("Mcp-Name", "propose")],
                [version, method, ("Mcp-Name", "=?base64?*?=")],
                [("MCP-Protocol-Version", "2025-11-25"), method, ("Mcp-Name", "list_languages")],
            ]
            for fields in wrong {
                let answer = try await caller.post(call, fields)
                #expect(answer.status == .badRequest, "\(fields)")
                #expect(answer.json?["error"]?["code"] == -32020, "\(fields)")
            }
            let old = try await caller.post(Self.ping, [("MCP-Protocol-Version", "2019-01-01")])
            #expect(old.status == .badRequest && old.json?["error"]?["code"] == -32022)
            #expect(
                try await caller.post(Self.ping, [("MCP-Protocol-Version", "2025-06-18")]).status
                    == .ok)
        }
    }

    @Test func proposalsAreNamedAfterTheToken() async throws {
        let server = try ProjectServer()
        let first = try server.token(.propose, email: "a@example.org")
        let second = try server.token(.propose, email: "b@example.org")
        try await server.run { client in
            let (one, two) = (Caller(client, token: first), Caller(client, token: second))
            let made = try await one.propose("cart.title", "Korb")
            #expect(made["proposed"] == 1, "\(made)")
            let id = try #require(made["results"]?.arrayValue?.first?["proposal"]?.stringValue)
            #expect(try await two.propose("cart.title", "Tasche")["proposed"] == 1)
            let refused = try await two.call("delete_proposals", #"{"ids":["\#(id)"]}"#)
            #expect(refused["error"]?["code"] == "not-owner")
            let own = try await one.call("list_proposals", "{}")["proposals"]?.arrayValue
            #expect(own?.count == 1 && own?.first?["origin"] == "machine:Mara")
            #expect(own?.first?["actor"]?["email"] == nil)
        }
        let proposals = try server.cli("proposals", "--locale", "de", "--format", "json")
        #expect(proposals.contains("a@example.org") && proposals.contains("b@example.org"))
    }

    @Test func toolsThatDecideNeedTheConfigurationAndTheScope() async throws {
        let server = try ProjectServer()
        let reader = try server.token(.read, email: "r@example.org")
        let proposer = try server.token(.propose, email: "p@example.org")
        let reviewer = try server.token(.review, email: "v@example.org")
        try await server.run { client in
            let read = try await Caller(client, token: reader).tools
            #expect(!read.contains("propose") && read.contains("list_work"))
            #expect(try await Caller(client, token: proposer).tools.contains("propose"))
            let review = try await Caller(client, token: reviewer).tools
            #expect(!review.contains("accept_proposals"))
        }
        try await server.run("    agentTools = accept_proposals\n") { client in
            let (caller, agent) = (
                Caller(client, token: reviewer), Caller(client, token: proposer)
            )
            let (more, usual) = (try await caller.tools, try await agent.tools)
            #expect(more.contains("accept_proposals") && !more.contains("set_texts"))
            #expect(!usual.contains("accept_proposals"))
            let made = try await agent.propose("cart.title", "Korb")
            let id = try #require(made["results"]?.arrayValue?.first?["proposal"]?.stringValue)
            let refused = try await agent.send(
                "tools/call", #"{"name":"accept_proposals","arguments":{"ids":["\#(id)"]}}"#)
            #expect(refused["error"]?["code"] == -32602)
            let dry = try await caller.call(
                "accept_proposals", #"{"ids":["\#(id)"],"dryRun":true}"#)
            #expect(dry["done"] == 1)
            #expect(try await caller.call("accept_proposals", #"{"ids":["\#(id)"]}"#)["done"] == 1)
        }
        #expect(try server.cli("get", "de", "cart.title") == "Korb\n")
    }

    @Test func limitsOfATokenApply() async throws {
        let server = try ProjectServer()
        let french = try server.token(.propose, locales: ["fr"])
        let app = try server.token(.propose, app: true)
        try await server.run("    testers = off\n") { client in
            let caller = Caller(client, token: french)
            #expect(try await caller.propose("cart.title", "Korb")["error"]?["code"] == "scope")
            #expect(try await caller.propose("cart.title", "Cabas", in: "fr")["proposed"] == 1)
            let refused = try await Caller(client, token: app).propose("cart.title", "Korb")
            #expect(refused["error"]?["code"] == "scope")
        }
        try await server.run("    testers = app\n[limits \"shop\"]\n    openProposals = 1\n") {
            client in
            let caller = Caller(client, token: app)
            #expect(try await caller.propose("cart.title", "Korb")["proposed"] == 1)
            let full = try await caller.call(
                "propose",
                #"{"locale":"de","texts":[{"section":"auth","key":"login.title","value":"Anmelden"}]}"#
            )
            #expect(full["error"]?["code"] == "too-many", "\(full)")
        }
    }

    @Test func aTokenThatEndsEndsTheSession() async throws {
        let server = try ProjectServer()
        let file = TokenFile(directory: server.stateDirectory)
        let added = try file.add(
            try TokenRequest(
                person: "Bot", email: "bot@example.org", scope: .propose, expiry: .after(3_600_000)),
            on: server.sandbox.host())
        try await server.run { client in
            let caller = Caller(client, token: added.secret.text)
            #expect(try await caller.propose("cart.title", "Korb")["proposed"] == 1)
            server.sandbox.advanceClock(milliseconds: 3_700_000)
            let answer = try await caller.post(Self.ping)
            #expect(answer.status == .unauthorized)
            #expect(answer.json?["error"]?["data"]?["code"] == "unauthenticated")
        }
    }

    @Test func similarTextsComeFromTheMemory() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        try await server.run { client in
            let caller = Caller(client, token: token)
            for _ in 0..<600 {
                let found = try await caller.call(
                    "search_memory", #"{"locale":"de","text":"Your cart"}"#)
                if found["matches"]?.arrayValue?.isEmpty == false { break }
                try await Task.sleep(for: .milliseconds(10))
            }
            let string = try await caller.call(
                "read_string", #"{"locale":"de","key":"cart.title"}"#)
            #expect(string["text"] == "Warenkorb")
            #expect(
                string["context"]?["similarTexts"]?.arrayValue?.first?["target"] == "Warenkorb")
            let nearest = try await caller.call(
                "read_string", #"{"locale":"de","key":"cart.titel"}"#)
            #expect(nearest["error"]?["nearest"]?.arrayValue?.first == "cart.title")
            #expect(nearest["error"]?["hint"]?.stringValue?.contains("find_strings") == true)
            let differences = try await caller.call("compare_releases", #"{"from":"nothing"}"#)
            #expect(differences["error"]?["code"] == "unknown-revision")
        }
    }

    @Test func theDefaultProjectNeedsNoName() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        try await server.run { client in
            var caller = Caller(client, token: token)
            caller.path = "/mcp"
            let result = try await caller.call("list_languages", "{}")
            #expect(result["languages"]?.arrayValue?.count == 4)
        }
    }
}
