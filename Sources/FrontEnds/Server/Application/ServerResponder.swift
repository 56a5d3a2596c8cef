import HTTPTypes
import Hosting
package import Hummingbird
import JSON
import Logging
import Machine
import NIOCore
import NIOHTTP1
import Translation
import Workspace

/// The connection through which a request arrived.
package struct ConnectionContext: InitializableFromSource, Sendable {
    let channel: any Channel

    /// Creates a context with the channel of Hummingbird's source.
    package init(source: ApplicationRequestContextSource) { channel = source.channel }
}

/// Responds to requests: finds the route, checks the request, calls the handler, and completes the
/// response.
package struct ServerResponder: HTTPResponder {
    let configuration: HTTPSettings
    let host: Host
    let table: RouteTable
    let parts: ServerParts
    let lifecycle: Lifecycle
    let limiter: RateLimiter
    let origins: OriginPolicy
    let budget: AnswerBudget
    let logger: Logger

    init(
        configuration: HTTPSettings, host: Host, parts: ServerParts, lifecycle: Lifecycle,
        logger: Logger
    ) throws {
        self.configuration = configuration
        self.host = host
        self.parts = parts
        self.lifecycle = lifecycle
        self.logger = logger
        limiter = RateLimiter(configuration.quotas)
        budget = AnswerBudget(
            .init(
                total: configuration.limits.answerBytes,
                ofAddress: configuration.limits.answerBytesOfAddress))
        origins = OriginPolicy(configuration)
        let operations = OperationRoutes(
            configuration: configuration, parts: parts, lifecycle: lifecycle)
        table = try RouteTable(operations.all(beside: parts.routes))
    }

    /// A request in progress, with the facts that are known so far.
    struct Inquiry: Sendable {
        let arrival: RequestContext.Arrival
        /// The route of the request, or nil until it is found.
        var route: Route?
        /// The parameters of the route's path, percent-decoded once.
        var parameters: [String: String] = [:]
        /// The name of the request's project, or nil until the route is found.
        var projectName: String?
        /// The error format for the address, which applies until the route is found.
        var problemForm: Route.ProblemForm?
        /// The handler's context, or nil until the request is admitted.
        var context: RequestContext?

        var id: String { arrival.id }
        var request: Request { arrival.request }
        var channel: any Channel { arrival.channel }
        var record: RequestRecord { arrival.record }
        var method: HTTPRequest.Method { request.method }
        var isRead: Bool { method == .get || method == .head || method == .options }
    }

    /// Responds to a request.
    ///
    /// Throws only if the connection is broken.
    package func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let start = parts.uptime()
        parts.metrics.countActive(1)
        defer { parts.metrics.countActive(-1) }
        var random = host.random
        var inquiry = Inquiry(
            arrival: .init(
                id: RequestID.make(from: request.headers, random: &random), request: request,
                channel: context.channel))
        var response: Response
        do {
            response = try await answer(&inquiry)
        } catch let error as HTTPParserError {
            // The connection has already been notified and will close.
            throw error
        } catch {
            response = answer(to: error, inquiry)
        }
        await finish(&response, inquiry)
        do {
            try await sendInPieces(&response, inquiry)
        } catch {
            response = answer(to: error, inquiry)
            await finish(&response, inquiry)
        }
        if inquiry.method != .head, response.headers[.contentType] == "text/event-stream" {
            inquiry.channel.triggerUserOutboundEvent(ConnectionEvent.streams, promise: nil)
        }
        report(response, inquiry, duration: parts.uptime() - start)
        return response
    }

    private func answer(_ inquiry: inout Inquiry) async throws -> Response {
        let request = inquiry.request
        let place = Self.place(of: request.uri.path, base: configuration.links.basePath)
        if place.starts(with: NStackRoutes.place) {
            inquiry.problemForm = NStackProblem.response
        }
        try origins.checkHost(request.head.authority)
        guard let match = try match(request.uri.path) else {
            throw Problem(
                .unknownPath, "There is no resource at this address.",
                hint: "`GET /api/openapi.json` lists the addresses.",
                onPages: .init("There is no page at this address.", hint: nil))
        }
        let method = request.method == .head ? .get : request.method
        let index = match.routes[method]
        if let index {
            let route = table.routes[index]
            inquiry.route = route
            inquiry.parameters = route.parameters(match.values)
            inquiry.projectName = parts.projectName(request, route, inquiry.parameters)
        }
        try origins.checkOrigin(request, to: inquiry.route, of: inquiry.projectName)
        guard let route = inquiry.route else {
            guard method != .options else { return try await options(match, request) }
            throw Problem(
                .method, "This address does not support \(Self.name(of: request.method)).",
                hint: "Supported methods: \(RouteTable.allowed(match.routes)).",
                onPages: .init("This page cannot be opened this way.", hint: "Go back."),
                headers: [.allow: RouteTable.allowed(match.routes)])
        }
        let context = try await admit(inquiry, to: route)
        inquiry.context = context
        try checkBody(of: request, for: route)
        if let body = route.body {
            // The body is requested only now, which also sends `100 Continue`.
            inquiry.channel.triggerUserOutboundEvent(
                ConnectionEvent.wanted(seconds: body.seconds), promise: nil)
        }
        return try await route.handler(context)
    }

    /// Finds the route for a path, with or without the base path, because some proxies strip it.
    private func match(_ path: String) throws(Problem) -> RouteTable.Match? {
        let base = configuration.links.basePath
        if !base.isEmpty, path == base || path.hasPrefix(base + "/") {
            let rest = path == base ? "/" : String(path.utf8.dropFirst(base.utf8.count)) ?? "/"
            if let match = table.match(try PathDecoding.segments(of: rest)) { return match }
        }
        return table.match(try PathDecoding.segments(of: path))
    }

    /// Returns the name of a standard method, or “other” for any other method.
    ///
    /// Arbitrary text must not become a label.
    static func name(of method: HTTPRequest.Method) -> String {
        let known: [HTTPRequest.Method] = [
            .get, .head, .post, .put, .delete, .patch, .options, .trace, .connect,
        ]
        return known.contains(method) ? method.rawValue : "other"
    }

    /// Whether to render a problem as a page.
    ///
    /// The client must prefer a page. In addition, the route must be a page, or the address must be
    /// unknown and not part of an API.
    private func isPageWanted(_ inquiry: Inquiry) -> Bool {
        let request = inquiry.request
        if let route = inquiry.route, route.family != .page { return false }
        if inquiry.route == nil, Self.isOfAPI(request.uri.path, base: configuration.links.basePath)
        {
            return false
        }
        return request.prefersPage
    }

    /// Whether a path belongs to an API: the native API or the API of another system.
    private static func isOfAPI(_ path: String, base: String) -> Bool {
        let first = place(of: path, base: base).first
        return first == "api" || first == "locales" || first.map(String.init) == AgentRoutes.place
    }

    /// Returns the segments of a path without the base path and the project.
    private static func place(of path: String, base: String) -> [Substring] {
        var segments = path.split(separator: "/")
        let outer = base.split(separator: "/")
        if segments.starts(with: outer) { segments.removeFirst(outer.count) }
        if segments.first == "projects" { segments.removeFirst(min(2, segments.count)) }
        return segments
    }

    private func answer(to error: any Error, _ inquiry: Inquiry) -> Response {
        let problem = Problem(of: error)
        if problem.code == .defect {
            logger.debug(
                "A handler failed.",
                metadata: [
                    "request": .string(inquiry.id), "error": .string(String(describing: error)),
                ])
            logger.error(
                "A handler failed.",
                metadata: [
                    "request": .string(inquiry.id),
                    "route": .string(inquiry.route?.path.description ?? "-"),
                    "error": .string(String(describing: type(of: error))),
                ])
        }
        inquiry.record.note { values in
            values.code = problem.code
            values.reason = problem.reason
        }
        var response: Response
        if let form = inquiry.route.map({ $0.problemForm }) ?? inquiry.problemForm {
            response = form(problem, inquiry.request)
            for field in problem.headers where !response.headers.contains(field.name) {
                response.headers[field.name] = field.value
            }
        } else if let form = parts.htmlProblem, isPageWanted(inquiry) {
            response = form(problem, inquiry.request, inquiry.id)
            for field in problem.headers { response.headers[field.name] = field.value }
        } else {
            response = .json(
                problem.document(
                    base: configuration.links.base, requestID: inquiry.id,
                    onPages: inquiry.route?.family == .page),
                status: problem.status, mediaType: "application/problem+json",
                headers: problem.headers)
        }
        response.headers[.cacheControl] = "no-store"
        // The rest of an oversized body is not read.
        if problem.code == .tooLarge { response.headers[.connection] = "close" }
        return response
    }
}
