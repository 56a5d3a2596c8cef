/// Creates the ids of new events.
///
/// If clocks are correct, causes sort before effects: each id is greater than every id that its
/// writer knew. Does not read a clock: the caller supplies the wall time and a source of random
/// bits.
public struct EventClock<Random: RandomNumberGenerator> {
    /// The greatest known id, ignoring ids that are too far ahead of the wall clock.
    public private(set) var last: EventID?
    /// The wall time in Unix milliseconds.
    public let now: UInt64
    private var random: Random

    /// Starts after `last`, the greatest id in the tip that the events will be added to.
    public init(last: EventID?, now: UInt64, random: Random) {
        self.last = last
        self.now = now
        self.random = random
    }

    /// The maximum lead of an id over the wall clock, in milliseconds: 24 hours.
    ///
    /// Ids further ahead are ignored.
    public static var tolerance: UInt64 { 24 * 60 * 60 * 1000 }

    /// Returns the next id: fresh random bits in a new millisecond, otherwise the last id plus a
    /// random step.
    ///
    /// The step is below 2⁴⁰, so that about 10¹² ids fit into one millisecond. Beyond that, it
    /// carries into the time.
    public mutating func next() -> EventID {
        let fresh = EventID(
            milliseconds: now,
            random: (UInt16.random(in: 0...UInt16.max, using: &random), random.next()))
        guard let last, now <= last.milliseconds else {
            self.last = fresh
            return fresh
        }
        let step = 1 + random.next() & (1 << 40 - 1)
        let next = last.advanced(by: step) ?? fresh
        self.last = next
        return next
    }
}
