/// A line that the log once contained, and no longer does.
public struct LostEvent: Hashable, Sendable {
    /// The kind of loss.
    public enum Kind: Hashable, Sendable {
        /// It is gone, and no line of its identity is there.
        case lost
        /// It was the first line of its identity, and another one is there.
        case altered
        /// Nobody can tell which line of its identity was first: neither commit is an ancestor of the other, or history
        /// is cut off.
        case undecided
    }

    /// The kind of loss.
    public let kind: Kind
    /// The id in the line, or `nil` if it cannot be read.
    public let id: String?
    /// The file that it was in, below the log's root.
    public let path: String
    /// The line's bytes without the newline.
    public let line: [UInt8]
    /// The last commit that contained it, or `nil` if two possibly unrelated positions were
    /// compared.
    public let lastSeen: String?
    /// The commit that removed it, or `nil` if a move of the branch did, or if two positions were
    /// compared.
    public let commit: String?
    /// The move of a branch that left it behind, if one did.
    public let move: BranchMove?
    /// The current lines with the same identity.
    public let standing: [LogLine]
}

/// A line and its place in the log.
public struct LogLine: Hashable, Sendable {
    /// The file, below the log's root.
    public let path: String
    /// The line in the file, counted from 1.
    public let number: Int
    /// The line's bytes without the newline.
    public let bytes: [UInt8]
}
