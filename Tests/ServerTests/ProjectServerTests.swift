import HTTPTypes
import HummingbirdTesting
import JSON
import TestSupport
import Testing

@testable import Server

@Suite struct ProjectServerTests {
    @Test func becomesReady() async throws {
        try await ProjectServer().run { client in
            let answer = try await client.execute(uri: "/health/ready", method: .get)
            #expect(answer.status == .ok)
        }
    }

    @Test func whatCannotBeOpenedIsNamed() async throws {
        let server = try ProjectServer()
        let application = try await server.application(
            "    public = true\n[project \"gone\"]\n    path = \(server.sandbox.directory)/gone\n")
        try await application.test(.router) { client async throws in
            for _ in 0..<600 {
                let answer = try await client.execute(uri: "/health/ready", method: .get)
                if answer.text.contains("gone: not open") { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            Issue.record("The server did not say what is not open.")
        }
    }
}
