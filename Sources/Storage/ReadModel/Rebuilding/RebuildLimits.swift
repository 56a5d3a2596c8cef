/// The thresholds in bytes of events above which a rebuild works differently, and the batch size of folds, also in a catch-up.
public struct RebuildLimits: Hashable, Sendable {
    /// From here on a rebuild is made in a file beside the database.
    public var besideDatabase: Int
    /// Up to here a folder is folded in memory, which takes some ten times as much.
    public var folderInMemory: Int
    /// From here on two threads parse and fold a folder.
    public var folderByTwoThreads: Int
    /// The number of subjects that are loaded and folded at a time; at least one.
    public var subjectsAtATime: Int

    /// The limits for people's machines, or those of a test.
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
