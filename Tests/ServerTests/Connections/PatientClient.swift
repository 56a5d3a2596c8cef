import HTTPTypes
import Hummingbird
import NIOCore
import Testing

// `TestResponse` has no public initializer.
@testable import HummingbirdTesting

/// A client of a server with sockets that waits for minutes, and connects for each request.
///
/// Hummingbird's own client gives up after 20 seconds. A busy machine, on which other tests run
/// servers and browsers, sometimes needs longer. A connection that is kept could be idle for so long
/// that the server closes it.
struct PatientClient: TestClientProtocol {
    let port: Int?

    func executeRequest(
        uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?
    ) async throws -> TestResponse {
        try await TestClient.withClient(
            host: "localhost", port: try #require(port),
            configuration: .init(timeout: .seconds(300))
        ) { client in
            let response = try await client.execute(
                .init(uri, method: method, authority: "localhost", headers: headers, body: body))
            return TestResponse(
                head: response.head, body: response.body ?? ByteBuffer(),
                trailerHeaders: response.trailerHeaders)
        }
    }

    /// Runs `body` with a client of `application`, once its project is open.
    static func with(
        _ application: some ApplicationProtocol,
        _ body: @escaping @Sendable (PatientClient) async throws -> Void
    ) async throws {
        try await application.test(.live) { impatient async throws in
            let patient = PatientClient(port: impatient.port)
            try await ProjectServer.waitUntilReady(patient)
            try await body(patient)
        }
    }
}
