import Agents
import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Translation

/// The Model Context Protocol over HTTP: one address, which takes one message per request.
///
/// The server keeps no sessions, sends no messages of its own, and answers each request with JSON.
/// See <https://modelcontextprotocol.io/specification>, “Streamable HTTP”.
struct AgentRoutes: Sendable {
    let directory: ProjectDirectory
    let version: String

    /// The last segment of the routes' addresses.
    static let place = "mcp"

    var all: [Route] {
        [route("", "agents.default.call"), route("/projects/{project}", "agents.call")]
    }

    private func route(_ prefix: PathTemplate, _ id: String) -> Route {
        Route(
            id: id, .post, PathTemplate("/" + Self.place).below(prefix),
            "A message of an agent (Model Context Protocol).",
            // Unlike the native API, it ignores cookies: pages have no business here.
            family: .compatible, access: .scope(.read),
            parameters: [
                .init(
                    "MCP-Protocol-Version", in: .header, "The version of the protocol.",
                    schema: .string(oneOf: ProtocolVersion.handshake + ProtocolVersion.stateless)),
                .init("Mcp-Method", in: .header, "The method, as in the message."),
                .init("Mcp-Name", in: .header, "The tool or resource, as in the message."),
            ], body: .json(Self.message, maximumBytes: AgentMessage.maximumSize),
            answers: [
                .json(.object(), "The answer to a request."),
                .init(202, "The notification was received."),
            ], problemForm: { problem, _ in Self.response(problem) }
        ) { context in
            guard context.principal.kind != .anonymous else { throw Problem.unauthenticated() }
            try context.requireJSON()
            let call = try await directory.call(context)
            let body = try await context.body()
            do {
                guard case .request(let request) = try AgentMessage(body) else {
                    return Response(status: .accepted)
                }
                try context.check(headersOf: request)
                return .json(
                    try await call.answerOrError(request, version: version),
                    headers: [.cacheControl: "no-store"])
            } catch let error as ProtocolError {
                return .json(error.answer, status: .init(code: error.code.status))
            }
        }
    }

    private static let message = JSONSchema.object(
        required: ["jsonrpc": .string(oneOf: ["2.0"]), "method": .string],
        optional: ["id": .any, "params": .object()])

    /// The response to a request that is refused before its message is read.
    private static func response(_ problem: Problem) -> Response {
        .json(
            ProtocolError(.refused, problem.detail, data: AgentFailure(problem).json).answer,
            status: problem.status)
    }
}

extension RequestContext {
    /// Throws unless the body is JSON.
    ///
    /// Browsers ask for permission before a page may send JSON to another origin.
    fileprivate func requireJSON() throws(Problem) {
        let type = header(.contentType)?.split(separator: ";").first.map(String.init) ?? ""
        guard type.lowercased().filter({ $0 != " " }) == "application/json" else {
            throw Problem(
                .mediaType, "The body's media type is not supported here.",
                hint: "Send application/json.")
        }
    }

    /// Throws if the header fields contradict a request, or name a version that is not supported.
    ///
    /// Intermediaries may act on the header fields, so they must agree with the message.
    fileprivate func check(headersOf request: AgentRequest) throws(ProtocolError) {
        let version = header(.mcpProtocolVersion)
        guard request.version != nil || version.map(ProtocolVersion.stateless.contains) == true
        else {
            guard let version, !ProtocolVersion.handshake.contains(version) else { return }
            throw ProtocolError(
                .unsupportedVersion, "Unsupported protocol version", id: request.id,
                data: .object { members in
                    members.add(
                        "supported", list: ProtocolVersion.handshake + ProtocolVersion.stateless)
                    members.add("requested", version)
                })
        }
        guard request.version?.stringValue == version, header(.mcpMethod) == request.method,
            Self.decoded(header(.mcpName)) == request.target || request.target == nil
        else {
            throw ProtocolError(
                .headerMismatch,
                "MCP-Protocol-Version, Mcp-Method or Mcp-Name does not match the message.",
                id: request.id)
        }
    }

    /// Returns a header field's value, which is encoded if it is not plain ASCII.
    private static func decoded(_ value: String?) -> String? {
        let (start, end) = ("=?base64?", "?=")
        guard let value, value.hasPrefix(start), value.hasSuffix(end),
            value.utf8.count >= start.utf8.count + end.utf8.count
        else { return value }
        let encoded = value.dropFirst(start.count).dropLast(end.count)
        return Base64.decode(encoded).flatMap { String(validating: $0, as: UTF8.self) }
    }
}

extension AgentFailure {
    /// Creates the failure for a problem of the API.
    init(_ problem: Problem) {
        self.init(
            code: problem.code.rawValue, message: problem.detail, wordedFor: problem.hint,
            nearest: problem.nearest)
    }
}
