import HTTPTypes
public import Hummingbird
import JSON
import Logging
import NIOCore
import Translation
import struct Workspace.Host

/// The connection that a request came over.
public struct ConnectionContext: InitializableFromSource, Sendable {
    let channel: any Channel

    /// Takes what Hummingbird knows.
    public init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// Answers requests: finds the route, lets its guards look, calls its handler, and finishes the answer.
public struct ServerResponder: HTTPResponder {
    let configuration: ServerConfiguration
    let host: Host
    let table: RouteTable
    let parts: ServerParts
    let lifecycle: Lifecycle
    let logger: Logger

    init(
        configuration: ServerConfiguration, host: Host, parts: ServerParts, lifecycle: Lifecycle,
        logger: Logger
    ) throws {
        self.configuration = configuration
        self.host = host
        self.parts = parts
        self.lifecycle = lifecycle
        self.logger = logger
        table = try RouteTable(parts.routes)
    }

    /// Answers a request.
    ///
    /// Only a broken connection makes it throw.
    public func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        var random = host.random
        let inquiry = Inquiry(
            id: RequestID.make(from: request.headers, random: &random), request: request,
            channel: context.channel, record: RequestRecord())
        do {
            return try await answer(inquiry)
        } catch {
            return problemAnswer(problem(for: error), inquiry, nil)
        }
    }

    /// A request before its route is known.
    struct Inquiry: Sendable {
        let id: String
        let request: Request
        let channel: any Channel
        let record: RequestRecord
    }

    private func answer(_ inquiry: Inquiry) async throws -> Response {
        let request = inquiry.request
        let segments = try PathDecoding.segments(of: request.uri.path)
        guard let match = table.match(segments) else {
            throw Problem(
                .unknownPath, "Nothing is at this address.",
                hint: "`GET /api/openapi.json` lists what there is.")
        }
        let method = request.method == .head ? .get : request.method
        guard let index = match.routes[method] else {
            throw Problem(
                .method, "This address does not take \(request.method.rawValue).",
                headers: [.allow: RouteTable.allowed(match.routes)])
        }
        let route = table.routes[index]
        let query = try Query(request.uri.query ?? "", isLenient: route.family == .compatible)
        let context = RequestContext(
            id: inquiry.id, route: route, request: request,
            parameters: Dictionary(
                zip(route.path.parameterNames, match.values), uniquingKeysWith: { $1 }),
            query: query, principal: .anonymous, scope: nil, guid: nil, address: nil, host: host,
            links: configuration.links, logger: logger, record: inquiry.record)
        return try await route.handler(context)
    }

    func problem(for error: any Error) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let refusal as Refusal: Problem(refusal)
        case let error as JSONError: Problem(error)
        default: .defect
        }
    }

    func problemAnswer(_ problem: Problem, _ inquiry: Inquiry, _ context: RequestContext?)
        -> Response
    {
        .json(
            problem.document(base: configuration.links.base, requestID: inquiry.id),
            status: problem.status, mediaType: "application/problem+json",
            headers: problem.headers)
    }
}
