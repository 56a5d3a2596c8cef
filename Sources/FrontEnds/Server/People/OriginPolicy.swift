import Hosting
import HTTPTypes
import Hummingbird
import Machine

/// The rules for the hosts of this server, and for the origins that may send requests.
struct OriginPolicy: Sendable {
    private let origin: String
    private let authority: String
    private let checksHost: Bool
    private let configured: Set<String>
    private let editors: [String: Set<String>]

    init(_ configuration: HTTPSettings) {
        origin = configuration.links.origin.lowercased()
        authority = configuration.links.authority
        configured = Set(configuration.corsOrigins.map { $0.lowercased() })
        editors = configuration.inContextOrigins
        // The peer of a Unix socket is a proxy, which passes on the original request's host.
        if case .internet = configuration.listen {
            checksHost = configuration.listen.isLoopback
        } else {
            checksHost = false
        }
    }

    /// Throws `misdirected` if the server listens on loopback and the request is for another host.
    ///
    /// A page whose host name was rebound to 127.0.0.1 would have the same origin as the server.
    /// Its requests are recognized by their `Host` header.
    func checkHost(_ host: String?) throws(Problem) {
        guard checksHost, let host = host?.lowercased(), host != authority,
            !Self.isLoopback(host)
        else { return }
        throw Problem(
            .misdirected, "This server does not serve that host.",
            hint: "Use \(authority). A proxy must pass on `Host` unchanged, with its port.",
            onPages: .init(hint: "Open \(authority) instead."))
    }

    /// Throws `origin` for a change requested by a page from another origin, unless the origin is
    /// configured, or may use the editor and the route belongs to it.
    func checkOrigin(
        _ request: Request, to route: Route?, of project: String?
    ) throws(Problem) {
        guard request.method != .get, request.method != .head, request.method != .options,
            let origin = request.headers[.origin],
            !isOwn(origin, request), !isConfigured(origin),
            !isEditor(origin, on: route, of: project)
        else { return }
        throw Self.foreign
    }

    /// Returns the origin of the page that sent a request, or nil if it was one of our own pages or
    /// no page.
    func foreignOrigin(of request: Request) -> String? {
        request.headers[.origin].flatMap { isOwn($0, request) ? nil : $0 }
    }

    /// Throws `origin` for a change requested with a cookie, unless the request came from one of
    /// our own pages.
    func checkSession(_ request: Request) throws(Problem) {
        guard request.method != .get, request.method != .head else { return }
        if request.headers[.secFetchSite] == "same-origin" { return }
        guard let origin = request.headers[.origin], isOwn(origin, request) else {
            throw Self.foreign
        }
    }

    static let foreign = Problem(
        .origin, "A page from another origin sent this request.",
        hint: "Allowed origins are listed under `cors` and `inContext` in the configuration.",
        onPages: .init(
            "Another site sent this form.", hint: "Open the page here, and fill in its form."))

    /// Returns true if pages from an origin may call the API.
    func isConfigured(_ origin: String) -> Bool { configured.contains(origin.lowercased()) }

    /// Returns true if pages from an origin may call a route as the in-context editor.
    ///
    /// Browsers send origins in one form, so the bytes are compared. A route without a project is
    /// the editor's script, which all of the editor's origins may load.
    func isEditor(_ origin: String, on route: Route?, of project: String?) -> Bool {
        guard let route, route.isForEditor else { return false }
        guard let project else { return editors.values.contains { $0.contains(origin) } }
        return editors[project]?.contains(origin) == true
    }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        let origin = origin.lowercased()
        if origin == self.origin { return true }
        // On loopback, the server has several names, and the host was checked earlier.
        guard checksHost, let host = request.head.authority?.lowercased() else { return false }
        return Self.isLoopback(host) && (origin == "http://" + host || origin == "https://" + host)
    }

    /// Returns true if a `Host`, with or without a port, refers to this machine.
    private static func isLoopback(_ host: String) -> Bool {
        let name =
            host.hasPrefix("[")
            ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return name == "localhost" || ClientAddress(name)?.isLoopback == true
    }
}
