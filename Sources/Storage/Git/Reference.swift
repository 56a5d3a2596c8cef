/// A reference and its commit.
public struct Reference: Hashable, Sendable {
    /// The full name of the reference.
    public let name: ReferenceName

    /// The commit, found through symbolic references and annotated tags.
    public let target: ObjectID
}
