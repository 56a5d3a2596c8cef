/// A line that a state adds to another one, which has different bytes under the same identity.
public struct AlteredLine: Hashable, Sendable {
    /// The identity of the lines.
    public let id: String
    /// The line that was added.
    public let line: LogLine
    /// The lines of the other state.
    public let others: [LogLine]
    /// Whether history shows that one of the other lines was first; otherwise it cannot tell.
    public let isOtherFirst: Bool
}
