/// The lengths of the chains of `copies` that start at events.
///
/// Readers follow chains of any length. Writers and hooks limit their length; see ``limit``.
public struct CopyDepths {
    /// The maximum depth of an event that is written, or that a hook accepts.
    ///
    /// A text that is renamed or restored every day takes three years to reach it.
    public static let limit = 1_000

    /// The depths by event; `nil` for an event whose chain runs into a cycle.
    private var depths: [EventID: Int?] = [:]

    /// Creates an empty cache of depths.
    public init() {}

    /// Returns true if the chain of an event is longer than ``limit`` or runs into a cycle.
    ///
    /// `counting` returns the canonical event for an id. Each event is looked up only once, over
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
            // Meeting an event of this chain again finds no depth, which means a cycle.
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
