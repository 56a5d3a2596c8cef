import HTTPTypes
import Hosting
import Hummingbird
import JSON
import Machine
import Workspace

/// The routes for monitoring and describing a server.
struct OperationRoutes {
    let configuration: HTTPSettings
    let parts: ServerParts
    let lifecycle: Lifecycle

    /// Returns all routes of a server: the given routes, and the routes for operations.
    func all(beside routes: [Route]) -> [Route] {
        let described =
            routes
            + [
                live, ready, metrics, problem, robots, security,
                InContextScript.route(configuration),
            ]
        // The document also describes its own route, so it is generated with a placeholder for that
        // route.
        let document = OpenAPIDocument(
            routes: described + [openAPI(bytes: [])], base: configuration.links.base,
            version: configuration.version)
        return described + [openAPI(bytes: CanonicalJSON.encode(document.json) + [10])]
    }

    private var live: Route {
        Route(
            id: "health.live", .get, "/health/live", "Whether the process is running.",
            family: .operations, access: .everybody,
            answers: [.json(Self.health, "The process is running.")]
        ) { _ in .json(.members(("status", "live")), headers: [.cacheControl: "no-store"]) }
    }

    private static let health = JSONSchema.object(
        required: ["status": .string], optional: ["reasons": .array(of: .string)])

    private var ready: Route {
        Route(
            id: "health.ready", .get, "/health/ready", "Whether the server is ready for requests.",
            family: .operations, access: .everybody,
            answers: [
                .json(Self.health, "The server is ready."),
                .json(Self.health, status: 503, "The server is not ready, for the listed reasons."),
            ]
        ) { [parts, lifecycle] _ in
            var reasons = lifecycle.isStopping ? ["stopping"] : []
            reasons += await parts.unreadiness()
            guard !reasons.isEmpty else {
                return .json(.members(("status", "ready")), headers: [.cacheControl: "no-store"])
            }
            return .json(
                .members(
                    ("status", "unready"), ("reasons", .array(reasons.map { .string($0) }))),
                status: .serviceUnavailable,
                headers: [.cacheControl: "no-store", .retryAfter: "1"])
        }
    }

    private var metrics: Route {
        Route(
            id: "metrics", .get, "/metrics", "The server's metrics, for Prometheus.",
            family: .operations, access: .localOrScope(.admin),
            answers: [
                .init(
                    200, "The text format 0.0.4.", content: [(MetricsRegistry.mediaType, .string)])
            ]
        ) { [parts] _ in
            parts.metrics.observeProcess()
            return .bytes(
                Array(parts.metrics.text().utf8), mediaType: MetricsRegistry.mediaType,
                headers: [.cacheControl: "no-store"])
        }
    }

    private var problem: Route {
        Route(
            id: "problems.show", .get, "/problems/{code}", "The meaning of a problem code.",
            family: .operations, access: .everybody,
            parameters: [.init("code", in: .path, "The code.")],
            answers: [.init(200, "A page.", content: [("text/html", .string)])]
        ) { context in
            guard let row = ProblemTable.known(context["code"]) else {
                throw Problem(
                    .unknownPath, "No problem has this code.",
                    hint: "`GET /api/openapi.json` lists the codes.")
            }
            return .html(
                ProblemPage.html(row),
                headers: [
                    .cacheControl: "public, max-age=3600",
                    .contentSecurityPolicy:
                        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                ])
        }
    }

    private func openAPI(bytes: [UInt8]) -> Route {
        let tag = EntityTag.strong(Digest.short(bytes))
        let content = SharedBytes(bytes)
        return Route(
            id: "openapi", .get, "/api/openapi.json", "This document.", family: .operations,
            access: .everybody, answers: [.json(.any, "OpenAPI 3.1.")],
            crossOrigin: .anyForReading
        ) { context in
            if let answer = context.notModified(tag, cacheControl: "no-cache") { return answer }
            return context.answer(
                content, mediaType: "application/json",
                headers: [.eTag: tag.field, .cacheControl: "no-cache"])
        }
    }

    private var robots: Route {
        let text =
            configuration.isIndexed ? "User-agent: *\nDisallow:\n" : "User-agent: *\nDisallow: /\n"
        return Route(
            id: "robots", .get, "/robots.txt", "The rules for search engines.",
            family: .operations, access: .everybody,
            answers: [.init(200, "RFC 9309.", content: [("text/plain", .string)])]
        ) { _ in .text(text, headers: [.cacheControl: "public, max-age=3600"]) }
    }

    private var security: Route {
        Route(
            id: "security", .get, "/.well-known/security.txt",
            "The contact for security reports.", family: .operations, access: .everybody,
            answers: [.init(200, "RFC 9116.", content: [("text/plain", .string)])]
        ) { [configuration] context in
            guard let contact = configuration.contact else {
                throw Problem(
                    .unknownPath, "This server's operator has not configured a contact.",
                    hint: "Set `contact` in the configuration.")
            }
            // RFC 9116 recommends a date less than a year in the future.
            let expiry = context.host.now() + 180 * 86_400_000
            let day = expiry - expiry % 86_400_000
            return .text(
                "Contact: \(contact)\nExpires: \(UTCTime.text(day))\n"
                    + "Canonical: \(context.links.absolute("/.well-known/security.txt"))\n",
                headers: [.cacheControl: "public, max-age=3600"])
        }
    }
}
