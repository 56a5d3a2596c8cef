import Glibc
package import Hosting
package import Hummingbird
package import Logging
package import Machine
import Translation
import Workspace

/// The options of an application, in addition to its configuration.
package struct ServerOptions: Sendable {
    package var version: String
    /// An admin token that is never stored and is valid for the lifetime of the process.
    package var passingToken: Token?
    /// Rereads the configuration; called for each element of `reloads`.
    package var reread: @Sendable () throws -> ServerConfiguration
    /// A stream with an element for each reload of the configuration.
    package var reloads: AsyncStream<Void>
    /// Called when the server listens, with its TCP port, if any.
    package var whenListening: @Sendable (_ port: Int?) async -> Void
    /// Called when all projects have been checked, and the first have been opened.
    package var whenReady: @Sendable () async -> Void
    /// A monotonic clock for measuring durations; nil for the system clock.
    package var uptime: (@Sendable () -> Duration)?
    /// Returns additional routes from other modules, such as the pages.
    package var furtherRoutes: @Sendable (ServerFoundation) throws -> [Route] = { _ in [] }
    package var htmlProblem: HTMLProblem?
    package var streamLimits = FeedStreams.Limits()
    /// The time without a new missing key after which the collected keys are written.
    package var missingKeyQuiet = MissingKeys.quiet

    package init(
        version: String, passingToken: Token? = nil,
        reread: @escaping @Sendable () throws -> ServerConfiguration,
        reloads: AsyncStream<Void> = AsyncStream { $0.finish() },
        whenListening: @escaping @Sendable (_ port: Int?) async -> Void = { _ in },
        whenReady: @escaping @Sendable () async -> Void = {},
        uptime: (@Sendable () -> Duration)? = nil
    ) {
        self.version = version
        self.passingToken = passingToken
        self.reread = reread
        self.reloads = reloads
        self.whenListening = whenListening
        self.whenReady = whenReady
        self.uptime = uptime
    }
}

/// Builds a server's application: its projects, its authentication, all routes, and its background
/// work.
///
/// The program and all tests use this. Throws a ``Translation/Refusal`` if the tokens cannot be
/// read. The application neither listens nor opens projects until it runs.
package func buildApplication(
    _ configuration: ServerConfiguration, options: ServerOptions, host: Host, logger: Logger
) async throws -> some ApplicationProtocol {
    let metrics = MetricsRegistry()
    let plan = DescriptorPlan(configuration, readers: ServerCapacity.readers)
    if let notice = plan.notice(configuration) { logger.warning("\(notice)") }
    let state = try configuration.server.state ?? StateDirectory.usual(on: host)
    let news = WebhookNews()
    let projects = OpenProjects(
        configuration, readers: plan.readers, maximum: plan.projects,
        workers: Workers(
            plan.shared, projects: min(plan.projects, configuration.projects.count)),
        host: host,
        warn: { project, sentence in
            logger.warning("\(sentence)", metadata: ["project": .string(project)])
        },
        observer: { project, change in
            metrics.note(change, in: project)
            news.note(project)
        })
    let sender = WebhookSender(version: options.version)
    let webhooks = Webhooks(
        projects, news: news, stateDirectory: state, sender: sender, host: host,
        metrics: metrics, logger: logger)
    let replicator = Replicator(projects, host: host, metrics: metrics, logger: logger)
    let tokens = try TokenWatch(TokenFile(directory: state))
    for problem in tokens.tokens.problems {
        logger.warning("\(tokens.path), line \(problem.line): \(problem.reason)")
    }
    let use = TokenUse(directory: state)
    var settings = HTTPSettings(configuration, version: options.version)
    settings.limits.connections = plan.connections
    settings.limits.refusedConnections = plan.refusedConnections
    let sessions = Sessions(
        tokens: tokens, stateDirectory: state, passing: options.passingToken,
        cookieName: settings.cookieName, host: host)
    let streams = FeedStreams(limits: options.streamLimits, metrics: metrics)
    let directory = ProjectDirectory(projects: projects)
    let bundles = BundleStore(
        stateDirectory: state, capacity: configuration.limits.bundleBytes)
    let further = try options.furtherRoutes(
        ServerFoundation(
            directory: directory, projects: projects, tokens: tokens, sessions: sessions,
            host: host, links: settings.links, version: options.version,
            isSecure: settings.isSecure, metrics: metrics, logger: logger))
    let housekeeping = Housekeeping(
        projects: projects, tokens: tokens, streams: streams, use: use,
        missingKeys: MissingKeyWriter(
            projects: projects, metrics: metrics, stateDirectory: state, host: host,
            logger: logger, quiet: options.missingKeyQuiet), host: host,
        started: configuration, options: options, logger: logger)
    metrics.collect { [weak projects] metrics in
        guard let projects else { return }
        metrics.observe(projects.open, failures: projects.failureCount)
        metrics.observeReplicas(of: projects)
    }
    var parts = ServerParts(
        routes: ProjectRoutes.all(
            directory, streams, bundles, replicator, version: options.version) + further,
        authenticator: .tokens(sessions, use: use, projects: projects),
        projectName: directory.name, unreadiness: { projects.unreadiness },
        quotas: { project in
            let configuration = projects.configuration
            let limits = project.flatMap { configuration.project(named: $0)?.limits }
            return RateQuotas(limits ?? configuration.limits)
        },
        metrics: metrics,
        // They are stopped in reverse order: the last sync also sends what the others wrote.
        services: [
            ReplicationService(replicator: replicator), housekeeping,
            WebhookService(webhooks: webhooks, sender: sender),
        ],
        whenListening: options.whenListening,
        uptime: options.uptime)
    parts.sessions = sessions
    parts.whenStopping = { streams.end() }
    parts.htmlProblem = options.htmlProblem
    return try await buildApplication(settings, host: host, parts: parts, logger: logger)
}

enum ServerCapacity {
    /// The number of concurrent reads per project: two more than the number of cores, so that reads
    /// waiting for the disk do not block others.
    static var readers: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 2 }
}
