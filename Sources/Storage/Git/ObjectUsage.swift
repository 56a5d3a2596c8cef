/// How much room the objects of a repository take, those of its alternates left out.
public struct ObjectUsage: Hashable, Sendable {
    /// How many objects have a file of their own.
    public var looseObjects = 0
    /// How many bytes these files have.
    public var looseBytes: Int64 = 0
    /// How many packs there are.
    public var packs = 0
    /// How many bytes they have, with their indexes.
    public var packBytes: Int64 = 0

    /// Both in one.
    public var bytes: Int64 { looseBytes + packBytes }
}
