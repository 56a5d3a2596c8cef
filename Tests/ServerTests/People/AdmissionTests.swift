import Hosting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Server

@Suite struct AdmissionTests {
    @Test(arguments: [
        ("read", "/p/shop/read", 204), ("read", "/p/shop/review", 403),
        ("admin", "/p/shop/review", 204),
        ("review", "/p/shop/review", 204), ("none", "/p/shop/read", 401), ("", "/p/shop/read", 401),
        ("", "/p/open/read", 204), ("", "/p/open/review", 401), ("wrong", "/p/open/read", 401),
        ("", "/p/shop/propose", 401), ("read", "/p/shop/propose", 403),
    ]) func scopesAreNeeded(token: String, uri: String, status: Int) async throws {
        let routes: [Route] = [
            .test(.get, "/p/{project}/read", access: .scope(.read)),
            .test(.get, "/p/{project}/review", access: .scope(.review)),
            .test(.get, "/p/{project}/propose", access: .scopeOrGuid(.propose)),
        ]
        let server = TestServer()
        try await server.application(routes).test(.router) { client async throws in
            let headers: HTTPFields = token.isEmpty ? [:] : [.authorization: "Bearer \(token)"]
            let answer = try await client.execute(uri: uri, method: .get, headers: headers)
            #expect(answer.status.code == status)
            if status == 401 {
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
                #expect(answer.code == "unauthenticated")
            }
            if status == 403 { #expect(answer.code == "scope") }
            if uri.hasSuffix("propose") {
                var headers = headers
                headers[.dragomanGuid] = "0123-secret-guid"
                let guid = try await client.execute(uri: uri, method: .get, headers: headers)
                // A token limits the rights of a guid.
                #expect(guid.status == (token.isEmpty ? .noContent : .forbidden))
            }
        }
        #expect(!server.log.contains("secret"))
        #expect(server.log.contains("\"category\":\"audit\"") == (status == 401 || status == 403))
    }

    @Test func whoGuessesTokensIsStopped() async throws {
        let server = TestServer()
        let application = try await server.application([.test(.get, "/a")]) {
            $0.quotas.unknownTokens = .init("unknown-token", requests: 5, seconds: 60)
        }
        try await application.test(.router) { client async throws in
            func ask(_ token: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/a", method: .get, headers: [.authorization: "Bearer \(token)"])
            }
            #expect(try await ask("read").status == .noContent)
            for guess in 0..<5 {
                #expect(try await ask("guess \(guess)").status == .unauthorized)
            }
            let stopped = try await ask("guess")
            #expect(stopped.status == .tooManyRequests && stopped.code == "too-many")
            #expect(stopped.headers[.retryAfter] == "12")
            #expect(stopped.text.contains("unknown tokens"))
            // A correct guess looks like a wrong one; a token that was accepted from there before
            // still works.
            #expect(try await ask("admin").status == .tooManyRequests)
            #expect(try await ask("read").status == .noContent)
            server.advance(seconds: 12)
            #expect(try await ask("guess").status == .unauthorized)
            #expect(try await ask("guess").status == .tooManyRequests)
            server.advance(seconds: 12)
            #expect(try await ask("admin").status == .noContent)
        }
    }

    @Test func credentialsComeInSeveralForms() async throws {
        let who: Route.Handler = { .text($0.principal.tokenID ?? "-") }
        let routes: [Route] = [
            .test(.get, "/native", handler: who), .test(.post, "/native", handler: who),
            .test(.get, "/compatible", family: .compatible, handler: who),
        ]
        try await TestServer().application(routes).test(.router) { client async throws in
            func who(
                _ uri: String, _ headers: HTTPFields, _ method: HTTPRequest.Method = .get
            ) async throws -> String {
                let answer = try await client.execute(uri: uri, method: method, headers: headers)
                return answer.status == .ok ? answer.text : String(answer.status.code)
            }
            // x-access-token:read
            let basic: HTTPFields = [.authorization: "Basic eC1hY2Nlc3MtdG9rZW46cmVhZA=="]
            #expect(try await who("/native", basic) == "id-read")
            #expect(try await who("/native", [.authorization: "bearer admin"]) == "id-admin")
            let key: HTTPFields = [.restAPIKey: "app-key"]
            #expect(try await who("/compatible", key) == "id-app")
            #expect(try await who("/native", key) == "-")
            let cookie: HTTPFields = [.cookie: "a=b; dragoman=good"]
            #expect(try await who("/native", cookie) == "id-s")
            #expect(try await who("/compatible", cookie) == "-")
            #expect(try await who("/native", [.cookie: "dragoman=bad"]) == "-")
            // Browsers attach cookies to requests from any page.
            #expect(try await who("/native", cookie, .post) == "403")
            var own = cookie
            own[.secFetchSite] = "same-origin"
            #expect(try await who("/native", own, .post) == "id-s")
        }
    }

    @Test(arguments: [
        ("localhost:8080", 204), ("127.0.0.1", 204), ("[::1]:9", 204), ("LOCALHOST", 204),
        ("evil.example", 421), ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example:8080", 421),
    ]) func foreignHostsAreRefusedOnLoopback(host: String, status: Int) async throws {
        let configuration = try TestServer.configuration()
        let policy = OriginPolicy(configuration)
        if status == 421 {
            #expect(throws: Problem.self) { try policy.checkHost(host) }
        } else {
            try policy.checkHost(host)
        }
        let elsewhere = OriginPolicy(
            try TestServer.configuration { $0.listen = .internet(host: "0.0.0.0", port: 80) })
        try elsewhere.checkHost(host)
    }

    @Test(arguments: [
        ("http://localhost:8080", 204), ("http://localhost", 204), ("https://app.example.org", 204),
        ("https://APP.example.org", 204), ("null", 403), ("http://evil.example", 403),
        ("http://localhost:9999", 403), ("https://app.example.org.evil.example", 403),
    ]) func foreignPagesMayNotWrite(origin: String, status: Int) async throws {
        let routes: [Route] = [.test(.post, "/a", family: .compatible), .test(.get, "/a")]
        let app = try await TestServer().application(routes) {
            $0.corsOrigins = ["https://app.example.org"]
        }
        try await app.test(.router) { client async throws in
            let write = try await client.execute(
                uri: "/a", method: .post, headers: [.origin: origin])
            #expect(write.status.code == status)
            let read = try await client.execute(uri: "/a", method: .get, headers: [.origin: origin])
            #expect(read.status == .noContent)
            let isConfigured = origin.lowercased() == "https://app.example.org"
            #expect(read.headers[.accessControlAllowOrigin] == (isConfigured ? origin : nil))
            #expect(read.headers[.vary]?.contains("Origin") == true)
            #expect(read.headers[.accessControlAllowCredentials] == nil)
        }
    }

    @Test func pagesElsewhereMayReadWhatIsPublic() async throws {
        let routes: [Route] = [
            .test(
                .get, "/p/{project}/f.json", family: .compatible, access: .scope(.read),
                crossOrigin: .anyForReading),
            .test(.post, "/p/{project}/f.json", family: .compatible),
        ]
        try await TestServer().application(routes).test(.router) { client async throws in
            func allowed(
                _ uri: String, _ method: HTTPRequest.Method, _ headers: HTTPFields = [:]
            ) async throws -> String? {
                var headers = headers
                headers[.origin] = "https://elsewhere.example"
                return try await client.execute(uri: uri, method: method, headers: headers)
                    .headers[.accessControlAllowOrigin]
            }
            #expect(try await allowed("/p/open/f.json", .get) == "*")
            #expect(
                try await allowed("/p/shop/f.json", .get, [.authorization: "Bearer read"]) == nil)
            #expect(
                try await allowed("/p/open/f.json", .get, [.dragomanGuid: "0123456789"]) == nil)
            let get: HTTPFields = [.accessControlRequestMethod: "GET"]
            #expect(try await allowed("/p/open/f.json", .options, get) == "*")
            #expect(try await allowed("/p/shop/f.json", .options, get) == nil)
            let post: HTTPFields = [.accessControlRequestMethod: "POST"]
            #expect(try await allowed("/p/open/f.json", .options, post) == nil)
        }
    }

    @Test func requestsAreCounted() async throws {
        let server = TestServer()
        let app = try await server.application([.test(.post, "/a", family: .compatible)]) {
            $0.quotas.tester = .init("tester", requests: 2, seconds: 60)
        }
        try await app.test(.router) { client async throws in
            func post(_ guid: String) async throws -> TestResponse {
                try await client.execute(uri: "/a", method: .post, headers: [.dragomanGuid: guid])
            }
            for _ in 0..<2 { #expect(try await post("guid-of-one").status == .noContent) }
            let refused = try await post("guid-of-one")
            #expect(refused.status == .tooManyRequests)
            #expect(refused.code == "too-many")
            #expect(refused.headers[.retryAfter] == "30")
            #expect(refused.headers[.rateLimitPolicy] == "\"tester\";q=2;w=60")
            #expect(refused.headers[.rateLimit] == "\"tester\";r=0;t=30")
            #expect(try await post("guid-of-two").status == .noContent)
            server.advance(seconds: 30)
            #expect(try await post("guid-of-one").status == .noContent)
            #expect(try await post("short").status == .badRequest)
        }
    }

    @Test func theBasePathMayBeThere() async throws {
        let app = try await TestServer().application([.test(.get, "/a")]) {
            $0.links = try Links("https://l10n.example.org/t/")
        }
        try await app.test(.router) { client async throws in
            for (uri, status) in [("/t/a", 204), ("/a", 204), ("/ta", 404), ("/t/t/a", 404)] {
                let answer = try await client.execute(uri: uri, method: .get)
                #expect(answer.status.code == status)
            }
        }
    }
}
