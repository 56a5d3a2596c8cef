public import Texts
public import Translation

/// Everything a server is told before it starts, checked.
///
/// Values only: no file but the configuration's own was read, so a certificate or a project may still turn out to be missing.
public struct ServerConfiguration: Sendable {
    /// What holds for the whole server.
    public var server = ServerSettings()
    /// The projects, in the order they were named; at least one.
    public var projects: [ProjectSettings] = []
    /// The limits that hold for the whole server, and for projects that have none of their own.
    public var limits = ServerLimits()
    /// Remarks for the operator that stop nothing.
    public var notices: [String] = []
    /// Where each value that was set comes from, by ``KeyName``.
    var origins: [KeyName: ConfigurationOrigin] = [:]

    /// The configuration of a server without projects.
    public init() {}

    /// The project that addresses without a project's name mean: the only one, or the one that is marked.
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
    /// Where it listens.
    public var listen = ListenAddress.usual
    /// Who may connect to a socket in the file system, as the permissions of its file.
    public var socketMode: UInt32 = 0o660
    /// The group of a socket in the file system, a name or a number, or `nil` for that of the process.
    public var socketGroup: String?
    /// Its public address, or `nil` if it has none but that where it listens.
    public var url: PublicURL?
    /// The state directory, an absolute path, or `nil` for that of a single user.
    public var state: String?
    /// The author of its commits, or `nil` for Git's.
    public var identity: Actor?
    /// The proxies whose `Forwarded` and `X-Forwarded-*` count.
    public var proxies: [AddressRange] = []
    /// Whom to tell of vulnerabilities, a URI: RFC 9116.
    public var contact: String?
    /// True if the log has the network of each client's address.
    public var logsAddresses = false

    /// The settings of a server that is told none.
    public init() {}
}

/// The sections `[project "name"]`, `[nstack "name"]`, `[i18next "name"]` and `[limits "name"]`.
public struct ProjectSettings: Sendable {
    /// Its name in addresses.
    public let name: String
    /// The directory of its repository, an absolute path.
    public var path = ""
    /// True if it is marked as the one that addresses without a name mean.
    public var isDefault = false
    /// True if everybody may read it without a token.
    public var isPublic = false
    /// Which testers may propose.
    public var testers = TesterAccess.app
    /// The origins whose pages may write, and send guids.
    public var cors: [WebOrigin] = []
    /// True if proposals and texts whose checks find errors are refused.
    public var isStrict = false
    /// What NStack's clients call the app in `X-Application-Id`.
    public var applicationID: String?
    /// How a language is chosen for NStack's clients.
    public var picker = NStackNegotiation.Mode.listFullMatch
    /// Who may send i18next's missing keys.
    public var missingKeys = MissingKeyAccess.off
    /// Its limits: those of the server, but for what it has of its own.
    public var limits = ServerLimits()

    /// The settings of a project that is told none but its path.
    public init(name: String, path: String = "") {
        self.name = name
        self.path = path
    }
}

/// Which testers may propose, `testers =`.
public enum TesterAccess: String, Sendable, CaseIterable {
    /// None.
    case off
    /// Those of an app that has a token.
    case app
    /// All who send a guid.
    case open
}

/// Who may send i18next's missing keys, `add =`.
public enum MissingKeyAccess: String, Sendable, CaseIterable {
    /// Nobody.
    case off
    /// Who has a token.
    case token
    /// Everybody.
    case open
}

/// A key of the configuration in full, such as `project.shop.path`.
struct KeyName: Hashable, Sendable {
    let section: ConfigurationSection
    let project: String?
    let key: String

    /// As flags and tables spell it.
    var text: String {
        ([section.rawValue, project, key] as [String?]).compactMap { $0 }.joined(separator: ".")
    }
}

/// The sections of the file.
enum ConfigurationSection: String, Sendable, CaseIterable {
    case server, project, nstack, i18next, limits
}
