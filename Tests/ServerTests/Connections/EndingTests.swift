import Hosting
import Hummingbird
import HummingbirdTesting
import ServiceLifecycle
import Testing

@testable import Server

@Suite struct EndingTests {
    /// A value that is set once and can be awaited.
    private struct Promise<Value: Sendable>: Sendable {
        private let pair = AsyncStream<Value>.makeStream()
        func complete(_ value: Value) { pair.continuation.yield(value) }
        func wait() async throws -> Value {
            for await value in pair.stream { return value }
            throw CancellationError()
        }
    }

    @Test(.timeLimit(.minutes(10))) func whatIsUnderWayIsAnswered() async throws {
        let port = Promise<Int>()
        let began = Promise<Void>()
        let gate = Promise<Void>()
        let server = TestServer(whenListening: { port.complete($0 ?? 0) })
        let route = Route.test(.get, "/slow") { _ in
            began.complete(())
            try await gate.wait()
            return .text("done")
        }
        let app = try await server.application([route])
        let group = ServiceGroup(
            configuration: .init(services: [app], gracefulShutdownSignals: [], logger: app.logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try await port.wait()
            try await RawClient.with(port: port) { idle in
                try await RawClient.with(port: port) { client in
                    await client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    try await began.wait()
                    await group.triggerGracefulShutdown()
                    // An idle client is disconnected at once; the listener is closed by then.
                    let nothing = await idle.readToEnd()
                    #expect(nothing.isEmpty)
                    await #expect(throws: (any Error).self) {
                        try await RawClient.with(port: port) { _ in }
                    }
                    gate.complete(())
                    let answer = await client.readToEnd()
                    #expect(answer.hasPrefix("HTTP/1.1 200 "))
                    #expect(answer.contains("Connection: close") && answer.hasSuffix("done"))
                }
            }
            try await tasks.next()
        }
    }

    @Test func aServerThatEndsIsNotReady() async throws {
        let lifecycle = Lifecycle()
        let server = TestServer()
        let responder = try ServerResponder(
            configuration: TestServer.configuration(), host: server.host,
            parts: ServerParts(routes: []), lifecycle: lifecycle, logger: server.logger)
        let app = Application(responder: responder, logger: server.logger)
        try await app.test(.router) { client async throws in
            let ready = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ready.status == .ok)
            lifecycle.stop()
            let ending = try await client.execute(uri: "/health/ready", method: .get)
            #expect(ending.status == .serviceUnavailable)
            #expect(ending.text == "{\"status\":\"unready\",\"reasons\":[\"stopping\"]}\n")
            #expect(ending.headers[.connection] == "close")
            let live = try await client.execute(uri: "/health/live", method: .get)
            #expect(live.status == .ok)
        }
    }
}
