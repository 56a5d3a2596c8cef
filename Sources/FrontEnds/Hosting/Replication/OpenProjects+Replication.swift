import Synchronization

extension OpenProjects {
    /// Returns the replication of a project, whether the project is open or not.
    package func replica(of name: String) -> Replica {
        entries.withLock { $0.replica(of: name, now: now) }
    }

    /// The projects that have a remote, with their replications.
    package var replicated: [(settings: ProjectSettings, replica: Replica)] {
        entries.withLock { entries in
            entries.configuration.projects.compactMap { settings in
                settings.remote == nil
                    ? nil : (settings, entries.replica(of: settings.name, now: now))
            }
        }
    }

    /// The longest time after the start for which the server waits for the first syncs.
    private static let firstSyncs = Duration.seconds(5)

    /// The replicated projects that clients should not use on this server yet, or no longer.
    ///
    /// A server that was away has an old state, and is not ready before it has tried to synchronize
    /// its projects. Later, it is not ready if no project with a `maxLag` was synchronized in time:
    /// the remote of a single project must not keep clients away from all others.
    var lags: [String] {
        let replicated = replicated.map { (settings: $0.settings, status: $0.replica.status) }
        var reasons: [String] = []
        if now() < Self.firstSyncs {
            reasons = replicated.filter { !$0.status.hasTried }
                .map { "\($0.settings.name): synchronizing" }
        }
        let limited = replicated.compactMap { settings, status in
            settings.maxLag.map { (settings.name, status.lag, Duration.milliseconds($0)) }
        }
        let late = limited.compactMap { name, lag, maximum -> String? in
            guard let lag else { return "\(name): not synchronized yet" }
            guard lag > maximum else { return nil }
            return "\(name): last synchronized \(lag.components.seconds) s ago"
        }
        if late.count == limited.count { reasons += late }
        return reasons
    }
}
