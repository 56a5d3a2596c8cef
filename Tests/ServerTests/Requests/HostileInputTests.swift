import Hosting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TestKit
import TestWorld
import Testing

@testable import Server

/// Random input from a seed: nothing may crash, and accepted input keeps its invariants.
@Suite struct HostileInputTests {
    private static let pieces = [
        "/", "//", ".", "..", "%", "%2", "%2e", "%2F", "%5c", "%00", "%c3", "%c3%a9", "%ff", "\\",
        "a", "é", "+", "&",
        "=", ";", ",", "\"", "[", "]", ":", "for=", "q=", "*", "gzip", "W/", "text/", "127.0.0.1",
        "::1", " ", "\u{7F}",
        "\u{600}", "\u{301}", "{", "}", "<script>",
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        (0..<Int.random(in: 0...12, using: &random))
            .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }

    @Test(arguments: 0..<300) func readersKeepTheirLaws(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<50 {
            let text = Self.text(&random)
            if let segments = try? PathDecoding.segments(of: "/" + text) {
                for segment in segments {
                    #expect(segment.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x5C })
                    let parts = segment.split(separator: "/")
                    #expect(!parts.contains("..") && !parts.contains("."))
                }
            }
            for isLenient in [true, false] {
                if let query = try? Query(text, isLenient: isLenient) {
                    #expect(query.items.allSatisfy { !$0.value.utf8.contains(0) })
                }
            }
            if let tag = EntityTag(text) { #expect(tag.field == text) }
            if let address = ForwardedAddresses.address(text) { #expect(!address.network.isEmpty) }
            _ = ContentCoding.takesGzip([text])
            _ = MediaRange(text)
            _ = Base64.decode(text)
            _ = PathTemplate(text).parameterNames
            _ = try? Links(text)
            #expect(ProblemPage.escaped(text).contains("<") == false)
        }
    }

    @Test(arguments: 0..<40) func requestsAreAnsweredAsRequests(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let names: [HTTPField.Name] = [
            .accept, .acceptEncoding, .authorization, .cookie, .ifNoneMatch, .ifMatch, .origin,
            .forwarded,
            .xForwardedFor, .requestID, .dragomanGuid, .contentType, .vary,
            .accessControlRequestMethod,
        ]
        var requests: [(HTTPRequest.Method, String, HTTPFields)] = []
        for _ in 0..<20 {
            var headers: HTTPFields = [:]
            for name in names where Bool.random(using: &random) {
                headers[name] = Self.text(&random)
            }
            let method = [HTTPRequest.Method.get, .post, .options, .head].randomElement(
                using: &random)
            let path = "/p/" + Self.text(&random) + "?" + Self.text(&random)
            requests.append((method ?? .get, path, headers))
        }
        let routes: [Route] = [
            .test(.get, "/p/{rest...}", crossOrigin: .anyForReading) { context in
                let tag = context.stateTag(eventsTree: "00")
                if let answer = context.notModified(tag) { return answer }
                return .text(context["rest"], headers: [.eTag: tag.field])
            },
            .test(.post, "/p/{rest...}", family: .compatible),
        ]
        let all = requests
        let server = TestServer()
        try await server.application(routes).test(.router) { client async throws in
            for (method, path, headers) in all {
                let answer = try await client.execute(uri: path, method: method, headers: headers)
                #expect(answer.status.code < 500)
                #expect(answer.headers[.requestID] != nil)
                for field in answer.headers {
                    #expect(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
                }
            }
        }
        // Each response has one log line, whatever it contained.
        #expect(server.log.split(separator: "\n").count >= all.count)
        #expect(server.log.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"time\":") })
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<4)
    func bytesOnASocketDoNotStopTheServer(seed: Int) async throws {
        var random = SplitMix64(seed: UInt64(seed))
        let whole =
            "POST /p/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
        let inputs = (0..<25).map { _ in
            var bytes = Array(whole.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...127, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: Self.text(&random).utf8, at: index)
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
        let route = Route.test(
            .post, "/p/{rest...}", body: .init(content: [("*/*", .any)], maximumBytes: 100)
        ) { .bytes(try await $0.body(), mediaType: "text/plain") }
        let app = try await TestServer().application([route]) {
            $0.limits.requestSeconds = 1
            $0.limits.idleSeconds = 1
        }
        try await app.test(.live) { client in
            let port = try #require(client.port)
            for input in inputs {
                try await RawClient.with(port: port) { raw in
                    await raw.send(input)
                    await raw.finish()
                    let answer = await raw.readToEnd()
                    #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 "))
                }
            }
            let last = try await RawClient.with(port: port) { raw in
                await raw.send(whole)
                return await raw.readToEnd()
            }
            #expect(last.hasSuffix("hello"))
        }
    }
}
