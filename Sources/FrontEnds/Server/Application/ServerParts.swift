public import Hummingbird
public import ServiceLifecycle

/// Makes a page of a problem, for a browser that asked for a page.
///
/// It chooses the status itself: who is not signed in may be sent to where one signs in. The server adds the header fields of the problem.
package typealias HTMLProblem =
    @Sendable (_ problem: Problem, _ request: Request, _ requestID: String) -> Response

/// The parts of an application other than its configuration.
public struct ServerParts: Sendable {
    /// The routes, without those for operations, which the server adds.
    public var routes: [Route]
    /// Identifies senders and decides what they may do.
    public var authenticator: Authenticator
    /// The sessions of browsers.
    package var sessions: Sessions?
    /// Called once the server begins to end.
    package var whenStopping: @Sendable () -> Void = {}
    /// Makes a page of a problem, for people.
    package var htmlProblem: HTMLProblem?
    /// Returns the name of the project that a request is about, given its route and the parameters of its path.
    public var projectName:
        @Sendable (_ request: Request, _ route: Route, _ parameters: [String: String]) -> String?
    /// Returns why the server is not ready; empty if it is.
    public var unreadiness: @Sendable () async -> [String]
    /// Returns the quotas of a project, or of the server if none is named; nil for those of the settings.
    public var quotas: @Sendable (_ project: String?) -> RateQuotas?
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
        projectName:
            @escaping @Sendable (
                _ request: Request, _ route: Route, _ parameters: [String: String]
            ) -> String? = { $2["project"] },
        unreadiness: @escaping @Sendable () async -> [String] = { [] },
        quotas: @escaping @Sendable (_ project: String?) -> RateQuotas? = { _ in nil },
        metrics: MetricsRegistry = MetricsRegistry(), services: [any Service] = [],
        whenListening: @escaping @Sendable (_ port: Int?) async -> Void = { _ in },
        uptime: (@Sendable () -> Duration)? = nil
    ) {
        self.routes = routes
        self.authenticator = authenticator
        self.projectName = projectName
        self.unreadiness = unreadiness
        self.quotas = quotas
        self.metrics = metrics
        self.services = services
        self.whenListening = whenListening
        let begin = ContinuousClock.now
        self.uptime = uptime ?? { begin.duration(to: .now) }
    }
}
