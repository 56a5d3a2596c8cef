/// A line that the log once contained, but no longer does.
public struct LostEvent: Hashable, Sendable {
    /// The kind of loss.
    public enum Kind: Hashable, Sendable {
        /// The line is missing, and the log has no other line with its identity.
        case lost
        /// The line was the first with its identity, but the log has a different line instead.
        case altered
        /// The first line with the identity is unknown, because neither commit is an ancestor of
        /// the other or history is missing.
        case undecided
    }

    /// The kind of loss.
    public let kind: Kind
    /// The identity of the line, or `nil` if it cannot be read.
    public let id: String?
    /// The path of the file that contained the line, below the log's root.
    public let path: String
    /// The line's bytes without the newline.
    public let line: [UInt8]
    /// The last commit that contained the line, or `nil` if two possibly unrelated positions were
    /// compared.
    public let lastSeen: String?
    /// The commit that removed the line, or `nil` if a move of the branch did, or if two positions
    /// were compared.
    public let commit: String?
    /// The move of a branch that left the line behind, or `nil` if no move did.
    public let move: BranchMove?
    /// The current lines with the same identity.
    public let standing: [LogLine]
}

/// A line and its place in the log.
public struct LogLine: Hashable, Sendable {
    /// The path of the file, below the log's root.
    public let path: String
    /// The line number in the file, starting at 1.
    public let number: Int
    /// The line's bytes without the newline.
    public let bytes: [UInt8]
}
