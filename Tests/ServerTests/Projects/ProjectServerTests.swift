import HTTPTypes
import HummingbirdTesting
import JSON
import NIOCore
import TestWorld
import Testing

@testable import Server

@Suite struct ProjectServerTests {
    @Test func becomesReady() async throws {
        try await ProjectServer().run { client in
            let answer = try await client.execute(uri: "/health/ready", method: .get)
            #expect(answer.status == .ok)
        }
    }

    @Test func whatCannotBeOpenedIsCountedAndTheOthersAreReady() async throws {
        let server = try ProjectServer()
        let application = try await server.application(
            "    public = true\n[project \"gone\"]\n    path = \(server.sandbox.directory)/gone\n")
        try await application.test(.router) { client async throws in
            // Projects are opened beside each other: the one that fails may be counted before the
            // other is open.
            try await ProjectServer.waitUntilReady(client)
            for _ in 0..<600 {
                let answer = try await client.execute(uri: "/metrics", method: .get)
                if answer.text.contains("\ndragoman_failed_projects 1") {
                    let ready = try await client.execute(uri: "/health/ready", method: .get)
                    return #expect(ready.status == .ok)
                }
                try await Task.sleep(for: .milliseconds(10))
            }
            Issue.record("The server did not count the project that is not open.")
        }
    }

    @Test func theLogSplitsAWrite() async throws {
        let server = try ProjectServer()
        try await server.run { client in
            for (value, status) in [("Wagen", 201), ("Wagen", 409)] {
                let answer = try await client.execute(
                    uri: "/api/v1/projects/shop/proposals", method: .post,
                    headers: [.contentType: "application/json", .dragomanGuid: "a-guid-of-mine"],
                    body: .init(
                        string: "{\"locale\":\"de\",\"key\":\"cart.title\",\"value\":\"\(value)\"}")
                )
                #expect(answer.status.code == status, "\(answer.text)")
            }
        }
        let lines = server.log.split(separator: "\n").filter { $0.contains("\"POST\"") }
        #expect(lines.count == 2)
        for line in lines {
            let members = try JSONValue.parse(Array(line.utf8)).objectValue
            for name in ["ms", "queue", "ms-decide", "ms-commit", "ms-projection"] {
                #expect(members?[name] != nil, "\(name): \(line)")
            }
        }
    }

    @Test func metricsOfProjectsAreThereAtOnce() async throws {
        try await ProjectServer().run { client in
            let text = try await client.execute(uri: "/metrics", method: .get).text
            for name in ["queue_waiting", "loose_objects", "disk_free_bytes"] {
                #expect(text.contains("\ndragoman_\(name){project=\"shop\"} "), "\(name)")
            }
            #expect(text.contains("\ndragoman_open_projects 1\n"))
        }
    }

    @Test(.timeLimit(.minutes(10))) func aReloadNamesKeysThatNeedARestart() async throws {
        let server = try ProjectServer()
        let (reloads, reload) = AsyncStream<Void>.makeStream()
        try await server.run(options: { $0.reloads = reloads }) { client in
            let text = try server.sandbox.read("server.conf")
            try server.sandbox.write(
                text.replacing("http://localhost:8080", with: "https://l10n.example.org")
                    + "[limits]\n    connections = 9\n    value = 1KiB\n", to: "server.conf")
            reload.yield()
            while !server.log.contains(
                "Restart the server to apply server.url, limits.connections.")
            {
                try await Task.sleep(for: .milliseconds(10))
            }
            // The configuration at the start needs none.
            try server.sandbox.write(text, to: "server.conf")
            reload.yield()
            while server.log.ranges(of: "The configuration was reloaded.").count < 2 {
                try await Task.sleep(for: .milliseconds(10))
            }
            _ = try await client.execute(uri: "/health/live", method: .get)
        }
        #expect(server.log.ranges(of: "Restart the server").count == 1)
    }
}
