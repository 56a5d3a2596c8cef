package import Hummingbird
package import ServiceLifecycle

/// Renders a problem as a page, for a browser that requested a page.
///
/// The function chooses the status itself, because a visitor who is not signed in may be redirected
/// to the sign-in page. The server adds the problem's header fields.
package typealias HTMLProblem =
    @Sendable (_ problem: Problem, _ request: Request, _ requestID: String) -> Response

/// The parts of an application, except for its configuration.
package struct ServerParts: Sendable {
    /// The routes, except for the routes for operations, which the server adds.
    package var routes: [Route]
    /// Identifies the senders of requests, and decides on their rights.
    package var authenticator: Authenticator
    package var sessions: Sessions?
    /// Called when the server begins to stop.
    package var whenStopping: @Sendable () -> Void = {}
    package var htmlProblem: HTMLProblem?
    /// Returns the name of the request's project, given the route and the parameters of the path.
    package var projectName:
        @Sendable (_ request: Request, _ route: Route, _ parameters: [String: String]) -> String?
    /// Returns the reasons why the server is not ready, or an empty list if it is ready.
    package var unreadiness: @Sendable () async -> [String]
    /// Returns the quotas of a project, or of the server if `project` is nil.
    ///
    /// If it returns nil, the quotas in the settings apply.
    package var quotas: @Sendable (_ project: String?) -> RateQuotas?
    package var metrics: MetricsRegistry
    /// The services that run for the lifetime of the server.
    ///
    /// They are stopped after the last connection is closed, so that pending requests can still use
    /// them.
    package var services: [any Service]
    /// Called when the server listens, with its TCP port, if any.
    package var whenListening: @Sendable (_ port: Int?) async -> Void
    /// A monotonic clock for measuring durations.
    package var uptime: @Sendable () -> Duration

    package init(
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
