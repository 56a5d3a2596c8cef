import Hosting
import Foundation
import Hummingbird
import HummingbirdTesting
import TestWorld
import Testing

@testable import Server

@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/bin/openssl"), "openssl is not installed"))
struct TLSTests {
    @Test func answersByTLS() async throws {
        let sandbox = try Sandbox()
        let made = try sandbox.execute(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-days", "3650", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
                "-subj", "/CN=localhost",
            ])
        try #require(made.status == 0)
        let route = Route.test(.get, "/huge") { _ in
            .bytes([UInt8](repeating: 65, count: 300_000), mediaType: "image/png")
        }
        let app = try await TestServer().application([route]) {
            $0.tls = .init(
                certificate: sandbox.directory + "/cert.pem", key: sandbox.directory + "/key.pem")
        }
        try await app.test(.ahc(.https)) { client async throws in
            let answer = try await client.execute(uri: "/huge", method: .get)
            #expect(answer.status == .ok)
            #expect(answer.body.readableBytes == 300_000)
        }
    }

    @Test func filesThatAreNotThereAreSaid() async throws {
        await #expect(throws: (any Error).self) {
            _ = try await TestServer().application([]) {
                $0.tls = .init(certificate: "/nowhere.pem", key: "/nowhere.key")
            }
        }
    }
}
