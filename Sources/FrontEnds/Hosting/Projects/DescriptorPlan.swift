import Git

/// Divides the descriptors of a process among connections and open projects.
///
/// Each part is counted at its worst, so the process never runs out: Dispatch traps if it has no descriptor left.
public struct DescriptorPlan: Sendable, Equatable {
    /// The number of connections at a time.
    public let connections: Int
    /// The number of connections beyond these that are told so before they are closed.
    public let refusedConnections: Int
    /// The number of projects that are open at a time.
    public let projects: Int
    /// The number of quick reads of one project at a time.
    public let readers: Int

    /// The packs that Git keeps open for all projects together.
    public static let packs = 48
    /// Descriptors for everything else: log, event loops, files that are open for a moment, and programs that are started.
    private static let reserve = 80
    /// The fewest projects that can be open at a time, even if fewer are configured: a reload may add some.
    private static let fewestProjects = 16

    /// Makes the plan for a limit of open files.
    ///
    /// `connections` and `projects` are the numbers that the operator wants, `configured` the number of projects there are,
    /// and `readers` the usual number of quick reads of one project. With few descriptors, each number is smaller.
    public init(limit: Int, connections: Int, projects: Int, configured: Int, readers: Int) {
        let free = max(0, limit - Self.reserve - Self.packs)
        let refused = min(64, free / 16)
        let room = free - refused
        let wanted = min(projects, max(configured, Self.fewestProjects))
        var (open, quick) = (wanted, max(1, readers))
        // If both do not fit, connections get a third.
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

    /// The number of descriptors that an open project has at most.
    ///
    /// A connection to SQLite has the file and its log; a reader has those of the findings as well. Besides the quick readers and the
    /// one for slow reads, there are the writer, the checkpointer, those that keep findings and memory, and the one that looks texts up.
    static func cost(readers: Int) -> Int { 4 * (readers + 1) + 28 }
}

extension DescriptorPlan {
    /// Makes the plan for this process and a configuration, and keeps Git to its part.
    public init(_ configuration: ServerConfiguration, readers: Int) {
        DescriptorLimit.limitPacks(to: Self.packs)
        self.init(
            limit: DescriptorLimit.current, connections: configuration.limits.connections,
            projects: configuration.limits.openProjects,
            configured: configuration.projects.count, readers: readers)
    }

    /// Returns a sentence for the operator if the limit of open files allows less than the configuration.
    public func notice(_ configuration: ServerConfiguration) -> String? {
        let wanted = min(configuration.limits.openProjects, configuration.projects.count)
        guard connections < configuration.limits.connections || projects < wanted else {
            return nil
        }
        return
            "The limit of \(DescriptorLimit.current) open files allows \(connections) connections and "
            + "\(projects) open projects at a time."
    }

    /// Raises the limit of open files to the greatest that this process may set itself.
    ///
    /// The usual limit of 1,024 is for programs that count descriptors in a set of bits.
    public static func raiseLimit() { DescriptorLimit.raise() }
}
