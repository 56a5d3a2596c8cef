package import Hosting

/// The settings of the HTTP server, derived from a server's configuration.
package struct HTTPSettings: Sendable {
    /// The address on which the server listens.
    package var listen: ListenAddress
    /// The permissions of a Unix socket's file.
    package var socketMode: UInt32 = 0o660
    /// The group of a Unix socket's file, as a name or a number; nil for the process's group.
    package var socketGroup: String?
    /// The public address, from which all absolute links are built.
    package var links: Links
    /// The proxies whose `Forwarded` and `X-Forwarded-For` headers are trusted.
    package var proxies: [AddressRange]
    /// The header field by which trusted proxies sign people in; nil if there is none.
    package var userHeader: UserHeader?
    /// The origins whose pages may call the API of at least one project, such as
    /// `https://app.example.org`.
    package var corsOrigins: Set<String>
    /// The origins whose pages may use the in-context editor, by project.
    package var inContextOrigins: [String: Set<String>] = [:]
    /// The contact for security reports: a `mailto:` or `https:` address.
    package var contact: String?
    /// Whether search engines may index the server.
    package var isIndexed: Bool
    /// Whether the log records the network part of each client's address.
    package var logsAddresses: Bool
    package var limits: ConnectionLimits
    package var quotas: RateQuotas
    /// The version of the program, for the OpenAPI document.
    package var version: String

    package init(
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

    /// Whether browsers connect through HTTPS, or through a network that requires it.
    ///
    /// It is false only if the server uses plain HTTP on the loopback interface.
    package var isSecure: Bool {
        links.origin.lowercased().hasPrefix("https:") || !listen.isLoopback
    }

    /// The name of the session cookie.
    ///
    /// The `__Host-` prefix makes browsers accept the cookie only from this host and over HTTPS
    /// (RFC 6265bis, section 4.1.3.2).
    var cookieName: String { isSecure ? "__Host-dragoman" : "dragoman" }

    /// Derives the settings from the configuration of a server.
    package init(_ configuration: ServerConfiguration, version: String) {
        let server = configuration.server
        self.init(
            listen: server.listen, links: Links(server), proxies: server.proxies,
            corsOrigins: Set(configuration.projects.flatMap(\.cors).map(\.description)),
            contact: server.contact,
            isIndexed: configuration.projects.contains(where: \.isPublic),
            logsAddresses: server.logsAddresses, limits: ConnectionLimits(configuration.limits),
            quotas: RateQuotas(configuration.limits), version: version)
        (socketMode, socketGroup) = (server.socketMode, server.socketGroup)
        userHeader = UserHeader(server)
        for project in configuration.projects where !project.inContext.isEmpty {
            inContextOrigins[project.name] = Set(project.inContext.map(\.description))
        }
    }
}

extension Links {
    /// Uses the configured public address, or otherwise an address on this machine.
    fileprivate init(_ server: ServerSettings) {
        let (origin, basePath) = server.publicAddress
        self.init(origin: origin, basePath: basePath)
    }
}

/// Limits on connections, and on requests whose project is not known yet.
package struct ConnectionLimits: Sendable, Equatable {
    /// The maximum number of simultaneous connections.
    package var connections = 8192
    /// The number of connections beyond ``connections`` that receive a refusal before they are
    /// closed.
    ///
    /// Further connections wait in the system's queue.
    package var refusedConnections = 64
    /// The maximum total size of responses that clients have not received yet, in bytes.
    package var answerBytes = 256 << 20
    /// The maximum size of unreceived responses per client address, in bytes.
    package var answerBytesOfAddress = 64 << 20
    /// The maximum number of simultaneous connections per address.
    ///
    /// Proxies are exempt.
    package var connectionsOfAddress = 256
    /// The maximum size of a request's head, in bytes.
    package var headBytes = 16 << 10
    /// The maximum number of fields in a request's head.
    package var headFields = 100
    /// The maximum length of a request's path and query, in bytes.
    package var addressBytes = 8 << 10
    /// The time limit for a whole request to arrive, from its first byte, in seconds.
    package var requestSeconds = 30
    /// The time without a request after which a connection is closed, in seconds.
    package var idleSeconds = 60
    /// The time limit for a client to receive 64 KiB of a response, in seconds.
    package var answerSeconds = 30
    /// The time limit for pending requests when the server stops, in seconds.
    package var drainSeconds = 40

    package init() {}

    /// Derives the limits from a configuration's limits.
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
    /// Derives the quotas from a configuration's limits.
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
