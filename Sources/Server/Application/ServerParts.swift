public import ServiceLifecycle

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
