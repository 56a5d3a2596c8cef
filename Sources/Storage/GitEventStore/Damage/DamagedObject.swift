public import Git

/// An object that is missing, or whose bytes do not match its id.
public struct DamagedObject: Hashable, Sendable {
    /// Its name.
    public let id: ObjectID
    /// The kind that the object must have.
    public let kind: ObjectKind
    /// Whether the object is missing.
    public let isMissing: Bool
    /// Git's description of the damage.
    public let reason: String
    /// The path in the tree, for directories and files; the root is empty.
    public let path: String?
    /// The newest commit that needs it.
    public let commit: ObjectID
    /// Whether the tip needs the object, and not only earlier commits.
    public let isAtTip: Bool
}
