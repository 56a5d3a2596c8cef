/// What is looked for in Swift sources.
///
/// Types are not known: a name is taken for what it says.
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
