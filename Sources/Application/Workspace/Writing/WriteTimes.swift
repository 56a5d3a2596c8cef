/// The time that each step of a write took.
///
/// The times are for the whole group that the write belongs to.
public struct WriteTimes: Sendable {
    /// The time spent waiting: for a group, for other processes, and for their commits to be read.
    public internal(set) var waiting = Duration.zero
    /// The time to decide the requests in the group.
    public internal(set) var deciding = Duration.zero
    /// The time until the commit was on disk.
    public internal(set) var committing = Duration.zero
    /// The time to apply the events to the read model.
    public internal(set) var projecting = Duration.zero

    /// Returns the times for one request in the group.
    ///
    /// The rest of its `total` time was spent waiting.
    func ofRequest(total: Duration) -> WriteTimes {
        var times = self
        times.waiting = max(.zero, total - deciding - committing - projecting)
        return times
    }

    /// Runs `body` and adds its duration.
    static func measure<Result>(
        _ duration: inout Duration, _ body: () throws -> Result
    ) rethrows -> Result {
        let start = ContinuousClock.now
        defer { duration += start.duration(to: .now) }
        return try body()
    }
}
