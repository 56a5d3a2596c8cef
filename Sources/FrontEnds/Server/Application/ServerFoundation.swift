package import Hosting
package import Logging
package import Machine

/// The shared parts of a server, for routes in other modules, such as pages.
package struct ServerFoundation: Sendable {
    /// Finds the project that a request refers to.
    package let directory: ProjectDirectory
    /// All projects, open or closed, and the current configuration.
    package let projects: OpenProjects
    package let tokens: TokenWatch
    package let sessions: Sessions
    /// The source of time, random bits and environment variables.
    package let host: Host
    /// Builds links; every path starts with ``Links/basePath``.
    package let links: Links
    package let version: String
    /// Whether browsers connect through HTTPS, or through a network that requires it.
    package let isSecure: Bool
    package let metrics: MetricsRegistry
    package let logger: Logger
}
