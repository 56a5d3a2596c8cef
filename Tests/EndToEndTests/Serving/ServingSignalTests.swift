import Foundation
import TestWorld
import Testing

/// The effects of signals on a server.
@Suite(.timeLimit(.minutes(10))) struct ServingSignalTests {
    private let scene: ServingScene

    init() throws { scene = try ServingScene() }

    /// Starts a request without sending its body.
    private func begin(_ server: ProductServer) throws -> LoopbackClient {
        let client = try LoopbackClient(port: server.port)
        try client.send(
            "POST /api/v1/projects/app/proposals HTTP/1.1\r\nHost: localhost\r\nDragoman-Guid: guid-of-somebody\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(ServingScene.proposal("Salut").utf8.count)\r\n"
                + "Expect: 100-continue\r\n\r\n")
        // From here on the handler waits for the body.
        #expect(try client.receive().status == 100)
        return client
    }

    /// Returns once a server has begun to shut down.
    private func waitUntilItEnds(_ client: LoopbackClient) throws {
        try scene.wait {
            // An idle connection is closed.
            guard let answer = try? client.exchange("GET", "/health/live") else { return true }
            return answer.headers["connection"] == "close"
        }
    }

    @Test func aServerThatEndsAnswersWhatIsUnderWay() throws {
        let server = try scene.serve()
        try server.waitUntilReady()
        let (request, other) = (try begin(server), try LoopbackClient(port: server.port))
        _ = try other.exchange("GET", "/health/live")
        try server.process.signal(SIGTERM)
        try waitUntilItEnds(other)
        try request.send(ServingScene.proposal("Salut"))
        let answer = try request.receive()
        #expect(answer.status == 201, "\(answer)")
        #expect(answer.headers["connection"] == "close")
        #expect(server.process.end() == 0)
        #expect(try scene.dragoman("proposals").output.contains("Salut"))
    }

    @Test func aSecondSignalEndsAtOnce() throws {
        let server = try scene.serve()
        try server.waitUntilReady()
        let (request, other) = (try begin(server), try LoopbackClient(port: server.port))
        _ = try other.exchange("GET", "/health/live")
        try server.process.signal(SIGTERM)
        try waitUntilItEnds(other)
        try server.process.signal(SIGTERM)
        #expect(server.process.end() == 130)
        #expect(throws: LoopbackClient.Closed.self) { try request.receive() }
    }

    @Test func anotherConfigurationIsTaken() throws {
        #expect(try scene.sandbox.execute(try Products.dragoman, ["init", "second"]).status == 0)
        try scene.configure("public = false")
        let server = try scene.serve(["--config", scene.sandbox.directory + "/server.conf"])
        try server.waitUntilReady()
        func status(_ project: String) throws -> Int {
            try server.exchange("GET", "/api/v1/projects/\(project)/locales").status
        }
        #expect(try status("app") == 401)
        #expect(try status("second") != 200)
        try scene.configure(
            "public = true\n[project \"second\"]\n    path = \(scene.sandbox.directory)/second\n"
                + "    public = true")
        try server.process.signal(SIGHUP)
        try scene.wait { try status("app") == 200 && status("second") == 200 }
        // An invalid configuration changes nothing.
        try scene.configure("pubic = false")
        try server.process.signal(SIGHUP)
        try scene.wait { server.process.said.contains("The configuration was not reloaded") }
        #expect(try status("app") == 200)
        try scene.configure("public = false")
        try server.process.signal(SIGHUP)
        try scene.wait { try status("app") == 401 && status("second") != 200 }
    }
}
