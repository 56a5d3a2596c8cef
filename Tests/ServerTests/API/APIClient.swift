import HTTPTypes
import HummingbirdTesting
import JSON
import NIOCore
import Testing

/// Calls the native API of the project `shop` with a token or a guid.
struct APIClient {
    let client: any TestClientProtocol
    var headers: HTTPFields = [:]

    static let base = "/api/v1/projects/shop"

    func with(token: String) -> APIClient {
        var copy = self
        copy.headers[.authorization] = "Bearer \(token)"
        return copy
    }

    func with(guid: String) -> APIClient { with("Dragoman-Guid", guid) }

    func with(_ name: String, _ value: String) -> APIClient {
        var copy = self
        if let name = HTTPField.Name(name) { copy.headers[name] = value }
        return copy
    }

    func get(_ path: String) async throws -> TestResponse { try await send(.get, path, nil) }

    func send(_ method: HTTPRequest.Method, _ path: String, _ body: String?) async throws
        -> TestResponse
    {
        var headers = headers
        if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let path = path.hasPrefix("/api") ? path : Self.base + path
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }

    func post(_ path: String, _ body: String) async throws -> TestResponse {
        try await send(.post, path, body)
    }
}

extension TestResponse {
    func member(_ name: String) -> JSONValue? { json?.objectValue?[name] }

    /// The path of the link to the next page.
    var next: String? {
        guard let name = HTTPField.Name("Link"), let link = headers[name],
            let end = link.firstIndex(of: ">")
        else { return nil }
        return String(link.dropFirst("<http://localhost:8080".count)[..<end])
    }

    var position: String? { HTTPField.Name("Dragoman-Position").flatMap { headers[$0] } }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { objectValue?[name] }
}
