extension OpenProjects {
    /// The longest time after the start for which the server waits for the first syncs.
    private static let firstSyncs = Duration.seconds(5)

    /// The replicated projects that clients should not use on this server yet, or no longer.
    ///
    /// A server that was away has an old state, and is not ready before it has tried to synchronize
    /// its projects. Later, it is not ready if no project with a `maxLag` was synchronized in time:
    /// the remote of a single project must not keep clients away from all others.
    var lags: [String] {
        let replicated = configuration.projects.filter { $0.remote != nil }
            .map { (settings: $0, status: replica(of: $0.name).status) }
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
