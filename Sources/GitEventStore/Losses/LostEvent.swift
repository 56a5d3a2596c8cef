/// A line of the log that was there and is not any more.
public struct LostEvent: Hashable, Sendable {
    /// What became of it.
    public enum Kind: Hashable, Sendable {
        /// It is gone.
        case lost
        /// A line of its identity is there, with other bytes.
        case altered
    }

    /// What became of it.
    public let kind: Kind
    /// What the line calls itself, or `nil` if that cannot be read.
    public let id: String?
    /// The file that it was in, below the log's root.
    public let path: String
    /// The line's bytes without the newline.
    public let line: [UInt8]
    /// The commit that had it last; `nil` where two positions were compared that need not be related.
    public let lastSeen: String?
    /// The commit that took it away; `nil` where two positions were compared that need not be related.
    public let commit: String?
}
