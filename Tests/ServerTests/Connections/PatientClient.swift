import HTTPTypes
import Hummingbird
import NIOCore
import Testing

// `TestResponse` has no public initializer.
@testable import HummingbirdTesting

/// A client of a server with sockets that waits for minutes.
///
/// Hummingbird's own client gives up after 20 seconds. A busy machine, on which other tests run
/// servers and browsers, sometimes needs longer.
struct PatientClient: TestClientProtocol {
    let client: TestClient

    var port: Int? { client.port }

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        let response = try await client.execute(
            .init(uri, method: method, authority: "localhost", headers: headers, body: body))
        return TestResponse(
            head: response.head, body: response.body ?? ByteBuffer(),
            trailerHeaders: response.trailerHeaders)
    }

    /// Runs `body` with a client of `application`, once its project is open.
    static func with(
        _ application: some ApplicationProtocol,
        _ body: @escaping @Sendable (PatientClient) async throws -> Void
    ) async throws {
        try await application.test(.live) { impatient async throws in
            try await TestClient.withClient(
                host: "localhost", port: try #require(impatient.port),
                configuration: .init(timeout: .seconds(300))
            ) { client in
                let patient = PatientClient(client: client)
                try await ProjectServer.waitUntilReady(patient)
                try await body(patient)
            }
        }
    }
}
