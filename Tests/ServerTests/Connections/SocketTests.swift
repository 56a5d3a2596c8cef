import Hosting
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Server

/// Input on sockets before it forms a request.
@Suite struct SocketTests {
    private static let shared = SharedBytes([UInt8](repeating: 65, count: 8 << 20))

    private static let routes: [Route] = [
        .test(.get, "/shared") { $0.answer(shared, mediaType: "image/png") },
        .test(.get, "/a") { _ in .text("answer") },
        .test(.post, "/echo", body: .init(content: [("*/*", .any)], maximumBytes: 100)) { context in
            .bytes(try await context.body(), mediaType: "text/plain")
        },
        .test(.get, "/huge") { _ in
            .bytes([UInt8](repeating: 65, count: 64 << 20), mediaType: "image/png")
        },
    ]

    /// Runs a server on a free port; `change` sets its limits.
    private func live<Result: Sendable>(
        _ server: TestServer = TestServer(),
        _ change: @escaping (inout ConnectionLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> Result {
        let app = try await server.application(Self.routes) { change(&$0.limits) }
        return try await app.test(.live) { client in try await body(try #require(client.port)) }
    }

    private func exchange(
        _ text: String, port: Int
    ) async throws -> String {
        try await RawClient.with(port: port) { client in
            await client.send(text)
            return await client.readToEnd()
        }
    }

    private static let close = "Connection: close\r\n\r\n"

    @Test func answersAsAnyServer() async throws {
        try await live { port in
            let answer = try await exchange(
                "GET /a HTTP/1.1\r\nHost: localhost\r\n" + Self.close, port: port)
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(answer.hasSuffix("\r\n\r\nanswer"))
        }
    }

    @Test func answersInOrderOnOneConnection() async throws {
        try await live { port in
            let request = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n"
            let answer = try await exchange(
                request + "one" + request + "two" + "GET /a HTTP/1.1\r\nHost: localhost\r\n"
                    + Self.close,
                port: port)
            let one = try #require(answer.firstRange(of: "\r\n\r\none"))
            let two = try #require(answer.firstRange(of: "\r\n\r\ntwo"))
            #expect(one.upperBound < two.lowerBound)
            #expect(answer.hasSuffix("answer"))
        }
    }

    @Test(arguments: [
        (
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /a",
            400
        ),
        (
            "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
            400
        ),
        (
            "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            400
        ),
        ("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: -1\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1e2\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: xchunked\r\n\r\n", 400),
        ("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        ("GET /a HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
        ("GET /a HTTP/1.1\r\nHost: localhost\r\n X: folded\r\n\r\n", 400),
        ("GET /a HTTP/1.1\r\nHo st: localhost\r\n\r\n", 400),
        ("GET /a HTTP/1.1\nHost localhost\n\n", 400),
        ("GET /a HTTP/9.9\r\nHost: localhost\r\n\r\n", 400),
        ("\u{16}\u{3}\u{1} this is TLS", 400),
        ("GET /a HTTP/1.1\r\n\r\n", 400),
        ("GET http://evil.example/a HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        ("GET HTTPS://evil.example HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        (
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: coffee\r\nContent-Length: 1\r\n\r\n",
            417
        ),
        (
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;"
                + String(repeating: "x", count: 20 << 10) + "\r\na\r\n0\r\n\r\n", 400
        ),
        (
            "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0;"
                + String(repeating: "x", count: 20 << 10) + "\r\n\r\n", 400
        ),
        (
            "GET /a HTTP/1.1\r\nHost: localhost\r\nX: " + String(repeating: "x", count: 17 << 10)
                + "\r\n\r\n", 431
        ),
        (
            "GET /a HTTP/1.1\r\nHost: localhost\r\n" + String(repeating: "X: y\r\n", count: 101)
                + "\r\n", 431
        ),
        (
            "GET /a?" + String(repeating: "x", count: 9 << 10)
                + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 414
        ),
        (
            "GET /a?" + String(repeating: "x", count: 20 << 10)
                + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 431
        ),
    ]) func whatIsNoRequestIsRefusedOnce(text: String, status: Int) async throws {
        try await live { port in
            // One more byte would begin the next request, if the connection were still read.
            let answer = try await exchange(
                text + "GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n", port: port)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.components(of: "HTTP/1.1 ") == 1)
            #expect(answer.contains("\r\nConnection: close\r\n"))
            #expect(answer.contains("application/problem+json"))
            #expect(answer.contains("\"requestId\":"))
        }
    }

    @Test func tooLargeBodiesAreRefusedUnread() async throws {
        try await live { port in
            try await RawClient.with(port: port) { client in
                // The body is never sent.
                await client.send(
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 101\r\n\r\n")
                let answer = await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 413 "))
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            }
            try await RawClient.with(port: port) { client in
                let chunk = "40\r\n" + String(repeating: "x", count: 64) + "\r\n"
                await client.send(
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + chunk + chunk)
                let answer = await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 413 "))
            }
        }
    }

    @Test func bodiesAreAskedForWhenWanted() async throws {
        try await live { port in
            let head =
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nConnection: close\r\n"
            try await RawClient.with(port: port) { client in
                await client.send(head + "Content-Length: 3\r\n\r\n")
                let first = try await client.read(until: "\r\n\r\n")
                #expect(first.hasPrefix("HTTP/1.1 100 "))
                await client.send("abc")
                let answer = await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("abc"))
            }
            try await RawClient.with(port: port) { client in
                await client.send(head + "Content-Length: 300\r\n\r\n")
                let answer = await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 413 "))
            }
        }
    }

    @Test(arguments: [
        "Content-Length: 9\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    ])
    func halfABodyIsNone(rest: String) async throws {
        let server = TestServer()
        try await live(server) { port in
            try await RawClient.with(port: port) { client in
                await client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\n" + rest)
                await client.finish()
                let answer = await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 400 "))
                #expect(answer.components(of: "HTTP/1.1 ") == 1)
            }
        }
    }

    @Test(arguments: [
        "GET /a HT", "GET /a HTTP/1.1\r\nHost: localhost\r\n",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nslow",
        "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
    ]) func slowRequestsEnd(text: String) async throws {
        try await live(TestServer(), { $0.requestSeconds = 1 }) { port in
            try await RawClient.with(port: port) { client in
                await client.send(text)
                // Other clients are answered meanwhile.
                let other = try await exchange(
                    "GET /a HTTP/1.1\r\nHost: localhost\r\n" + Self.close, port: port)
                #expect(other.hasPrefix("HTTP/1.1 200 "))
                let answer = await client.readToEnd()
                #expect(answer.hasPrefix("HTTP/1.1 408 "))
            }
        }
    }

    @Test func idleConnectionsEnd() async throws {
        try await live(TestServer(), { $0.idleSeconds = 1 }) { port in
            try await RawClient.with(port: port) { client in
                let answer = await client.readToEnd()
                #expect(answer.isEmpty)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func slowReadersEnd() async throws {
        let server = TestServer()
        try await live(server, { $0.answerSeconds = 1 }) { port in
            try await RawClient.with(port: port, isDeaf: true) { client in
                await client.send("GET /huge HTTP/1.1\r\nHost: localhost\r\n\r\n")
                // One connection belongs to the test framework.
                while server.metrics.text().contains("http_server_open_connections 2") == false {
                    try await Task.sleep(for: .milliseconds(10))
                }
                while server.metrics.text().contains("http_server_open_connections 1") == false {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func furtherConnectionsWait() async throws {
        let server = TestServer()
        // One connection belongs to the test framework.
        try await live(
            server,
            {
                $0.connections = 2
                $0.refusedConnections = 0
            }
        ) { port in
            let request = "GET /a HTTP/1.1\r\nHost: localhost\r\n"
            let answer = try await RawClient.with(port: port) { first in
                await first.send(request + "\r\n")
                _ = try await first.read(until: "answer")
                return try await RawClient.with(port: port) { second in
                    await second.send(request + Self.close)
                    await first.send(request + Self.close)
                    _ = await first.readToEnd()
                    return await second.readToEnd()
                }
            }
            #expect(answer.hasSuffix("answer"))
        }
    }

    @Test(.timeLimit(.minutes(10))) func connectionsBeyondTheLimitAreTold() async throws {
        let server = TestServer()
        // One connection belongs to the test framework.
        try await live(server, { $0.connections = 2 }) { port in
            try await RawClient.with(port: port) { first in
                await first.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await first.read(until: "answer")
                // This client has not sent anything yet.
                let refused = try await RawClient.with(port: port) { await $0.readToEnd() }
                #expect(refused.hasPrefix("HTTP/1.1 503 "), "\(refused)")
                #expect(refused.contains("\"code\":\"overloaded\""))
                #expect(refused.contains("\r\nRetry-After: 1\r\n"))
                await first.send("GET /a HTTP/1.1\r\nHost: localhost\r\n" + Self.close)
                #expect(await first.readToEnd().hasSuffix("answer"))
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func answersThatNobodyTakesAreBounded() async throws {
        let server = TestServer()
        try await live(server, { $0.answerBytesOfAddress = 1 << 20 }) { port in
            let request = "HTTP/1.1\r\nHost: localhost\r\n"
            try await RawClient.with(port: port, isDeaf: true) { first in
                // A large response is allowed while its address waits for no other.
                await first.send("GET /huge \(request)\r\n")
                while !server.log.contains("/huge") {
                    try await Task.sleep(for: .milliseconds(10))
                }
                let second = try await exchange("GET /huge \(request)" + Self.close, port: port)
                #expect(second.hasPrefix("HTTP/1.1 503 "), "\(second.prefix(300))")
                #expect(second.contains("\"code\":\"overloaded\""))
                let small = try await exchange("GET /a \(request)" + Self.close, port: port)
                #expect(small.hasSuffix("answer"))
            }
            // The bytes for a disconnected client are released.
            while true {
                let answer = try await exchange("GET /huge \(request)" + Self.close, port: port)
                if answer.hasPrefix("HTTP/1.1 200 ") {
                    #expect(answer.utf8.count > 64 << 20)
                    break
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func readersOfOneFileShareItsBytes() async throws {
        let server = TestServer()
        try await live(server, { $0.answerBytesOfAddress = 1 << 20 }) { port in
            let request = "GET /shared HTTP/1.1\r\nHost: localhost\r\n"
            try await RawClient.with(port: port, isDeaf: true) { first in
                await first.send(request + "\r\n")
                try await RawClient.with(port: port, isDeaf: true) { second in
                    await second.send(request + "\r\n")
                    while server.log.components(of: "/shared") < 2 {
                        try await Task.sleep(for: .milliseconds(10))
                    }
                    let third = try await exchange(request + Self.close, port: port)
                    #expect(third.hasPrefix("HTTP/1.1 200 "), "\(third.prefix(300))")
                    #expect(third.utf8.count > 8 << 20)
                }
            }
        }
    }

    @Test func addressesWithAHostAreThatHosts() async throws {
        try await live { port in
            for host in ["localhost", "localhost:8080"] {
                let answer = try await exchange(
                    "GET http://\(host)/a HTTP/1.1\r\nHost: localhost\r\n" + Self.close, port: port)
                #expect(answer.hasSuffix("answer"), "\(answer)")
            }
            // HTTP/1.0 needs no Host.
            let old = try await exchange("GET /a HTTP/1.0\r\n\r\n", port: port)
            #expect(old.hasSuffix("answer"), "\(old)")
        }
    }

    @Test func smallChunksAndShortExtensionsAreRead() async throws {
        try await live { port in
            let chunks = String(repeating: "1;name=value\r\na\r\n", count: 100)
            let request =
                "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
            // The next request comes in the same bytes.
            let next =
                "GET /a HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 4_000))\r\n"
            let answer = try await exchange(
                request + "\r\n\(chunks)0\r\n\r\n"
                    + String(repeating: next + "\r\n", count: 8) + next + Self.close, port: port)
            #expect(answer.contains(String(repeating: "a", count: 100)))
            #expect(answer.components(of: "HTTP/1.1 200 ") == 10, "\(answer.prefix(2000))")
        }
    }

    @Test func anAddressHasSoManyConnections() async throws {
        try await live(TestServer(), { $0.connectionsOfAddress = 3 }) { port in
            // The framework has one connection, which may come from ::1.
            try await RawClient.with(port: port) { one in
                // Until a connection is answered, a later one may be counted first.
                await one.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = try await one.read(until: "answer")
                try await RawClient.with(port: port) { two in
                    try await RawClient.with(port: port) { three in
                        try await RawClient.with(port: port) { four in
                            let answer = await four.readToEnd()
                            #expect(answer.isEmpty)
                        }
                        await one.send("GET /a HTTP/1.1\r\nHost: localhost\r\n" + Self.close)
                        let answer = await one.readToEnd()
                        #expect(answer.hasSuffix("answer"))
                        _ = (two.channel, three.channel)
                    }
                }
            }
        }
    }
}

extension String {
    /// Returns the number of occurrences of a text.
    func components(of text: String) -> Int { ranges(of: text).count }
}
