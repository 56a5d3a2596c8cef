import Hosting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import Testing
import Translation

@testable import Server

@Suite struct AnswerTests {
    @Test func unknownAddressesAreProblems() async throws {
        let server = TestServer()
        try await server.application([]).test(.router) { client async throws in
            let answer = try await client.execute(uri: "/nothing", method: .get)
            #expect(answer.status == .notFound)
            #expect(answer.headers[.contentType] == "application/problem+json")
            let id = try #require(answer.headers[.requestID])
            #expect(
                answer.json
                    == .members(
                        ("type", "http://localhost:8080/problems/unknown-path"),
                        ("title", "Nothing here"), ("status", 404),
                        ("detail", "There is no resource at this address."),
                        ("code", "unknown-path"),
                        ("hint", "`GET /api/openapi.json` lists the addresses."),
                        ("requestId", .string(id))))
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            #expect(answer.headers[.referrerPolicy] == "same-origin")
        }
    }

    @Test func otherMethodsAreTold() async throws {
        let routes: [Route] = [.test(.get, "/a"), .test(.put, "/a")]
        try await TestServer().application(routes).test(.router) { client async throws in
            let refused = try await client.execute(uri: "/a", method: .delete)
            #expect(refused.status == .methodNotAllowed)
            #expect(refused.headers[.allow] == "GET, HEAD, OPTIONS, PUT")
            #expect(refused.code == "method")
            let options = try await client.execute(uri: "/a", method: .options)
            #expect(options.status == .noContent)
            #expect(options.headers[.allow] == "GET, HEAD, OPTIONS, PUT")
            #expect(options.headers[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func headIsWhereGetIs() async throws {
        let route = Route.test(.get, "/a") { _ in .text("hello") }
        try await TestServer().application([route, .test(.post, "/b")]).test(.router) {
            client async throws in
            let answer = try await client.execute(uri: "/a", method: .head)
            #expect(answer.status == .ok)
            #expect(answer.headers[.contentLength] == "5")
            #expect(answer.text.isEmpty)
            #expect(try await client.execute(uri: "/b", method: .head).status == .methodNotAllowed)
        }
    }

    @Test func parametersAreDecodedOnce() async throws {
        let route = Route.test(.get, "/{project}/x") { context in
            .text(context["project"] + "|" + (context.query["q"] ?? "-"))
        }
        var native = route
        native.parameters = [.init("q", "A text.")]
        try await TestServer().application([native]).test(.router) { client async throws in
            let answer = try await client.execute(uri: "/a%2525b%C3%A9/x?q=1+2%2B3", method: .get)
            #expect(answer.text == "a%25bé|1 2+3")
        }
    }

    @Test(arguments: ["?x=1", "?q=1&q=2", "", "?q=%zz", "?q=%00", "?q=%ff"])
    func wrongQueriesAreRefused(query: String) async throws {
        let parameter = Route.Parameter("q", "A text.", isRequired: true)
        let routes: [Route] = [
            .test(.get, "/native", parameters: [parameter]),
            .test(.get, "/compatible", family: .compatible, parameters: [parameter]),
        ]
        try await TestServer().application(routes).test(.router) { client async throws in
            let native = try await client.execute(uri: "/native" + query, method: .get)
            #expect(native.status == .badRequest)
            #expect(native.code == "usage")
            let compatible = try await client.execute(uri: "/compatible" + query, method: .get)
            let isReadable = query != "?q=%00" && query != "?q=%ff"
            #expect(compatible.status == (isReadable ? .noContent : .badRequest))
        }
    }

    @Test func bodiesAreReadStrictlyAndWithinLimits() async throws {
        let route = Route.test(.post, "/a", body: .json(.any, maximumBytes: 20)) { context in
            .json(try await context.json())
        }
        try await TestServer().application([route]).test(.router) { client async throws in
            func post(_ text: String, _ headers: HTTPFields = [:]) async throws -> TestResponse {
                try await client.execute(
                    uri: "/a", method: .post, headers: headers, body: ByteBuffer(string: text))
            }
            #expect(try await post("{\"a\":1}").text == "{\"a\":1}\n")
            let malformed = try await post("{\n\"a\":}")
            #expect(malformed.status == .badRequest)
            #expect(malformed.code == "malformed")
            #expect(malformed.json?.objectValue?["line"] == 2)
            #expect(malformed.json?.objectValue?["column"] != nil)
            let large = try await post(String(repeating: " ", count: 21))
            #expect(large.status == .contentTooLarge)
            #expect(large.headers[.connection] == "close")
            #expect(large.json?.objectValue?["limit"] == 20)
            let form = try await post("a=1", [.contentType: "application/x-www-form-urlencoded"])
            #expect(form.status == .unsupportedMediaType)
            let packed = try await post("{}", [.contentEncoding: "gzip"])
            #expect(packed.status == .unsupportedMediaType)
            let labelled = try await post("{}", [.contentType: "Application/JSON; charset=utf-8"])
            #expect(labelled.status == .ok)
        }
    }

    @Test func refusalsAndDefectsAreProblems() async throws {
        struct Broken: Error { let secret = "hunter2" }
        let routes: [Route] = [
            .test(.get, "/refused") { _ in
                throw Refusal(.unknownKey, "No key.", hint: "Look.", nearest: ["a", "b"])
            },
            .test(.get, "/broken") { _ in throw Broken() },
            .test(
                .get, "/own", family: .compatible,
                problemForm: { problem, _ in
                    .text("own \(problem.code.rawValue)", status: .conflict)
                }
            ) { _ in throw Problem(.tooMany, "", headers: [.retryAfter: "3"]) },
        ]
        let server = TestServer()
        try await server.application(routes).test(.router) { client async throws in
            let refused = try await client.execute(uri: "/refused", method: .get)
            #expect(refused.status == .notFound)
            #expect(refused.json?.objectValue?["nearest"] == ["a", "b"])
            #expect(refused.json?.objectValue?["hint"] == "Look.")
            let broken = try await client.execute(uri: "/broken", method: .get)
            #expect(broken.status == .internalServerError)
            #expect(broken.code == "defect")
            #expect(!broken.text.contains("hunter2") && !broken.text.contains("Broken"))
            let own = try await client.execute(uri: "/own", method: .get)
            #expect(own.text == "own too-many")
            #expect(own.headers[.retryAfter] == "3")
        }
        #expect(server.log.contains("\"error\":\"Broken\""))
        #expect(!server.log.contains("hunter2"))
    }

    @Test func requestIDsAreTakenIfSafe() async throws {
        let server = TestServer()
        try await server.application([.test(.get, "/a")]).test(.router) { client async throws in
            func id(_ sent: String) async throws -> String? {
                try await client.execute(uri: "/a", method: .get, headers: [.requestID: sent])
                    .headers[.requestID]
            }
            let taken = try await id("trace-1:2")
            #expect(taken == "trace-1:2")
            for sent in ["a b", "<script>", "é", "a\"b", String(repeating: "a", count: 129), ""] {
                #expect(try await id(sent)?.utf8.count == 32)
            }
        }
        #expect(server.log.contains("\"request\":\"trace-1:2\""))
        #expect(!server.log.contains("script"))
    }

    @Test func longTextsAreCompressed() async throws {
        let long = String(repeating: "long ", count: 300)
        let routes: [Route] = [
            .test(.get, "/long") { _ in .text(long, headers: [.eTag: "\"x\"", .vary: "Accept"]) },
            .test(.get, "/short") { _ in .text("short") },
            .test(.get, "/image") { _ in .bytes(Array(long.utf8), mediaType: "image/png") },
        ]
        try await TestServer().application(routes).test(.router) { client async throws in
            func get(_ uri: String, _ coding: String) async throws -> TestResponse {
                try await client.execute(
                    uri: uri, method: .get, headers: [.acceptEncoding: coding])
            }
            let packed = try await get("/long", "br;q=1, gzip;q=0.5")
            #expect(packed.headers[.contentEncoding] == "gzip")
            #expect(packed.headers[.eTag] == "\"x-gz\"")
            #expect(packed.headers[.contentLength] == String(packed.body.readableBytes))
            #expect(Array(packed.body.readableBytesView).starts(with: [0x1F, 0x8B]))
            #expect(packed.headers[.vary]?.hasPrefix("Accept-Encoding") == true)
            for coding in ["", "gzip;q=0", "br", "*;q=0"] {
                let plain = try await get("/long", coding)
                #expect(plain.headers[.contentEncoding] == nil)
                #expect(plain.text == long)
            }
            #expect(try await get("/long", "*").headers[.contentEncoding] == "gzip")
            #expect(try await get("/short", "gzip").headers[.contentEncoding] == nil)
            #expect(try await get("/image", "gzip").headers[.contentEncoding] == nil)
        }
    }

    @Test func whatTheClientHasIsNotSentAgain() async throws {
        let route = Route.test(.get, "/a") { context in
            let tag = context.stateTag(eventsTree: "0123456789abcdef0123")
            if let answer = context.notModified(tag, cacheControl: "no-cache") { return answer }
            return .text("text", headers: [.eTag: tag.field])
        }
        try await TestServer().application([route]).test(.router) { client async throws in
            let first = try await client.execute(uri: "/a", method: .get)
            let tag = try #require(first.headers[.eTag])
            #expect(tag.hasPrefix("W/\"0123456789abcdef") && tag.utf8.count == 36)
            #expect(first.headers[.cacheControl] == "private, no-cache")
            for sent in [tag, "\"other\", " + tag, "*"] {
                let again = try await client.execute(
                    uri: "/a", method: .get, headers: [.ifNoneMatch: sent])
                #expect(again.status == .notModified)
                #expect(again.headers[.eTag] == tag)
                #expect(again.headers[.contentLength] == nil)
                #expect(again.text.isEmpty)
            }
            // The tag depends on the caller.
            let other = try await client.execute(
                uri: "/a", method: .get,
                headers: [.ifNoneMatch: tag, .authorization: "Bearer read"])
            #expect(other.status == .ok)
        }
    }

    @Test(arguments: [
        (nil as String?, "text/html" as String?), ("*/*", "text/html"),
        ("application/json", "application/json"),
        ("text/*;q=0.1, application/*", "application/json"),
        ("text/html;q=0, */*;q=0.1", "text/markdown"),
        ("text/markdown, text/html;q=0.9", "text/markdown"), ("image/png", nil),
        ("text/html;q=0", nil),
        ("rubbish", nil), ("TEXT/HTML", "text/html"),
    ]) func mediaTypesAreNegotiated(accept: String?, type: String?) async throws {
        let route = Route.test(.get, "/a") { context in
            .text(try context.mediaType(among: ["text/html", "text/markdown", "application/json"]))
        }
        try await TestServer().application([route]).test(.router) { client async throws in
            var headers: HTTPFields = [:]
            headers[.accept] = accept
            let answer = try await client.execute(uri: "/a", method: .get, headers: headers)
            #expect(answer.status == (type == nil ? .notAcceptable : .ok))
            if let type { #expect(answer.text == type) }
        }
    }

    @Test func formsAreRead() async throws {
        let body = Route.Body(
            content: [("application/x-www-form-urlencoded", .any)], maximumBytes: 100)
        let route = Route.test(.post, "/a", body: body) { context in
            .text(try await context.form()["a"] ?? "-")
        }
        try await TestServer().application([route]).test(.router) { client async throws in
            for (text, read) in [
                ("a=1+%C3%A9", "1 é"), ("b=1", "-"), ("a=%zz", nil), ("a=%ff", nil),
            ] {
                let answer = try await client.execute(
                    uri: "/a", method: .post, body: ByteBuffer(string: text))
                if let read {
                    #expect(answer.text == read)
                } else {
                    #expect(answer.code == "malformed")
                }
            }
        }
    }
}
