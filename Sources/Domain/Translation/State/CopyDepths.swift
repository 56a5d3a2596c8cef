/// The length of each event's chain of `copies`.
///
/// Readers follow chains of any length. Writers and hooks limit the length; see ``limit``.
public struct CopyDepths {
    /// The maximum chain length that writers create and hooks accept.
    ///
    /// If a text is renamed or restored every day, it takes almost three years to reach the limit.
    public static let limit = 1_000

    /// The length of each event's chain; `nil` if the chain runs into a cycle.
    private var depths: [EventID: Int?] = [:]

    /// Creates an empty cache of chain lengths.
    public init() {}

    /// Returns true if an event's chain is longer than ``limit`` or runs into a cycle.
    ///
    /// `counting` returns the canonical event for an id. Each event is looked up only once across
    /// all calls.
    public mutating func isTooDeep<Failure: Error>(
        _ event: Event, counting: (EventID) throws(Failure) -> Event?
    ) throws(Failure) -> Bool {
        var path: [EventID] = []
        var depth: Int? = -1
        var next: Event? = event
        while let event = next {
            if let known = depths[event.id] {
                depth = known
                break
            }
            // The depth stays nil until the chain ends, so reaching this event again reports a
            // cycle.
            depths.updateValue(nil, forKey: event.id)
            path.append(event.id)
            guard let copied = event.copies else { break }
            next = try counting(copied)
        }
        for id in path.reversed() {
            depth = depth.map { $0 + 1 }
            depths.updateValue(depth, forKey: id)
        }
        return depth.map { $0 > Self.limit } ?? true
    }
}
