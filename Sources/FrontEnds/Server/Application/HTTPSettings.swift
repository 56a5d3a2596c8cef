public import Hosting

/// What HTTP needs of a server's configuration, in its own terms.
public struct HTTPSettings: Sendable {
    /// Where the server listens.
    public var listen: ListenAddress
    /// The permissions of a socket in the file system.
    public var socketMode: UInt32 = 0o660
    /// The group of a socket in the file system, a name or a number, or nil for that of the process.
    public var socketGroup: String?
    /// The public address, the only source of absolute links.
    public var links: Links
    /// The proxies whose `Forwarded` and `X-Forwarded-For` count.
    public var proxies: [AddressRange]
    /// The origins whose pages may call the API of some project: `https://app.example.org`.
    public var corsOrigins: Set<String>
    /// Where to report security problems: a `mailto:` or `https:` address.
    public var contact: String?
    /// Whether search engines may index the server.
    public var isIndexed: Bool
    /// Whether the log has the network of a client's address.
    public var logsAddresses: Bool
    /// Limits on connections and requests.
    public var limits: ConnectionLimits
    /// Rate limits.
    public var quotas: RateQuotas
    /// The version of the program, in the OpenAPI document.
    public var version: String

    /// States settings.
    public init(
        listen: ListenAddress, links: Links, proxies: [AddressRange] = [],
        corsOrigins: Set<String> = [], contact: String? = nil, isIndexed: Bool = false,
        logsAddresses: Bool = false, limits: ConnectionLimits = ConnectionLimits(),
        quotas: RateQuotas = RateQuotas(),
        version: String
    ) {
        self.listen = listen
        self.links = links
        self.proxies = proxies
        self.corsOrigins = corsOrigins
        self.contact = contact
        self.isIndexed = isIndexed
        self.logsAddresses = logsAddresses
        self.limits = limits
        self.quotas = quotas
        self.version = version
    }

    /// Whether browsers reach the server by HTTPS, or over a network where they must.
    ///
    /// Only plain HTTP on this machine is let off.
    package var isSecure: Bool {
        links.origin.lowercased().hasPrefix("https:") || !listen.isLoopback
    }

    /// The name of the cookie of sessions.
    ///
    /// With the prefix `__Host-`, browsers let no other host and no plain HTTP set it (RFC 6265bis, section 4.1.3.2).
    var cookieName: String { isSecure ? "__Host-dragoman" : "dragoman" }

    /// Takes them from the configuration of a server.
    public init(_ configuration: ServerConfiguration, version: String) {
        let server = configuration.server
        self.init(
            listen: server.listen, links: Links(server), proxies: server.proxies,
            corsOrigins: Set(configuration.projects.flatMap(\.cors).map(\.description)),
            contact: server.contact,
            isIndexed: configuration.projects.contains(where: \.isPublic),
            logsAddresses: server.logsAddresses, limits: ConnectionLimits(configuration.limits),
            quotas: RateQuotas(configuration.limits), version: version)
        (socketMode, socketGroup) = (server.socketMode, server.socketGroup)
    }
}

extension Links {
    /// The configured address, or that of this machine.
    fileprivate init(_ server: ServerSettings) {
        if let url = server.url {
            self.init(origin: url.origin, basePath: url.basePath)
            return
        }
        switch server.listen {
        case .internet where server.listen.isLoopback:
            self.init(origin: "http://\(server.listen)", basePath: "")
        case .internet(_, let port):
            self.init(origin: "http://localhost:\(port)", basePath: "")
        case .unix: self.init(origin: "http://localhost", basePath: "")
        }
    }
}

/// Limits on connections and on what comes over them before a project is known.
public struct ConnectionLimits: Sendable, Equatable {
    /// Connections at once.
    public var connections = 8192
    /// Connections beyond these that are told so before they are closed.
    ///
    /// Further ones wait in the system's queue.
    public var refusedConnections = 64
    /// Bytes of answers that clients have yet to take.
    public var answerBytes = 256 << 20
    /// Those of one address.
    public var answerBytesOfAddress = 64 << 20
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

    /// Takes them from the limits of a configuration.
    init(_ limits: ServerLimits) {
        func seconds(_ milliseconds: Int) -> Int { max(1, (milliseconds + 999) / 1000) }
        connections = limits.connections
        answerBytes = limits.answerBytes
        answerBytesOfAddress = limits.answerBytesPerAddress
        connectionsOfAddress = limits.connectionsPerAddress
        headBytes = limits.headerBytes
        headFields = limits.headerFields
        addressBytes = limits.urlBytes
        requestSeconds = seconds(limits.requestTime)
        idleSeconds = seconds(limits.idleTime)
        answerSeconds = seconds(limits.writeTime)
    }
}

extension RateQuotas {
    /// Takes them from the limits of a configuration.
    init(_ limits: ServerLimits) {
        func quota(_ name: String, _ rate: RateLimit, burst: Int? = nil) -> Quota {
            Quota(name, requests: rate.count, seconds: rate.seconds, burst: burst)
        }
        self.init()
        tester = quota("tester", limits.testerRate)
        addressWrites = quota("address", limits.addressWriteRate)
        addressReads = quota("address", limits.addressReadRate)
        personWrites = quota("person", limits.personWriteRate, burst: limits.personBurst)
        personReads = quota("person", limits.personReadRate, burst: limits.personBurst)
        app = quota("app", limits.appRate)
        unknownTokens = quota("unknown-token", limits.unknownTokenRate)
    }
}
