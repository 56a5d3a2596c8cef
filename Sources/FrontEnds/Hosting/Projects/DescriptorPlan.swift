import Git

/// Divides a process's file descriptors among connections and open projects.
///
/// Each share is calculated for the maximum use, so the process never runs out. Dispatch traps if
/// no descriptor is left.
package struct DescriptorPlan: Sendable, Equatable {
    /// The maximum number of simultaneous connections.
    package let connections: Int
    /// The number of connections beyond ``connections`` that receive a refusal before they are
    /// closed.
    package let refusedConnections: Int
    /// The maximum number of open projects.
    package let projects: Int
    /// The number of concurrent quick reads per project.
    package let readers: Int

    /// The maximum number of packs that Git keeps open across all projects.
    package static let packs = 48
    /// Descriptors for everything else: the log, event loops, files that are open briefly, and
    /// child processes.
    private static let reserve = 80
    /// The minimum for ``projects``, even if fewer are configured, because a reload may add
    /// projects.
    private static let fewestProjects = 16

    /// Computes the plan for a limit on open files.
    ///
    /// `connections` and `projects` are the numbers that the operator has configured. `configured`
    /// is the number of projects in the configuration, and `readers` is the usual number of quick
    /// reads per project. Each number is reduced if descriptors are scarce.
    package init(limit: Int, connections: Int, projects: Int, configured: Int, readers: Int) {
        let free = max(0, limit - Self.reserve - Self.packs)
        let refused = min(64, free / 16)
        let room = free - refused
        let wanted = min(projects, max(configured, Self.fewestProjects))
        var (open, quick) = (wanted, max(1, readers))
        // If there are too few descriptors for both, connections get a third.
        let share = max(room - connections, room * 2 / 3)
        if wanted * Self.cost(readers: quick) > share {
            quick = min(quick, 2)
            open = max(1, min(wanted, share / Self.cost(readers: quick)))
        }
        self.readers = quick
        self.projects = open
        refusedConnections = refused
        self.connections = max(1, min(connections, room - open * Self.cost(readers: quick)))
    }

    /// The maximum number of descriptors of an open project.
    ///
    /// An SQLite connection uses two, for the database and its log. A reader uses four, because it
    /// also opens the findings. Besides the quick readers and the reader for slow reads, a project
    /// has connections for the writer, the checkpointer, the findings, the memory, the search index,
    /// lookups and searches.
    static func cost(readers: Int) -> Int { 4 * (readers + 1) + 34 }
}

extension DescriptorPlan {
    /// Computes the plan for this process and a configuration, and limits Git to its share.
    package init(_ configuration: ServerConfiguration, readers: Int) {
        DescriptorLimit.limitPacks(to: Self.packs)
        self.init(
            limit: DescriptorLimit.current, connections: configuration.limits.connections,
            projects: configuration.limits.openProjects,
            configured: configuration.projects.count, readers: readers)
    }

    /// Returns a warning for the operator if the limit on open files is too low for the
    /// configuration.
    package func notice(_ configuration: ServerConfiguration) -> String? {
        let wanted = min(configuration.limits.openProjects, configuration.projects.count)
        guard connections < configuration.limits.connections || projects < wanted else {
            return nil
        }
        return
            "The limit of \(DescriptorLimit.current) open files caps connections "
            + "at \(connections) and open projects at \(projects)."
    }

    /// Raises the limit on open files to the maximum that this process may set for itself.
    ///
    /// The usual limit of 1,024 exists for programs that call `select`, which keeps descriptors in
    /// a fixed-size bit set.
    package static func raiseLimit() { DescriptorLimit.raise() }
}
