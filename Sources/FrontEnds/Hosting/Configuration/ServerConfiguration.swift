package import Agents
package import Texts
package import Translation

/// The validated configuration of a server.
///
/// Validation reads only the configuration file, so a project's directory may still be missing.
package struct ServerConfiguration: Sendable {
    /// The server-wide settings.
    package var server = ServerSettings()
    /// The projects, in file order; at least one.
    package var projects: [ProjectSettings] = []
    /// The receivers of events, in file order.
    package var webhooks: [WebhookSettings] = []
    /// The server-wide limits, which are also the defaults for the projects.
    package var limits = ServerLimits()
    /// Warnings for the operator that do not prevent the server from starting.
    package var notices: [String] = []
    /// The origin of each value that was set, keyed by the value's full name.
    var origins: [KeyName: ConfigurationOrigin] = [:]

    /// Creates a configuration without projects.
    package init() {}

    /// The project for addresses without a project name: the only project, or the project marked as
    /// default.
    package var defaultProject: ProjectSettings? {
        projects.count == 1 ? projects.first : projects.first(where: \.isDefault)
    }

    package func project(named name: String) -> ProjectSettings? {
        projects.first { $0.name == name }
    }
}

/// The settings in the `[server]` section.
package struct ServerSettings: Sendable {
    /// The address on which the server listens.
    package var listen = ListenAddress.usual
    /// The permissions of a Unix socket's file, which determine who may connect.
    package var socketMode: UInt32 = 0o660
    /// The group of a Unix socket's file, as a name or a number; nil for the process's group.
    package var socketGroup: String?
    /// The public address of the server; nil if clients use the listening address.
    package var url: PublicURL?
    /// The absolute path of the state directory; nil for the user's default directory.
    package var state: String?
    /// The author of the server's commits; nil for the identity in Git's configuration.
    package var identity: Actor?
    /// The proxies whose `Forwarded` and `X-Forwarded-*` headers are trusted.
    package var proxies: [AddressRange] = []
    /// The header field in which a trusted proxy states the signed-in person's mail address; nil if
    /// no proxy signs people in.
    package var userHeader: String?
    /// The proxies whose ``userHeader`` is trusted.
    package var userHeaderFrom = TrustedPeers()
    /// The contact URI for vulnerability reports (RFC 9116).
    package var contact: String?
    /// Whether the log records the network part of each client's address.
    package var logsAddresses = false

    package init() {}

    /// The origin and the base path of all absolute links: the configured public address, or
    /// otherwise an address on this machine.
    package var publicAddress: (origin: String, basePath: String) {
        if let url { return (url.origin, url.basePath) }
        switch listen {
        case .internet where listen.isLoopback: return ("http://\(listen)", "")
        case .internet(_, let port): return ("http://localhost:\(port)", "")
        case .unix: return ("http://localhost", "")
        }
    }
}

/// The settings of a project, from the sections `[project "name"]`, `[nstack "name"]`,
/// `[i18next "name"]` and `[limits "name"]`.
package struct ProjectSettings: Sendable {
    /// The project's name in addresses.
    package let name: String
    /// The absolute path of the project's repository.
    package var path = ""
    /// Whether addresses without a project name refer to this project.
    package var isDefault = false
    /// Whether anyone may read the project without a token.
    package var isPublic = false
    /// The testers who may propose texts.
    package var testers = TesterAccess.app
    /// The web origins whose pages may send write requests and guids.
    package var cors: [WebOrigin] = []
    /// The web origins whose pages may use the in-context editor; empty if it is off.
    package var inContext: [WebOrigin] = []
    /// Whether proposals and texts are rejected if a check reports an error in them.
    package var isStrict = false
    /// The tools of agents that decide instead of proposing, and are offered nevertheless.
    package var agentTools: Set<AgentTool> = []
    /// The use that Git may make of the project over HTTP.
    package var git = GitAccess.off
    /// The Git remote with which the server keeps the project equal; nil for none.
    package var remote: String?
    /// The time at which writes are acknowledged.
    package var acknowledgement = Acknowledgement.local
    /// The time between two syncs with ``remote``, in milliseconds.
    package var syncInterval = 10_000
    /// The time without a successful sync after which the project counts as cut off, in
    /// milliseconds; nil if it never does.
    package var maxLag: Int?
    /// The app id that NStack clients send in `X-Application-Id`.
    package var applicationID: String?
    /// The method for choosing a language for NStack clients.
    package var picker = NStackNegotiation.Mode.listFullMatch
    /// The channel whose texts NStack clients get; nil for the newest texts.
    package var nstackChannel: String?
    /// The clients that may report missing keys through i18next.
    package var missingKeys = MissingKeyAccess.off
    /// The project's limits: the server's limits, with this project's overrides applied.
    package var limits = ServerLimits()

    package init(name: String, path: String = "") {
        self.name = name
        self.path = path
    }
}

/// The testers who may propose texts, as set by `testers`.
package enum TesterAccess: String, Sendable, CaseIterable {
    /// No testers.
    case off
    /// Testers of an app that sends a token.
    case app
    /// Anyone who sends a guid.
    case open
}

/// The use that Git may make of a project over HTTP, as set by `git`.
package enum GitAccess: String, Sendable, CaseIterable {
    /// None.
    case off
    /// Clones and fetches.
    case read
    /// Clones, fetches and pushes.
    case write
}

/// The time at which writes to a replicated project are acknowledged, as set by `ack`.
package enum Acknowledgement: String, Sendable, CaseIterable {
    /// When they are durable on this server.
    case local
    /// When the remote has them.
    case remote
}

/// The clients that may report missing keys through i18next, as set by `add`.
package enum MissingKeyAccess: String, Sendable, CaseIterable {
    /// No clients.
    case off
    /// Only clients with a token.
    case token
    /// All clients, with or without a token.
    case open
}

/// The full name of a key, such as `project.shop.path`.
struct KeyName: Hashable, Sendable {
    let section: ConfigurationSection
    /// The name of the project, or of the webhook.
    let project: String?
    let key: String

    /// The name as written in flags and tables.
    var text: String {
        ([section.rawValue, project, key] as [String?]).compactMap { $0 }.joined(separator: ".")
    }
}

enum ConfigurationSection: String, Sendable, CaseIterable {
    case server, project, nstack, i18next, webhook, limits
}
