/// The sizes, in bytes of events, from which a rebuild works differently, and the batch size of
/// folds.
///
/// The batch size also applies to catch-ups.
public struct RebuildLimits: Hashable, Sendable {
    /// The size from which a rebuild uses a file beside the database.
    public var besideDatabase: Int
    /// The size up to which a folder is folded in memory, which takes about ten times as much
    /// memory.
    public var folderInMemory: Int
    /// The size from which two threads parse and fold a folder.
    public var folderByTwoThreads: Int
    /// The number of subjects that are loaded and folded together, at least one.
    public var subjectsAtATime: Int

    /// Creates limits; the defaults suit ordinary machines, and tests use smaller ones.
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
