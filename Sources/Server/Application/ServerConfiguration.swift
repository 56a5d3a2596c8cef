public import ServiceLifecycle

/// The operator's settings for HTTP (`docs/server.md`).
public struct ServerConfiguration: Sendable {
    /// Where the server listens.
    public var listen: Listen
    /// The public address, the only source of absolute links.
    public var links: Links
    /// The proxies whose `Forwarded` and `X-Forwarded-For` count.
    public var proxies: [AddressBlock]
    /// Certificate and key, or nil for plain HTTP.
    public var tls: TLSFiles?
    /// The origins whose pages may call the API: `https://app.example.org`.
    public var corsOrigins: Set<String>
    /// Where to report security problems: a `mailto:` or `https:` address.
    public var contact: String?
    /// Whether search engines may index the server.
    public var isIndexed: Bool
    /// Whether the log has the network of a client's address.
    public var logsAddresses: Bool
    /// Limits on clients.
    public var limits: ServerLimits
    /// Rate limits.
    public var quotas: RateQuotas
    /// The version of the program, in the OpenAPI document.
    public var version: String

    /// Where a server listens.
    public enum Listen: Sendable, Equatable {
        /// An address and a port; port 0 takes a free one.
        case tcp(host: String, port: Int)
        /// The path of a socket.
        case unix(path: String)

        /// Whether only this machine can connect by TCP.
        var isLoopback: Bool {
            guard case .tcp(let host, _) = self else { return false }
            return host == "localhost" || ClientAddress(host)?.isLoopback == true
        }
    }

    /// A certificate chain and its key, as files in PEM.
    public struct TLSFiles: Sendable, Equatable {
        /// The path of the certificate, followed by those that vouch for it.
        public var certificate: String
        /// The path of the key.
        public var key: String

        /// Names the files.
        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// Configures a server.
    public init(
        listen: Listen, links: Links, proxies: [AddressBlock] = [], tls: TLSFiles? = nil,
        corsOrigins: Set<String> = [], contact: String? = nil, isIndexed: Bool = false,
        logsAddresses: Bool = false, limits: ServerLimits = ServerLimits(),
        quotas: RateQuotas = RateQuotas(),
        version: String
    ) {
        self.listen = listen
        self.links = links
        self.proxies = proxies
        self.tls = tls
        self.corsOrigins = corsOrigins
        self.contact = contact
        self.isIndexed = isIndexed
        self.logsAddresses = logsAddresses
        self.limits = limits
        self.quotas = quotas
        self.version = version
    }
}

/// Limits on clients.
public struct ServerLimits: Sendable, Equatable {
    /// Connections at once; nil for 8,192, or 512 under the process's limit of open files if that is less.
    public var connections: Int?
    /// Connections of one address at once.
    ///
    /// Proxies are exempt.
    public var connectionsOfAddress = 256
    /// Bytes of a request's head.
    public var headBytes = 16 << 10
    /// Fields of a request's head.
    public var headFields = 100
    /// Bytes of a request's path and query.
    public var addressBytes = 8 << 10
    /// Seconds for a whole request to arrive, from its first byte on.
    public var requestSeconds = 30
    /// Seconds without a request after which a connection is closed.
    public var idleSeconds = 60
    /// Seconds that a client may take for 64 KiB of an answer.
    public var answerSeconds = 30
    /// Seconds that a request may take to be answered once the server stops.
    public var drainSeconds = 40

    /// The defaults.
    public init() {}
}

/// The parts of an application other than its configuration.
public struct ServerParts: Sendable {
    /// The routes, without those for operations, which the server adds.
    public var routes: [Route]
    /// Identifies senders and decides what they may do.
    public var authenticator: Authenticator
    /// Returns why the server is not ready; empty if it is.
    public var unreadiness: @Sendable () async -> [String]
    /// The metrics.
    public var metrics: MetricsRegistry
    /// What runs as long as the server does.
    ///
    /// It is asked to end when the last connection is closed, so that requests on their way still find it.
    public var services: [any Service]
    /// Called once the server is listening, with its TCP port, if any.
    public var whenListening: @Sendable (_ port: Int?) async -> Void
    /// The time since some moment, for durations.
    public var uptime: @Sendable () -> Duration

    /// Combines parts.
    public init(
        routes: [Route], authenticator: Authenticator = .none,
        unreadiness: @escaping @Sendable () async -> [String] = { [] },
        metrics: MetricsRegistry = MetricsRegistry(), services: [any Service] = [],
        whenListening: @escaping @Sendable (_ port: Int?) async -> Void = { _ in },
        uptime: (@Sendable () -> Duration)? = nil
    ) {
        self.routes = routes
        self.authenticator = authenticator
        self.unreadiness = unreadiness
        self.metrics = metrics
        self.services = services
        self.whenListening = whenListening
        let begin = ContinuousClock.now
        self.uptime = uptime ?? { begin.duration(to: .now) }
    }
}
