import Hosting
import Logging
import Machine
import ServiceLifecycle

/// Synchronizes projects with their remotes for the lifetime of a server.
struct ReplicationService: Service {
    let replicator: Replicator

    func run() async throws { await cancelWhenGracefulShutdown { await replicator.run() } }
}

extension Replicator {
    /// Creates the replicator of a server, which reports to its log and its metrics.
    convenience init(
        _ projects: OpenProjects, host: Host, metrics: MetricsRegistry, logger: Logger
    ) {
        self.init(projects, host: host) { project, report in
            let metadata: Logger.Metadata = ["project": .string(project)]
            switch report {
            case .failed(let reason):
                logger.warning(
                    "The project cannot be synchronized: \(reason)", metadata: metadata)
            case .recovered: logger.notice("The project is synchronized again.", metadata: metadata)
            case .warning(let warning): logger.warning("\(warning)", metadata: metadata)
            }
        }
    }
}

extension MetricsRegistry {
    /// Updates the gauges of replicated projects.
    func observeReplicas(of projects: OpenProjects) {
        let (lag, unsent, failures) = (
            "dragoman_replica_lag_seconds", "dragoman_replica_unsent_events",
            "dragoman_replica_failures"
        )
        for name in [lag, unsent, failures] { remove(name) }
        for (settings, replica) in projects.replicated {
            let status = replica.status
            set(
                lag, "Time since a project's last successful sync; infinite if there was none.",
                labels: ["project": settings.name],
                to: status.lag.map { $0 / .seconds(1) } ?? .infinity)
            set(
                unsent, "Events that a project's remote does not have.",
                labels: ["project": settings.name],
                to: Double(status.unsentEvents))
            set(
                failures, "Failures since a project's last successful sync.",
                labels: ["project": settings.name],
                to: Double(status.failures))
        }
    }
}
