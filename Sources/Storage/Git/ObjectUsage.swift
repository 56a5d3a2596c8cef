/// The disk space used by a repository's objects, not including objects in its alternates.
public struct ObjectUsage: Hashable, Sendable {
    /// The number of objects in separate files.
    public var looseObjects = 0
    /// The total size of these files, in bytes.
    public var looseBytes: Int64 = 0
    /// The number of packs.
    public var packs = 0
    /// The total size of the packs and their indexes, in bytes.
    public var packBytes: Int64 = 0

    /// The total size of loose objects and packs, in bytes.
    public var bytes: Int64 { looseBytes + packBytes }
}
