public import Git

/// An object that is missing, or whose bytes do not match its id.
public struct DamagedObject: Hashable, Sendable {
    /// The id of the object.
    public let id: ObjectID
    /// The kind that the object must have.
    public let kind: ObjectKind
    /// Whether the object is missing.
    public let isMissing: Bool
    /// Git's description of the damage.
    public let reason: String
    /// The path of a directory or file in the tree, empty for the root; `nil` for a commit.
    public let path: String?
    /// The newest commit that needs the object.
    public let commit: ObjectID
    /// Whether the tip itself needs the object, not only earlier commits.
    public let isAtTip: Bool
}
