/// The sizes, in bytes of events, at which a rebuild changes its method, and the batch size for
/// folds.
///
/// The batch size also applies to catch-ups.
public struct RebuildLimits: Hashable, Sendable {
    /// The size above which a rebuild uses a file beside the database.
    public var besideDatabase: Int
    /// The maximum size of a folder that is folded in memory, which takes about ten times as much
    /// memory.
    public var folderInMemory: Int
    /// The minimum size of a folder that two threads parse and fold.
    public var folderByTwoThreads: Int
    /// The number of subjects that are loaded and folded together; at least 1.
    public var subjectsAtATime: Int

    /// Creates limits; the defaults suit ordinary machines, and tests use smaller limits.
    public init(
        besideDatabase: Int = 4 << 20, folderInMemory: Int = 40 << 20,
        folderByTwoThreads: Int = 4 << 20, subjectsAtATime: Int = 500
    ) {
        self.besideDatabase = besideDatabase
        self.folderInMemory = folderInMemory
        self.folderByTwoThreads = folderByTwoThreads
        self.subjectsAtATime = max(1, subjectsAtATime)
    }
}
