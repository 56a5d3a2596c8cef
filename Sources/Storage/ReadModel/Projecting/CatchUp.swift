/// The result of catching up or rebuilding.
public struct CatchUp: Hashable, Sendable {
    /// The way in which the read model got to its new position.
    public enum Kind: Hashable, Sendable {
        /// It was there already.
        case unchanged
        /// The differences between both positions were applied.
        case advanced
        /// Everything was read from scratch.
        case rebuilt(RebuildReason)
    }

    /// The reason for a rebuild from scratch.
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

    /// The way in which the read model got to its new position.
    public let kind: Kind
    /// The number of files added.
    public let addedFiles: Int
    /// The number of files removed.
    public let removedFiles: Int
    /// The number of subjects folded.
    public let subjects: Int

    static let unchanged = CatchUp(
        kind: .unchanged, addedFiles: 0, removedFiles: 0, subjects: 0)
}
