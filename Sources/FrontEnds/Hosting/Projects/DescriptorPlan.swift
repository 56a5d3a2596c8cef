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
    /// The connections to databases that all projects share.
    package let shared: Shared

    /// The maximum numbers of connections to databases that all projects share.
    package struct Shared: Sendable, Equatable {
        /// The number of concurrent quick reads.
        let quickReaders: Int
        /// The number of concurrent slow reads.
        let slowReaders: Int
        /// The number of readers that stay open between reads.
        let idleReaders: Int
        /// The number of findings, memories and search indexes that stay open between uses.
        let idleWork: Int

        /// The usual numbers, if there are enough descriptors.
        package static let usual = Shared(share: .max)

        /// Computes the numbers for a share of the descriptors.
        init(share: Int) {
            // Each of the three groups gets at most a sixth of the share.
            quickReaders = min(64, max(2, share / 6 / Self.reader))
            slowReaders = min(8, max(1, quickReaders / 4))
            idleReaders = min(256, share / 6 / Self.reader)
            idleWork = min(128, share / 6 / Self.work)
        }

        /// The descriptors of a reader: an SQLite connection uses two, for the database and its
        /// log, and a reader also opens the findings.
        private static let reader = 4
        /// The descriptors of background work: a reader, and a database of its own with its log and
        /// its shared memory.
        private static let work = 7

        /// The maximum number of descriptors.
        var cost: Int {
            (quickReaders + slowReaders + idleReaders) * Self.reader
                + (idleWork + Workers.backgroundThreads) * Self.work
        }
    }

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
        // If there are too few descriptors for both, connections get a third.
        let share = max(room - connections, room * 2 / 3)
        shared = Shared(share: share)
        self.readers = max(1, min(readers, shared.quickReaders))
        let wanted = min(projects, max(configured, Self.fewestProjects))
        self.projects = max(1, min(wanted, (share - shared.cost) / Self.cost))
        refusedConnections = refused
        self.connections = max(
            1, min(connections, room - shared.cost - self.projects * Self.cost))
    }

    /// The maximum number of descriptors of an open project, besides the shared connections.
    ///
    /// They are the writer's and the checkpointer's connections, with the shared memory of the
    /// read model's log, and files that are open during a write.
    static let cost = 8
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
