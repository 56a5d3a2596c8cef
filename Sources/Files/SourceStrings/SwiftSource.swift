/// The patterns to look for in Swift sources.
///
/// Types are unknown, so calls are recognized only by their names.
public struct SwiftSource: Sendable, Codable {
    /// The kinds of requests that count.
    public var manners: Set<FoundString.Manner>
    /// The calls specified by the user, in addition to the known calls.
    public var calls: [CallPattern]

    /// Creates a search for all known patterns, and for specified calls.
    public init(
        manners: Set<FoundString.Manner> = Set(FoundString.Manner.allCases),
        calls: [CallPattern] = []
    ) {
        self.manners = manners
        self.calls = calls
    }
}
