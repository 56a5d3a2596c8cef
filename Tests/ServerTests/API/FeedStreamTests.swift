import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import JSON
import Machine
import ServiceLifecycle
import TestWorld
import Testing
import Workspace

@testable import Server

/// Events as a stream, over sockets.
@Suite(.serialized) struct FeedStreamTests {
    private func live(
        _ server: ProjectServer,
        _ configuration: String = "    public = true\n    testers = open\n",
        options: (inout ServerOptions) -> Void = { _ in },
        _ body: @escaping @Sendable (Int, any TestClientProtocol) async throws -> Void
    ) async throws {
        let application = try await server.application(configuration, options: options)
        try await PatientClient.with(application) { client in
            try await body(try #require(client.port), client)
        }
    }

    /// Runs `body` with a stream and its response head, which has already been read.
    private func listen<Result: Sendable>(
        _ port: Int, _ query: String = "", headers: [String] = [],
        _ body: (inout FeedListener, String) async throws -> Result
    ) async throws -> Result {
        try await RawClient.with(port: port) { client async throws in
            await client.send(Self.request(query, headers))
            let head = try await client.read(until: "\r\n\r\n")
            var listener = FeedListener(client: client)
            return try await body(&listener, head)
        }
    }

    private static func request(_ query: String = "", _ headers: [String] = []) -> String {
        let lines =
            [
                "GET /api/v1/projects/shop/events\(query) HTTP/1.1", "Host: localhost",
                "Accept: text/event-stream",
            ] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    private func tip(_ server: ProjectServer) throws -> String {
        try server.sandbox.git("rev-parse", "translations", in: "shop")
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until the server reports the given number of streams.
    private func wait(forStreams count: Int, _ client: any TestClientProtocol) async throws {
        for _ in 0..<1_000 {
            let text = try await client.execute(uri: "/metrics", method: .get).text
            let counts = text.split(separator: "\n").filter {
                $0.hasPrefix("dragoman_feed_streams ")
            }
            if counts == ["dragoman_feed_streams \(count)"] || counts.isEmpty && count == 0 {
                return
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("There are not \(count) streams.")
    }

    @Test(.timeLimit(.minutes(10))) func eachCommitIsAMessage() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await live(server) { port, client in
            let api = APIClient(client: client).with(token: token)
            let before = try self.tip(server)
            try await self.listen(port) { listener, head in
                #expect(head.hasPrefix("HTTP/1.1 200 "))
                let lines = head.lowercased()
                #expect(lines.contains("\r\ncontent-type: text/event-stream\r\n"))
                #expect(lines.contains("\r\ndragoman-position: \(before)\r\n"))
                #expect(lines.contains("\r\nx-accel-buffering: no\r\n"))
                #expect(!lines.contains("content-encoding"))
                let first = try await listener.next()
                #expect(first.fields == ["retry": "2000", "id": before])
                let answer = try await api.send(
                    .put, "/text/fr?key=cart.title", #"{"value":"Caddie"}"#)
                #expect(answer.status == .ok)
                let message = try await listener.nextEvents()
                #expect(message.id == answer.position)
                #expect(message.data?["position"]?.stringValue == answer.position)
                #expect(message.types == ["translation.set"] && message.values == ["Caddie"])
                #expect(message.data?["gone"] == nil)
                // Mail addresses are only shown to a person's token.
                let actor = message.data?["events"]?.arrayValue?.first?["actor"]
                #expect(actor == .members(("name", .string("Mara"))))
                // Commits of other processes are sent as well.
                try server.cli("set", "de", "cart.title", "Wagen")
                let foreign = try await listener.nextEvents()
                #expect(foreign.id == (try self.tip(server)) && foreign.values == ["Wagen"])
                try await self.listen(
                    port, "?after=\(before)", headers: ["Authorization: Bearer \(token)"]
                ) { person, _ in
                    let first = try await person.nextEvents()
                    let actor = first.data?["events"]?.arrayValue?.first?["actor"]
                    #expect(actor?["email"]?.stringValue == "mara@example.org")
                    #expect(try await person.nextEvents().id == foreign.id)
                    try await self.wait(forStreams: 2, client)
                }
            }
            try await self.wait(forStreams: 0, client)
        }
    }

    @Test(.timeLimit(.minutes(10))) func aStreamGoesOnWhereItWasCut() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        try await live(server) { port, client in
            let api = APIClient(client: client).with(token: token)
            var last = try self.tip(server)
            let start = last
            var heard: [String] = []
            for number in 0..<12 {
                let answer = try await api.send(
                    .put, "/text/fr?key=cart.title", #"{"value":"\#(number)"}"#)
                try #require(answer.status == .ok, "\(answer)")
                guard number % 3 == 2 else { continue }
                // `Last-Event-ID` is newer than the address, which the browser keeps.
                try await self.listen(
                    port, "?after=\(start)", headers: ["Last-Event-ID: \(last)"]
                ) { listener, _ in
                    for _ in 0..<(number == 11 ? 3 : 2) {
                        let message = try await listener.nextEvents()
                        heard += message.values
                        last = try #require(message.id)
                    }
                }
                if number < 11 { heard = heard.filter { !$0.isEmpty } }
            }
            // Each stream but the last left the newest event unread, and the next one began with
            // it.
            try await self.listen(port, headers: ["Last-Event-ID: \(last)"]) { listener, _ in
                while heard.last != "11" {
                    heard += try await listener.nextEvents().values
                }
            }
            #expect(heard == (0..<12).map(String.init))
        }
    }

    /// A restarted server has no events in memory.
    @Test(.timeLimit(.minutes(10))) func whatIsNotInMemoryComesFromTheLog() async throws {
        let server = try ProjectServer()
        let strings = (0..<600).map { "\"k\($0)\": \"Text \($0)\"" }.joined(separator: ", ")
        try server.sandbox.write("{\(strings)}", to: "shop/en/default.json")
        try server.cli("import", "en/default.json")
        let first = try #require(
            try server.sandbox.git("rev-list", "--max-parents=0", "translations", in: "shop")
                .split(separator: "\n").first)
        try await live(server) { port, client in
            let whole = try await APIClient(client: client).get("/events?after=\(first)&limit=1000")
            let events = try #require(whole.member("events")?.arrayValue)
            #expect(events.count > 600)
            try await self.listen(port, "?after=\(first)") { listener, _ in
                #expect(try await listener.next().id == String(first))
                var parts: [FeedMessageRead] = []
                while parts.last?.id == nil { parts.append(try await listener.nextEvents()) }
                #expect(parts.flatMap { $0.data?["events"]?.arrayValue ?? [] } == events)
                #expect(parts.map { $0.data?["events"]?.arrayValue?.count ?? 0 }.max() == 256)
                #expect(parts.count == (events.count + 255) / 256)
                #expect(parts.last?.id == (try self.tip(server)))
                // The stream continues with new events.
                try server.cli("set", "de", "cart.title", "Wagen")
                #expect(try await listener.nextEvents().values == ["Wagen"])
            }
            try await self.listen(port, "?after=\(first)&locale=de&type=translation.set") {
                listener, _ in
                #expect(try await listener.nextEvents().values == ["Warenkorb", "Wagen"])
                try server.cli("set", "fr", "cart.title", "Caddie")
                // The filter excludes the event, but the client's position advances.
                let silent = try await listener.next()
                #expect(silent.fields == ["id": try self.tip(server)])
                try server.cli("set", "de", "cart.title", "Korb")
                #expect(try await listener.nextEvents().values == ["Korb"])
            }
        }
    }

    @Test func whatCannotBeginIsRefused() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            let api = APIClient(client: client).with("Accept", "text/event-stream")
            let unknown = String(repeating: "0", count: 40)
            #expect(try await api.get("/events?after=\(unknown)").status == .gone)
            let resumed = try await api.with("Last-Event-ID", unknown).get("/events")
            #expect(resumed.status == .gone && resumed.code == "unknown-position")
            #expect(try await api.get("/events?after=x").code == "invalid-value")
            #expect(try await api.with("Last-Event-ID", "x").get("/events").code == "invalid-value")
            for query in ["limit=1", "since=1d", "through=\(unknown)"] {
                #expect(try await api.get("/events?\(query)").code == "contradiction", "\(query)")
            }
            let head = try await api.send(.head, "/events", nil)
            #expect(head.status == .ok && head.headers[.contentType] == "text/event-stream")
            // A client that accepts any type gets JSON.
            let plain = try await api.with("Accept", "*/*").get("/events")
            #expect(plain.headers[.contentType] == "application/json")
            let metrics = try await client.execute(uri: "/metrics", method: .get)
            #expect(metrics.text.contains("\ndragoman_feed_streams 0\n"))
        }
    }

    @Test(.timeLimit(.minutes(10))) func aStreamThatWorksIsNotCut() async throws {
        let server = try ProjectServer()
        let limits = "[limits]\n    requestTime = 1s\n    idleTime = 1s\n    writeTime = 1s\n"
        try await live(
            server, "    public = true\n" + limits,
            options: { $0.streamLimits.silence = .milliseconds(300) }
        ) { port, _ in
            let start = ContinuousClock.now
            try await self.listen(port) { listener, _ in
                _ = try await listener.next()
                for _ in 0..<12 {
                    let message = try await listener.next()
                    #expect(message.data == nil)
                }
                // A busy machine is slower, never faster: each comment comes after the pause.
                #expect(ContinuousClock.now - start > .seconds(3))
                try server.cli("set", "de", "cart.title", "Wagen")
                #expect(try await listener.nextEvents().values == ["Wagen"])
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func whoDoesNotReadIsCutOff() async throws {
        let server = try ProjectServer()
        let token = try server.token(.review)
        let limits = "[limits]\n    personBurst = 100000\n"
        try await live(server, "    public = true\n" + limits) { port, client in
            let api = APIClient(client: client).with(token: token)
            try await RawClient.with(port: port, isDeaf: true) { deaf in
                await deaf.send(Self.request())
                try await self.wait(forStreams: 1, client)
                try await self.listen(port) { listener, _ in
                    // Text is written until the server stops sending; the system buffers some
                    // megabytes for the client.
                    let text = String(repeating: "x", count: 15_000)
                    var count = 0
                    var isThere = true
                    while isThere, count < 2_000 {
                        let answer = try await api.send(
                            .put, "/text/fr?key=cart.title", #"{"value":"\#(count) \#(text)"}"#)
                        try #require(answer.status == .ok)
                        #expect(try await listener.nextEvents().id == answer.position)
                        count += 1
                        guard count % 20 == 0 else { continue }
                        let metrics = try await client.execute(uri: "/metrics", method: .get).text
                        isThere = metrics.contains("\ndragoman_feed_streams 2\n")
                    }
                    #expect(!isThere)
                    try await self.wait(forStreams: 1, client)
                }
                _ = deaf.channel
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func streamsAreCounted() async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        let person = ["Authorization: Bearer \(token)"]
        try await live(
            server,
            options: {
                $0.streamLimits.ofAddress = 1
                $0.streamLimits.ofToken = 2
                $0.streamLimits.streams = 3
            }
        ) { port, client in
            func refused(_ headers: [String] = []) async throws -> String {
                try await RawClient.with(port: port) { client async throws in
                    await client.send(Self.request("", headers + ["Connection: close"]))
                    return await client.readToEnd()
                }
            }
            try await self.listen(port) { _, _ in
                let answer = try await refused()
                #expect(answer.hasPrefix("HTTP/1.1 429 ") && answer.contains("too-many"))
                try await self.listen(port, headers: person) { _, _ in
                    try await self.listen(port, headers: person) { _, _ in
                        #expect(try await refused(person).hasPrefix("HTTP/1.1 503 "))
                        try await self.wait(forStreams: 3, client)
                    }
                    try await self.wait(forStreams: 2, client)
                }
            }
            // A disconnected client makes room at once, not with the next comment.
            try await self.wait(forStreams: 0, client)
            try await self.listen(port) { _, head in #expect(head.hasPrefix("HTTP/1.1 200 ")) }
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["token", "session", "project"])
    func aStreamEndsWithItsRight(way: String) async throws {
        let server = try ProjectServer()
        let token = try server.token(.read)
        let id = try TokenFile(directory: server.stateDirectory).read().tokens[0].id
        let (reloads, reload) = AsyncStream<Void>.makeStream()
        let isPublic = way == "project"
        try await live(
            server, isPublic ? "    public = true\n" : "",
            options: {
                $0.reloads = reloads
                $0.furtherRoutes = { foundation in
                    [
                        .test(.get, "/cookie", family: .page) { context in
                            .text(
                                try foundation.sessions.cookie(
                                    tokenID: id, generation: 1, at: context.host.now()))
                        }
                    ]
                }
            }
        ) { port, client in
            var headers = ["Authorization: Bearer \(token)"]
            if way == "session" {
                let cookie = try await client.execute(uri: "/cookie", method: .get).text
                headers = ["Cookie: \(cookie.prefix { $0 != ";" })"]
            }
            try await self.listen(port, headers: isPublic ? [] : headers) { listener, head in
                #expect(head.hasPrefix("HTTP/1.1 200 "))
                _ = try await listener.next()
                try server.cli("set", "de", "cart.title", "Wagen")
                #expect(try await listener.nextEvents().values == ["Wagen"])
                let file = TokenFile(directory: server.stateDirectory)
                switch way {
                case "token": try file.revoke(token, on: server.sandbox.host())
                case "session": try file.endSessions(of: id)
                default:
                    let text = try server.sandbox.read("server.conf")
                    try server.sandbox.write(
                        text.replacing("public = true", with: "public = false"), to: "server.conf")
                    reload.yield()
                }
                try await self.wait(forStreams: 0, client)
                try server.cli("set", "de", "cart.title", "Geheim")
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func streamsEndWithTheServer() async throws {
        let server = try ProjectServer()
        let (ports, port) = AsyncStream<Int>.makeStream()
        let app = try await server.application(
            "    public = true\n", options: { $0.whenListening = { port.yield($0 ?? 0) } })
        let group = ServiceGroup(
            configuration: .init(services: [app], gracefulShutdownSignals: [], logger: app.logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            var found: Int?
            for await port in ports {
                found = port
                break
            }
            let port = try #require(found)
            var answer = ""
            while !answer.hasPrefix("HTTP/1.1 200 ") {
                try await RawClient.with(port: port) { client async throws in
                    await client.send(Self.request())
                    // Until the project is open, the server returns 503, whose body has no empty
                    // line.
                    answer = try await client.read(until: "\r\n\r\n")
                    guard answer.hasPrefix("HTTP/1.1 200 ") else {
                        return try await Task.sleep(for: .milliseconds(20))
                    }
                    _ = try await client.read(until: "\n\n")
                    await group.triggerGracefulShutdown()
                    let rest = await client.readToEnd()
                    // The last chunk of the body was received: nothing was cut off.
                    #expect(rest.hasSuffix("0\r\n\r\n"))
                }
            }
            try await tasks.next()
        }
    }
}
