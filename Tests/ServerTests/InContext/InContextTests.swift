import Hosting
import HTTPTypes
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing

@testable import Server

/// The in-context editor's rules on a whole server, for a client that sends what it likes.
@Suite struct InContextTests {
    private static let app = "https://app.example.org"
    private static let base = "/api/v1/projects/shop"
    private static let guid = "7a1e5b9c-secret-guid-of-a-tester"
    private static let both = "https://both.example.org"
    /// The project `shop` has the editor on for three origins, and `web` for a fourth.
    private static let configuration = """
            testers = open
            public = true
            inContext = https://app.example.org http://localhost:5173 https://both.example.org
            cors = https://both.example.org
        [project "web"]
            path = web
            inContext = https://web.example.org
        [project "off"]
            path = off
            testers = open
            public = true
        """

    /// The routes of the editor: method, path, and body.
    ///
    /// `id` is a proposal of the guid.
    private static func routes(_ id: String) -> [(HTTPRequest.Method, String, String?)] {
        reads + [
            (.post, "/proposals", proposal),
            (.post, "/proposals/delete", #"{"ids":["\#(id)"],"dryRun":true}"#),
            (.post, "/check", proposal),
        ]
    }

    private static let proposal = #"{"locale":"de","key":"cart.title","value":"Korb"}"#

    private static let reads: [(HTTPRequest.Method, String, String?)] = [
        (.get, "", nil), (.get, "/locales", nil), (.get, "/strings", nil),
        (.get, "/string?key=cart.title", nil), (.get, "/texts/de", nil),
        (.get, "/text/de?key=cart.title", nil), (.get, "/proposals", nil),
    ]

    /// Runs a server with an open proposal of the guid, and returns its log.
    private func run(
        _ text: String = configuration,
        _ body: @Sendable (any TestClientProtocol, _ id: String) async throws -> Void
    ) async throws -> String {
        let server = try ProjectServer()
        for name in ["web", "off"] {
            _ = server.sandbox.run(["init", "\(server.sandbox.directory)/\(name)"])
        }
        let id = try server.cli("propose", "fr", "cart.title", "Caddie", "--guid", Self.guid)
            .filter { !$0.isWhitespace }
        try await server.run(text + "\n") { try await body($0, id) }
        return server.log
    }

    private static func preflight(
        _ client: any TestClientProtocol, _ method: HTTPRequest.Method, _ uri: String,
        from origin: String
    ) async throws -> HTTPFields {
        try await client.execute(
            uri: uri, method: .options,
            headers: [
                .origin: origin, .accessControlRequestMethod: method.rawValue,
                .accessControlRequestHeaders: "content-type,dragoman-guid",
            ]
        ).headers
    }

    private static func call(
        _ client: any TestClientProtocol, _ method: HTTPRequest.Method, _ uri: String,
        _ body: String? = nil, from origin: String?, _ more: HTTPFields = [.dragomanGuid: guid]
    ) async throws -> TestResponse {
        var headers = more
        headers[.origin] = origin
        headers[.contentType] = body == nil ? nil : "application/json"
        return try await client.execute(
            uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }

    @Test(arguments: [app, "http://localhost:5173", both])
    func aListedOriginMayCallTheEditorsRoutes(origin: String) async throws {
        _ = try await run { client, id in
            for (method, path, body) in Self.routes(id) {
                let asked = try await Self.preflight(client, method, Self.base + path, from: origin)
                #expect(asked[.accessControlAllowOrigin] == origin, "\(path)")
                #expect(asked[.accessControlAllowMethods]?.contains(method.rawValue) == true)
                let names = asked[.accessControlAllowHeaders] ?? ""
                for name in [
                    "Authorization", "Content-Type", "Dragoman-Guid", "Dragoman-Environment",
                    "Idempotency-Key", "If-None-Match",
                ] {
                    #expect(names.contains(name), "\(path) \(name)")
                }
                #expect(asked[.accessControlAllowCredentials] == nil)
                let answer = try await Self.call(
                    client, method, Self.base + path, body, from: origin)
                #expect((200...201).contains(answer.status.code), "\(path): \(answer.text)")
                #expect(answer.headers[.accessControlAllowOrigin] == origin, "\(path)")
                #expect(answer.headers[.accessControlAllowCredentials] == nil, "\(path)")
                #expect(answer.headers[.cacheControl] == "private, no-store", "\(path)")
                #expect(answer.headers[.vary]?.contains("Origin") == true, "\(path)")
            }
            // A page can read why it is refused.
            let refused = try await Self.call(
                client, .get, Self.base + "/texts/es", from: origin)
            #expect(refused.status == .notFound)
            #expect(refused.headers[.accessControlAllowOrigin] == origin)
        }
    }

    @Test(arguments: [
        "https://elsewhere.example", "null", "", "https://app.example.org.evil.example",
        "https://evil-app.example.org", "https://sub.app.example.org", "https://example.org",
        "https://app.example.org:8443", "https://app.example.org:443", "http://app.example.org",
        "https://app.example.org/", "https://APP.example.org", "https://app.example.org.",
        "https://app.example.org,https://elsewhere.example", "*",
        "http://localhost:5174", "http://127.0.0.1:5173", "https://user@app.example.org",
        "https://web.example.org",
    ])
    func otherOriginsMayNot(origin: String) async throws {
        _ = try await run { client, id in
            for (method, path, body) in Self.routes(id) {
                let asked = try await Self.preflight(client, method, Self.base + path, from: origin)
                // Everyone may read a public project, without a guid.
                let isPublic = method == .get
                #expect(asked[.accessControlAllowOrigin] == (isPublic ? "*" : nil), "\(path)")
                #expect(asked[.accessControlAllowHeaders]?.contains("Dragoman-Guid") != true)
                let answer = try await Self.call(
                    client, method, Self.base + path, body, from: origin)
                #expect(answer.headers[.accessControlAllowOrigin] == nil, "\(path)")
                if method == .post {
                    #expect(answer.status == .forbidden && answer.code == "origin", "\(path)")
                }
            }
            let script = try await Self.call(client, .get, "/in-context.js", from: origin, [:])
            let isListed = origin == "https://web.example.org"
            #expect(script.headers[.accessControlAllowOrigin] == (isListed ? origin : nil))
            let list = try await client.execute(uri: Self.base + "/proposals", method: .get)
            #expect(list.json?.arrayValue?.map { $0["id"]?.stringValue } == [id])
        }
    }

    /// Routes that the editor does not need, also on the paths of those that it needs.
    private static let closed: [(HTTPRequest.Method, String, String)] = [
        (.post, base + "/strings", #"{"key":"new"}"#),
        (.patch, base + "/string?key=cart.title", #"{"comment":"x"}"#),
        (.delete, base + "/string?key=cart.title", ""),
        (.put, base + "/text/de?key=cart.title", #"{"value":"Korb"}"#),
        (.delete, base + "/text/de?key=cart.title", ""),
        (.post, base + "/proposals/accept", #"{"ids":["X"]}"#),
        (.post, base + "/proposals/reject", #"{"ids":["X"],"code":"spam"}"#),
        (.post, base + "/proposals/endorse", #"{"ids":["X"]}"#),
        (.post, base + "/comments", #"{"locale":"de","key":"cart.title","text":"Hm."}"#),
        (.post, base + "/batch", "[]"), (.put, base + "/settings/frozen", #"{"value":[]}"#),
        (.post, base + "/import?locale=de", "{}"), (.post, base + "/locales", #"{"locale":"nl"}"#),
        (.post, "/login", ""), (.post, "/projects/shop/api/v2/content/localize/proposals", "{}"),
        (.post, "/locales/add/de/default", "{}"),
        (.post, "/api/v1/projects/web/proposals", "{}"),
        (.post, "/api/v1/projects/off/proposals", "{}"),
        (.post, "/api/v1/projects/none/proposals", "{}"),
    ]

    @Test func otherRoutesStayClosed() async throws {
        let server = try ProjectServer()
        let admin = try server.token(.admin)
        for name in ["web", "off"] {
            _ = server.sandbox.run(["init", "\(server.sandbox.directory)/\(name)"])
        }
        try await server.run(Self.configuration + "\n") { client in
            for (method, path, body) in Self.closed {
                let asked = try await Self.preflight(client, method, path, from: Self.app)
                #expect(asked[.accessControlAllowOrigin] == nil, "\(method) \(path)")
                #expect(asked[.accessControlAllowHeaders] == nil, "\(method) \(path)")
                // Even with an admin's token.
                let answer = try await Self.call(
                    client, method, path, body, from: Self.app, .bearer(admin))
                #expect(answer.headers[.accessControlAllowOrigin] == nil, "\(method) \(path)")
                #expect(
                    answer.status == .forbidden || answer.status == .notFound,
                    "\(method) \(path): \(answer.status) \(answer.text)")
            }
            // Reading elsewhere is what every origin may do: with a token, nothing.
            for path in ["/log", "/settings", "/export?locale=de", "/events", "/status"] {
                let answer = try await Self.call(
                    client, .get, Self.base + path, from: Self.app)
                #expect(answer.headers[.accessControlAllowOrigin] == nil, "\(path)")
            }
            let other = try await Self.call(
                client, .get, "/api/v1/projects/web", from: Self.app, .bearer(admin))
            #expect(other.status == .ok && other.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func aPathsMethodsAreThoseOfTheEditor() async throws {
        _ = try await run { client, _ in
            for (path, methods) in [
                ("/string?key=cart.title", "GET, HEAD, OPTIONS"),
                ("/text/de", "GET, HEAD, OPTIONS"),
                ("/proposals", "GET, HEAD, OPTIONS, POST"), ("/strings", "GET, HEAD, OPTIONS"),
            ] {
                let asked = try await Self.preflight(client, .get, Self.base + path, from: Self.app)
                #expect(asked[.accessControlAllowMethods] == methods, "\(path)")
            }
            let pictures = Self.base + "/pictures"
            for (origin, isAllowed) in [(Self.app, true), ("https://elsewhere.example", false)] {
                let asked = try await Self.preflight(client, .post, pictures, from: origin)
                #expect(asked[.accessControlAllowOrigin] == (isAllowed ? origin : nil))
            }
            let name = pictures + "/\(String(repeating: "0", count: 64)).png"
            let removal = try await Self.preflight(client, .delete, name, from: Self.app)
            #expect(removal[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func aCookieOfThePagesOpensNothing() async throws {
        let server = try ProjectServer()
        let token = try server.token(.admin)
        try await server.run(
            "    inContext = https://app.example.org\n", options: PageBrowser.withPages
        ) { client in
            var browser = PageBrowser(client)
            try await browser.signIn(token)
            let cookie = browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            let (method, path, body) = Self.routes("")[7]
            let write = try await Self.call(
                client, method, Self.base + path, body, from: Self.app, [.cookie: cookie])
            #expect(write.status == .forbidden && write.code == "origin", "\(write.text)")
            // A browser keeps this answer from the page, which sent its request with credentials.
            let read = try await Self.call(
                client, .get, Self.base + "/texts/de", from: Self.app, [.cookie: cookie])
            #expect(read.status == .ok)
            #expect(read.headers[.accessControlAllowCredentials] == nil)
        }
    }

    @Test func aTokenOfAnotherProjectIsRefused() async throws {
        let server = try ProjectServer()
        let file = TokenFile(directory: server.stateDirectory)
        let host = server.sandbox.host()
        let other = try file.add(
            TokenRequest(app: "Web", scope: .propose, projects: ["web"]), on: host
        ).secret.text
        let own = try server.token(.propose, app: true)
        let id = try server.cli("propose", "fr", "cart.title", "Caddie", "--guid", Self.guid)
            .filter { !$0.isWhitespace }
        try await server.run("    inContext = https://app.example.org\n") { client in
            for (method, path, body) in Self.routes(id) {
                for (token, statuses) in [(other, [401, 403]), ("dga_wrong", [401])] {
                    var headers = HTTPFields.bearer(token)
                    headers[.dragomanGuid] = Self.guid
                    let answer = try await Self.call(
                        client, method, Self.base + path, body, from: Self.app, headers)
                    #expect(statuses.contains(answer.status.code), "\(path): \(answer.status)")
                    #expect(!answer.text.contains("Warenkorb"))
                    #expect(answer.headers[.accessControlAllowOrigin] == Self.app)
                }
                var headers = HTTPFields.bearer(own)
                headers[.dragomanGuid] = Self.guid
                let answer = try await Self.call(
                    client, method, Self.base + path, body, from: Self.app, headers)
                #expect((200...201).contains(answer.status.code), "\(path): \(answer.text)")
            }
        }
    }

    @Test(arguments: [
        ("production", 403), ("PRODUCTION", 403), ("staging", 201), ("", 201),
    ])
    func proposalsFromProductionAreRefused(environment: String, status: Int) async throws {
        let log = try await run { client, _ in
            for origin in [Self.app, nil] {
                let (method, path, body) = Self.routes("")[7]
                let answer = try await Self.call(
                    client, method, Self.base + path, body, from: origin,
                    [
                        .dragomanGuid: Self.guid + (origin ?? ""),
                        .dragomanEnvironment: environment,
                    ])
                #expect(answer.status.code == status, "\(answer.text)")
                #expect(answer.code == (status == 403 ? "production" : nil))
            }
            let batch = try await Self.call(
                client, .post, Self.base + "/batch",
                #"[{"verb":"propose","locale":"de","key":"cart.title","value":"Sack"}]"#,
                from: nil, [.dragomanGuid: Self.guid, .dragomanEnvironment: environment])
            #expect(batch.text.contains("production") == (status == 403), "\(batch.text)")
        }
        #expect(log.contains("\"code\":\"production\"") == (status == 403))
    }

    @Test func theScriptIsServedWhereTheEditorIsOn() async throws {
        _ = try await run { client, _ in
            for origin in [Self.app, "https://web.example.org"] {
                let script = try await Self.call(client, .get, "/in-context.js", from: origin, [:])
                #expect(script.status == .ok)
                #expect(script.headers[.contentType] == "text/javascript; charset=utf-8")
                #expect(script.headers[.accessControlAllowOrigin] == origin)
                #expect(script.headers[.accessControlAllowCredentials] == nil)
                #expect(script.headers[.vary]?.contains("Origin") == true)
                #expect(script.headers[.crossOriginResourcePolicy] == "cross-origin")
                #expect(script.headers[.xContentTypeOptions] == "nosniff")
                let again = try await Self.call(
                    client, .get, "/in-context.js", from: origin,
                    [.ifNoneMatch: script.headers[.eTag] ?? ""])
                #expect(again.status == .notModified)
                #expect(again.headers[.crossOriginResourcePolicy] == "cross-origin")
            }
            let head = try await client.execute(uri: "/in-context.js", method: .head)
            #expect(head.status == .ok && head.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func aServerWithoutTheEditorHasNoScript() async throws {
        _ = try await run("    public = true\n    cors = https://app.example.org") { client, _ in
            let script = try await Self.call(client, .get, "/in-context.js", from: Self.app, [:])
            #expect(script.status == .notFound && script.code == "unknown-path")
        }
        // A project without the editor refuses the origins of others.
        _ = try await run { client, _ in
            let (method, path, body) = Self.routes("")[7]
            let uri = path.replacing("/proposals", with: "/api/v1/projects/off/proposals")
            let answer = try await Self.call(client, method, uri, body, from: Self.app)
            #expect(answer.status == .forbidden && answer.code == "origin")
        }
    }

    @Test func aGuidIsOnlyKnownToItsOwner() async throws {
        let server = try ProjectServer()
        let reader = try server.token(.admin)
        try await server.run(
            "    public = true\n    testers = open\n    inContext = https://app.example.org\n"
        ) { client in
            for (method, path, body) in Self.routes("X") {
                let answer = try await Self.call(
                    client, method, Self.base + path, body, from: Self.app)
                #expect(!"\(answer.headers)".contains(Self.guid), "\(path)")
            }
            // Wrong requests must not repeat it either.
            for uri in [
                Self.base + "/proposals?guid=\(Self.guid)", Self.base + "/proposals/\(Self.guid)",
            ] {
                _ = try await Self.call(client, .get, uri, from: Self.app)
            }
            for more: HTTPFields in [
                .bearer(reader), [.dragomanGuid: "the-guid-of-someone-else"], [:],
            ] {
                for path in [
                    "", "/locales", "/strings", "/string?key=cart.title", "/texts/de",
                    "/text/de?key=cart.title", "/proposals?state=all", "/log", "/events",
                    "/blame/de", "/export?locale=de", "/status", "/check",
                ] {
                    let answer = try await Self.call(
                        client, .get, Self.base + path, from: nil, more)
                    #expect(!answer.text.contains(Self.guid), "\(path)")
                    #expect(!"\(answer.headers)".contains(Self.guid), "\(path)")
                }
            }
            let mine = try await Self.call(
                client, .get, Self.base + "/proposals", from: Self.app)
            let rows = try #require(mine.json?.arrayValue)
            #expect(rows.count == 1 && rows[0]["canDelete"] == true)
        }
        #expect(!server.log.contains(Self.guid))
        let files = server.sandbox.run(
            ["log", "--format", "json"], in: "shop"
        ).output
        #expect(files.contains("\"guid\":") && !files.contains(Self.guid))
    }
}
