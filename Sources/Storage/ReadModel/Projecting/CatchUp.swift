/// What catching up, or rebuilding, did.
public struct CatchUp: Hashable, Sendable {
    /// How the read model got to its new position.
    public enum Kind: Hashable, Sendable {
        /// It was there already.
        case unchanged
        /// What differs between both positions was taken in.
        case advanced
        /// Everything was read anew.
        case rebuilt(RebuildReason)
    }

    /// Why everything was read anew.
    public enum RebuildReason: Hashable, Sendable {
        /// Nothing had been read before.
        case empty
        /// The log does not know the position that the tables stood for.
        case unknownPosition
        /// SQLite found damage in the file; its message.
        case damage(String)
        /// It was asked for.
        case asked
    }

    /// How the read model got to its new position.
    public let kind: Kind
    /// How many files came.
    public let addedFiles: Int
    /// How many files went.
    public let removedFiles: Int
    /// How many subjects were folded.
    public let subjects: Int

    static let unchanged = CatchUp(
        kind: .unchanged, addedFiles: 0, removedFiles: 0, subjects: 0)
}
