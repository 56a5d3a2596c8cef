package import Hosting
package import Logging
package import Machine

/// What a server stands on, for routes that another module adds, such as pages.
package struct ServerFoundation: Sendable {
    /// Finds the project that a request is about.
    package let directory: ProjectDirectory
    /// The projects, also those that are not open, and the configuration that counts now.
    package let projects: OpenProjects
    /// The tokens.
    package let tokens: TokenWatch
    /// The sessions of browsers.
    package let sessions: Sessions
    /// Clock, random bits and environment.
    package let host: Host
    /// Makes links; ``Links/basePath`` stands before every path.
    package let links: Links
    /// The version of the program.
    package let version: String
    /// Whether browsers reach the server by HTTPS, or over a network where they must.
    package let isSecure: Bool
    /// The metrics.
    package let metrics: MetricsRegistry
    /// The logger.
    package let logger: Logger
}
