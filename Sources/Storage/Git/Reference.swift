/// A reference and the commit that it leads to.
public struct Reference: Hashable, Sendable {
    /// The reference's name.
    public let name: ReferenceName

    /// The commit, found through symbolic references and annotated tags.
    public let target: ObjectID
}
