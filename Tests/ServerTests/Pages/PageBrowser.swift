import Foundation
import HTTPTypes
import Hosting
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import Server
@testable import ServerPages

/// A browser that keeps cookies and sends forms as pages do.
struct PageBrowser {
    let client: any TestClientProtocol
    var cookies: [String: String] = [:]

    init(_ client: any TestClientProtocol) { self.client = client }

    struct Page {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String

        /// Returns the value of a hidden field from the first form that has it.
        func field(_ name: String) -> String {
            guard let start = text.range(of: "name=\"\(name)\" value=\"") else { return "" }
            return String(text[start.upperBound...].prefix { $0 != "\"" })
        }
    }

    mutating func get(_ path: String) async throws -> Page {
        try await send(path, .get, headers: [:], body: nil)
    }

    mutating func post(
        _ path: String, _ fields: KeyValuePairs<String, String>, json: Bool = false,
        origin: String? = "http://localhost:8080"
    ) async throws -> Page {
        try await post(path, fields.map { ($0, $1) }, json: json, origin: origin)
    }

    mutating func post(
        _ path: String, _ fields: [(String, String)], json: Bool = false,
        origin: String? = "http://localhost:8080"
    ) async throws -> Page {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        if let origin { headers[.origin] = origin }
        if json { headers[.accept] = "application/json" }
        let body = fields.map { "\($0)=\(PercentEncoding.text($1))" }.joined(separator: "&")
        return try await send(path, .post, headers: headers, body: body)
    }

    private mutating func send(
        _ path: String, _ method: HTTPRequest.Method, headers: HTTPFields, body: String?
    ) async throws -> Page {
        var headers = headers
        if !cookies.isEmpty {
            headers[.cookie] = cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
        }
        let answer = try await client.execute(
            uri: path, method: method, headers: headers,
            body: body.map { ByteBuffer(string: $0) })
        for field in answer.headers[values: .setCookie] {
            let pair = field.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
            let value = pair.count == 2 ? String(pair[1]) : ""
            cookies[String(pair[0])] = value.isEmpty ? nil : value
        }
        return Page(
            status: answer.status, headers: answer.headers, text: String(buffer: answer.body))
    }

    mutating func signIn(_ token: String) async throws {
        let page = try await post("/login", ["token": token, "back": "/"])
        try #require(page.status == .seeOther)
    }

    static let withPages: @Sendable (inout ServerOptions) -> Void = {
        $0.furtherRoutes = Pages.routes
        $0.htmlProblem = try? Pages.problemPage(basePath: "")
    }
}
