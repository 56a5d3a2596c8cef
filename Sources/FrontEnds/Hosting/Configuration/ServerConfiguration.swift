public import Texts
public import Translation

/// The checked configuration of a server.
///
/// It has values only. No file except the configuration's own was read, so a certificate or a
/// project may still turn out to be missing.
public struct ServerConfiguration: Sendable {
    /// The settings of the whole server.
    public var server = ServerSettings()
    /// The projects, in the order of the file; at least one.
    public var projects: [ProjectSettings] = []
    /// The limits of the whole server, and the defaults of its projects.
    public var limits = ServerLimits()
    /// Remarks for the operator that do not prevent the start.
    public var notices: [String] = []
    /// The origin of each value that was set, by ``KeyName``.
    var origins: [KeyName: ConfigurationOrigin] = [:]

    /// Creates a configuration without projects.
    public init() {}

    /// The project for addresses that do not name one: the only project, or the one marked as the
    /// default.
    public var defaultProject: ProjectSettings? {
        projects.count == 1 ? projects.first : projects.first(where: \.isDefault)
    }

    /// Returns the project with a name.
    public func project(named name: String) -> ProjectSettings? {
        projects.first { $0.name == name }
    }
}

/// The section `[server]`.
public struct ServerSettings: Sendable {
    /// The address on which it listens.
    public var listen = ListenAddress.usual
    /// The permissions of the file of a socket in the file system, which decide who may connect.
    public var socketMode: UInt32 = 0o660
    /// The group of a socket in the file system, as a name or a number; nil for that of the
    /// process.
    public var socketGroup: String?
    /// The public address; nil if there is none besides the address on which it listens.
    public var url: PublicURL?
    /// The absolute path of the state directory; nil for that of a single user.
    public var state: String?
    /// The author of its commits; nil for Git's.
    public var identity: Actor?
    /// The proxies whose `Forwarded` and `X-Forwarded-*` headers are trusted.
    public var proxies: [AddressRange] = []
    /// The URI for reports of vulnerabilities: RFC 9116.
    public var contact: String?
    /// Whether the log contains the network of each client's address.
    public var logsAddresses = false

    /// Creates the default settings.
    public init() {}
}

/// The sections `[project "name"]`, `[nstack "name"]`, `[i18next "name"]` and `[limits "name"]`.
public struct ProjectSettings: Sendable {
    /// The name in addresses.
    public let name: String
    /// The absolute path of the repository.
    public var path = ""
    /// Whether addresses without a project's name refer to it.
    public var isDefault = false
    /// Whether anyone may read it without a token.
    public var isPublic = false
    /// The testers that may propose.
    public var testers = TesterAccess.app
    /// The origins whose pages may write and send guids.
    public var cors: [WebOrigin] = []
    /// Whether proposals and texts with errors found by checks are refused.
    public var isStrict = false
    /// The app's id that NStack clients send in `X-Application-Id`.
    public var applicationID: String?
    /// The method for choosing a language for NStack clients.
    public var picker = NStackNegotiation.Mode.listFullMatch
    /// The clients that may report i18next's missing keys.
    public var missingKeys = MissingKeyAccess.off
    /// Its limits: those of the server, except for the ones it overrides.
    public var limits = ServerLimits()

    /// Creates the default settings of a project.
    public init(name: String, path: String = "") {
        self.name = name
        self.path = path
    }
}

/// The testers that may propose, `testers =`.
public enum TesterAccess: String, Sendable, CaseIterable {
    /// None.
    case off
    /// The testers of an app with a token.
    case app
    /// Everyone who sends a guid.
    case open
}

/// The clients that may report i18next's missing keys, `add =`.
public enum MissingKeyAccess: String, Sendable, CaseIterable {
    /// Nobody.
    case off
    /// Clients with a token.
    case token
    /// Everybody.
    case open
}

/// The full name of a key, such as `project.shop.path`.
struct KeyName: Hashable, Sendable {
    let section: ConfigurationSection
    let project: String?
    let key: String

    /// The spelling in flags and tables.
    var text: String {
        ([section.rawValue, project, key] as [String?]).compactMap { $0 }.joined(separator: ".")
    }
}

enum ConfigurationSection: String, Sendable, CaseIterable {
    case server, project, nstack, i18next, limits
}
