import HTTPTypes
import Hummingbird

extension ServerResponder {
    /// Responds to `OPTIONS` with the methods of a path, and with the rules for pages from other
    /// origins.
    func options(_ match: RouteTable.Match, _ request: Request) async throws -> Response {
        var headers: HTTPFields = [.allow: RouteTable.allowed(match.routes)]
        if let origin = request.headers[.origin],
            let wanted = request.headers[.accessControlRequestMethod],
            let method = HTTPRequest.Method(wanted),
            let index = match.routes[method == .head ? .get : method]
        {
            let route = table.routes[index]
            let project = parts.projectName(request, route, route.parameters(match.values))
            let isEditor = origins.isEditor(origin, on: route, of: project)
            if origins.isConfigured(origin) {
                // The origin may also be the editor's: `cors` applies to all projects.
                headers[.accessControlAllowOrigin] = origin
                headers[.accessControlAllowMethods] = RouteTable.allowed(match.routes)
                headers[.accessControlAllowHeaders] =
                    Self.configuredHeaders + (isEditor ? ", " + Self.editorHeaders : "")
                headers[.accessControlMaxAge] = "600"
            } else if isEditor {
                headers[.accessControlAllowOrigin] = origin
                headers[.accessControlAllowMethods] = RouteTable.allowed(
                    match.routes.filter { table.routes[$0.value].isForEditor })
                headers[.accessControlAllowHeaders] = Self.editorHeaders
                headers[.accessControlMaxAge] = "600"
            } else if route.crossOrigin == .anyForReading, route.method == .get,
                try await parts.authenticator.scope(.anonymous, project) != nil
            {
                headers[.accessControlAllowOrigin] = "*"
                headers[.accessControlAllowMethods] = "GET, HEAD"
                headers[.accessControlAllowHeaders] = Self.publicHeaders
                headers[.accessControlMaxAge] = "600"
            }
        }
        return Response(status: .noContent, headers: headers)
    }

    /// Allows pages from other origins to read a response.
    ///
    /// Browser credentials such as cookies are never allowed.
    func addCORS(to response: inout Response, _ inquiry: Inquiry) async {
        guard let route = inquiry.route else { return }
        let origin = inquiry.request.headers[.origin]
        if let origin,
            origins.isConfigured(origin)
                || origins.isEditor(origin, on: route, of: inquiry.projectName)
        {
            response.headers[.accessControlAllowOrigin] = origin
        } else if route.crossOrigin == .anyForReading, inquiry.isRead,
            let context = inquiry.context, context.guid == nil,
            (try? await parts.authenticator.scope(.anonymous, context.projectName)) ?? nil != nil
        {
            // This also applies without an Origin header, because a cache may later serve the
            // response to a page.
            response.headers[.accessControlAllowOrigin] = "*"
        } else {
            return
        }
        response.headers[.accessControlExposeHeaders] =
            "ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Dragoman-Position, "
            + "Dragoman-Release, Idempotency-Replayed, Preference-Applied"
    }

    private static let publicHeaders = "Accept, Accept-Language, If-None-Match, Dragoman-Position"
    private static let configuredHeaders =
        publicHeaders
        + ", Authorization, Content-Type, Dragoman-Guid, Idempotency-Key, If-Match, Last-Event-ID, N-Meta, Prefer, "
        + "SDK-Version, X-Accept-Language, X-Application-Id, X-Request-Id, X-Rest-Api-Key"
    private static let editorHeaders =
        "Authorization, Content-Type, Dragoman-Environment, Dragoman-Guid, Idempotency-Key, If-None-Match"
}
