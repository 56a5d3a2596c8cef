/// A line that a state adds although the other state has different bytes under its identity.
public struct AlteredLine: Hashable, Sendable {
    /// The identity of the lines.
    public let id: String
    /// The line that was added.
    public let line: LogLine
    /// The lines of the other state with the same identity.
    public let others: [LogLine]
    /// Whether history shows that one of the other lines was first; otherwise the order is unknown.
    public let isOtherFirst: Bool
}
