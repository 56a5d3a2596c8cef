import Machine

/// The threads and connections that the open projects of a server share.
package struct Workers: Sendable {
    /// Opens projects.
    let openers = WorkerPool(maximum: 4)
    /// Decides and writes groups of requests.
    ///
    /// Writers mostly wait for the disk, which serves many of them together.
    let writers = WorkerPool(maximum: 64)
    /// Runs quick reads.
    let readers: WorkerPool
    /// Runs slow reads.
    let slowReaders: WorkerPool
    /// Updates findings, memories and search indexes.
    let background = WorkerPool(maximum: backgroundThreads, niceness: 10)
    /// Combines packs.
    ///
    /// These threads are separate, because the updates above may take minutes, while a busy project
    /// fills its packs in a second.
    let packers = WorkerPool(maximum: 2, niceness: 10)
    /// The readers that stay open between reads.
    let idleReaders: ConnectionBudget
    /// The findings, memories and search indexes that stay open between uses.
    let idleWork: ConnectionBudget
    /// The page cache of a project's writer, in KiB.
    let writerCache: Int

    static let backgroundThreads = 2

    /// The total size of the writers' page caches, in KiB.
    ///
    /// A reader's cache has a quarter of the size of the writer's.
    private static let writerCaches = 512 << 10

    /// Creates workers within a plan for at most the given number of open projects, which share the
    /// caches.
    package init(_ plan: DescriptorPlan.Shared = .usual, projects: Int = 1) {
        readers = WorkerPool(maximum: plan.quickReaders)
        slowReaders = WorkerPool(maximum: plan.slowReaders)
        idleReaders = ConnectionBudget(maximum: plan.idleReaders)
        idleWork = ConnectionBudget(maximum: plan.idleWork)
        writerCache = min(64 << 10, max(1 << 9, Self.writerCaches / max(1, projects)))
    }
}
