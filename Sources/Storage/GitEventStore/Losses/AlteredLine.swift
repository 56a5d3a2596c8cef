/// A line that one state adds although the other state has a different line with the same identity.
public struct AlteredLine: Hashable, Sendable {
    /// The identity of the lines.
    public let id: String
    /// The line that was added.
    public let line: LogLine
    /// The lines in the other state that have the same identity.
    public let others: [LogLine]
    /// Whether history shows that one of the other lines was written first; otherwise the order is
    /// unknown.
    public let isOtherFirst: Bool
}
