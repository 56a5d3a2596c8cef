/// The lengths of the chains of `copies` that start at events.
///
/// Readers follow chains of any length. Writers and hooks keep chains short: see ``limit``.
public struct CopyDepths {
    /// The greatest depth of an event that is written, or that a hook accepts.
    ///
    /// A text that is renamed or restored every day reaches it after three years.
    public static let limit = 1_000

    /// The depths by event; `nil` for an event whose way leads into a circle.
    private var depths: [EventID: Int?] = [:]

    /// Creates depths that are not known yet.
    public init() {}

    /// Returns whether the way of an event is longer than ``limit``, or leads into a circle.
    ///
    /// `counting` returns the event that counts for an id. Each event is looked up once, however often this is called.
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
            // Coming back to an event of this way finds no depth.
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
