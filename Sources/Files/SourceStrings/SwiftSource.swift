/// The patterns to look for in Swift sources.
///
/// Types are not known, so a name is taken at face value.
public struct SwiftSource: Sendable, Codable {
    /// The ways of asking that count.
    public var manners: Set<FoundString.Manner>
    /// The calls that somebody named, besides those that are known.
    public var calls: [CallPattern]

    /// Looks for all that is known, and for named calls.
    public init(
        manners: Set<FoundString.Manner> = Set(FoundString.Manner.allCases),
        calls: [CallPattern] = []
    ) {
        self.manners = manners
        self.calls = calls
    }
}
