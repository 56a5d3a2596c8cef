import Hosting
import HTTPTypes
import Hummingbird
import Machine

/// Which hosts this server is, and which pages may talk to it.
struct OriginPolicy: Sendable {
    private let origin: String
    private let authority: String
    private let checksHost: Bool
    private let configured: Set<String>

    init(_ configuration: HTTPSettings) {
        origin = configuration.links.origin.lowercased()
        authority = configuration.links.authority
        configured = Set(configuration.corsOrigins.map { $0.lowercased() })
        // A socket in the file system is a proxy's, which names the host that it was asked for.
        if case .internet = configuration.listen {
            checksHost = configuration.listen.isLoopback
        } else {
            checksHost = false
        }
    }

    /// Throws `misdirected` if a server on loopback is called by a name that is not its own.
    ///
    /// A page whose name was rebound to 127.0.0.1 shares its origin with what answers there, but its `Host` gives it away.
    func checkHost(_ host: String?) throws(Problem) {
        guard checksHost, let host = host?.lowercased(), host != authority,
            !Self.isLoopback(host)
        else { return }
        throw Problem(
            .misdirected, "This server does not answer for that host.",
            hint: "Ask for \(authority). A proxy must pass on `Host` as it came, with the port.")
    }

    /// Throws `origin` if a page elsewhere wants to change something and is not allowed to.
    func checkOrigin(_ request: Request) throws(Problem) {
        guard request.method != .get, request.method != .head, request.method != .options,
            let origin = request.headers[.origin],
            !isOwn(origin, request), !isConfigured(origin)
        else { return }
        throw Self.foreign
    }

    /// Returns the origin of the page that sent a request, unless it is one of ours or no page.
    func foreignOrigin(of request: Request) -> String? {
        request.headers[.origin].flatMap { isOwn($0, request) ? nil : $0 }
    }

    /// Throws `origin` unless a request with a cookie comes from a page of ours.
    func checkSession(_ request: Request) throws(Problem) {
        guard request.method != .get, request.method != .head else { return }
        if request.headers[.secFetchSite] == "same-origin" { return }
        guard let origin = request.headers[.origin], isOwn(origin, request) else {
            throw Self.foreign
        }
    }

    static let foreign = Problem(
        .origin, "A page of another origin sent this request.",
        hint: "Allowed origins are listed under `cors` in the configuration.")

    /// Whether pages of an origin may call the API.
    func isConfigured(_ origin: String) -> Bool { configured.contains(origin.lowercased()) }

    private func isOwn(_ origin: String, _ request: Request) -> Bool {
        let origin = origin.lowercased()
        if origin == self.origin { return true }
        // On loopback the host was checked before, and has several names.
        guard checksHost, let host = request.head.authority?.lowercased() else { return false }
        return Self.isLoopback(host) && (origin == "http://" + host || origin == "https://" + host)
    }

    /// Whether `Host` names this machine: with or without a port.
    private static func isLoopback(_ host: String) -> Bool {
        let name =
            host.hasPrefix("[")
            ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        return name == "localhost" || ClientAddress(name)?.isLoopback == true
    }
}
