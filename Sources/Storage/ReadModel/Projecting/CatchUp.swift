/// The result of catching up or rebuilding.
public struct CatchUp: Hashable, Sendable {
    /// The kind of work that a catch-up did.
    public enum Kind: Hashable, Sendable {
        /// The read model was already at the position.
        case unchanged
        /// The differences between the positions were applied.
        case advanced
        /// Everything was read from scratch.
        case rebuilt(RebuildReason)
    }

    /// The reason for a rebuild from scratch.
    public enum RebuildReason: Hashable, Sendable {
        /// The tables were empty.
        case empty
        /// The log does not contain the tables' position.
        case unknownPosition
        /// SQLite found damage in the file; the value is its message.
        case damage(String)
        /// The caller requested the rebuild.
        case asked
    }

    /// The kind of work that was done.
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
