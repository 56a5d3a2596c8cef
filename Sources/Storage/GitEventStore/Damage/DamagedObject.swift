public import Git

/// An object that is missing, or cannot be read as what its name says.
public struct DamagedObject: Hashable, Sendable {
    /// Its name.
    public let id: ObjectID
    /// The kind that the object must have.
    public let kind: ObjectKind
    /// Whether it is not there at all.
    public let isMissing: Bool
    /// Git's description of the damage.
    public let reason: String
    /// The path in the tree, for directories and files; the root is empty.
    public let path: String?
    /// The newest commit that needs it.
    public let commit: ObjectID
    /// Whether the tip needs it, and not only what was before.
    public let isAtTip: Bool
}
