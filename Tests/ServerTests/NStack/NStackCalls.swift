import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import Testing

@testable import Server

/// Requests as NStack's clients send them.
struct NStackCalls {
    static let base = "/api/v2/content/localize"
    static let guid = "A6F1C9B4-0000-4000-8000-3D2E1F0A9B8C"
    static let other = "B7F1C9B4-0000-4000-8000-3D2E1F0A9B8C"

    let client: any TestClientProtocol
    var base: String
    var headers: HTTPFields = [:]

    init(_ client: any TestClientProtocol, base: String = Self.base) {
        self.client = client
        self.base = base
    }

    func get(_ path: String, headers: HTTPFields = [:], body: String? = nil) async throws
        -> TestResponse
    {
        try await client.execute(
            uri: base + path, method: .get, headers: merged(headers),
            body: body.map { ByteBuffer(string: $0) })
    }

    func post(_ body: String, to path: String = "/proposals", headers: HTTPFields = [:])
        async throws -> TestResponse
    {
        try await client.execute(
            uri: base + path, method: .post, headers: merged(headers),
            body: ByteBuffer(string: body))
    }

    func delete(_ id: Int64, guid: String?) async throws -> TestResponse {
        let query = guid.map { "?guid=\($0)" } ?? ""
        return try await client.execute(
            uri: "\(base)/proposals/\(id)\(query)", method: .delete, headers: headers)
    }

    /// Proposes a text as Android and PHP do; no encoder changes it.
    func propose(
        _ value: String, for key: String = "cart.title", in locale: String = "de",
        section: String = "default", guid: String = Self.guid, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await post(
            "key=\(key)&section=\(section)&value=\(value)&locale=\(locale)&platform=mobile&guid=\(guid)",
            headers: headers)
    }

    private func merged(_ more: HTTPFields) -> HTTPFields {
        var headers = headers
        for field in more { headers[field.name] = field.value }
        return headers
    }
}

extension TestResponse {
    /// The member `data`.
    var data: JSONObject? { json?.objectValue?["data"]?.objectValue }
    /// The objects of the member `data`.
    var rows: [JSONObject] {
        json?.objectValue?["data"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }
    var message: String? { json?.objectValue?["message"]?.stringValue }
}

/// Compares answers with NStack's mocks.
enum NStackMock {
    static func json(_ name: String) throws -> JSONValue {
        let file = try #require(
            Bundle.module.url(forResource: "Fixtures/nstack/\(name)", withExtension: "json"))
        return try JSONValue.parse(Array(try Data(contentsOf: file)))
    }

    /// Returns the members of the mock that the response lacks or has with another type.
    ///
    /// In lists, the first elements are compared. In objects whose names are data, such as `data`
    /// of texts, only the type is compared.
    static func missing(
        in answer: JSONValue?, comparedWith mock: JSONValue, at path: String = "",
        names: Bool = true
    ) -> [String] {
        switch (mock, answer) {
        case (.object(let mock), .object(let answer)):
            return names
                ? mock.members.flatMap { name, value in
                    missing(in: answer[name], comparedWith: value, at: path + "/" + name)
                } : []
        case (.array(let mock), .array(let answer)):
            guard let first = mock.first else { return [] }
            return missing(in: answer.first, comparedWith: first, at: path + "/0")
        case (.string, .string), (.integer, .integer), (.bool, .bool), (.null, .null),
            (.null, .string):
            return []
        default: return [path]
        }
    }
}
