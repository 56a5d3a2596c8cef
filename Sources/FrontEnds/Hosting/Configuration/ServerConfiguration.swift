package import Texts
package import Translation

/// The checked configuration of a server.
///
/// It has values only. No file except the configuration's own was read, so a certificate or a
/// project may still turn out to be missing.
package struct ServerConfiguration: Sendable {
    /// The settings of the whole server.
    package var server = ServerSettings()
    /// The projects, in the order of the file; at least one.
    package var projects: [ProjectSettings] = []
    /// The limits of the whole server, and the defaults of its projects.
    package var limits = ServerLimits()
    /// Remarks for the operator that do not prevent the start.
    package var notices: [String] = []
    /// The origin of each value that was set, by ``KeyName``.
    var origins: [KeyName: ConfigurationOrigin] = [:]

    /// Creates a configuration without projects.
    package init() {}

    /// The project for addresses that do not name one: the only project, or the one marked as the
    /// default.
    package var defaultProject: ProjectSettings? {
        projects.count == 1 ? projects.first : projects.first(where: \.isDefault)
    }

    /// Returns the project with a name.
    package func project(named name: String) -> ProjectSettings? {
        projects.first { $0.name == name }
    }
}

/// The section `[server]`.
package struct ServerSettings: Sendable {
    /// The address on which it listens.
    package var listen = ListenAddress.usual
    /// The permissions of the file of a socket in the file system, which decide who may connect.
    package var socketMode: UInt32 = 0o660
    /// The group of a socket in the file system, as a name or a number; nil for that of the
    /// process.
    package var socketGroup: String?
    /// The public address; nil if there is none besides the address on which it listens.
    package var url: PublicURL?
    /// The absolute path of the state directory; nil for that of a single user.
    package var state: String?
    /// The author of its commits; nil for Git's.
    package var identity: Actor?
    /// The proxies whose `Forwarded` and `X-Forwarded-*` headers are trusted.
    package var proxies: [AddressRange] = []
    /// The URI for reports of vulnerabilities: RFC 9116.
    package var contact: String?
    /// Whether the log contains the network of each client's address.
    package var logsAddresses = false

    /// Creates the default settings.
    package init() {}
}

/// The sections `[project "name"]`, `[nstack "name"]`, `[i18next "name"]` and `[limits "name"]`.
package struct ProjectSettings: Sendable {
    /// The name in addresses.
    package let name: String
    /// The absolute path of the repository.
    package var path = ""
    /// Whether addresses without a project's name refer to it.
    package var isDefault = false
    /// Whether anyone may read it without a token.
    package var isPublic = false
    /// The testers that may propose.
    package var testers = TesterAccess.app
    /// The origins whose pages may write and send guids.
    package var cors: [WebOrigin] = []
    /// Whether proposals and texts with errors found by checks are refused.
    package var isStrict = false
    /// The app's id that NStack clients send in `X-Application-Id`.
    package var applicationID: String?
    /// The method for choosing a language for NStack clients.
    package var picker = NStackNegotiation.Mode.listFullMatch
    /// The clients that may report i18next's missing keys.
    package var missingKeys = MissingKeyAccess.off
    /// Its limits: those of the server, except for the ones it overrides.
    package var limits = ServerLimits()

    /// Creates the default settings of a project.
    package init(name: String, path: String = "") {
        self.name = name
        self.path = path
    }
}

/// The testers that may propose, `testers =`.
package enum TesterAccess: String, Sendable, CaseIterable {
    /// None.
    case off
    /// The testers of an app with a token.
    case app
    /// Everyone who sends a guid.
    case open
}

/// The clients that may report i18next's missing keys, `add =`.
package enum MissingKeyAccess: String, Sendable, CaseIterable {
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
