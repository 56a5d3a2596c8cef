/// Creates the ids of new events.
///
/// If clocks are correct, causes sort before effects: each id is greater than every id that its
/// writer knew. The type does not read a clock itself. The caller supplies the wall-clock time and
/// a source of random bits.
public struct EventClock<Random: RandomNumberGenerator> {
    /// The greatest known id, except for ids that are too far ahead of the wall clock.
    public private(set) var last: EventID?
    /// The wall-clock time in Unix milliseconds.
    public let now: UInt64
    private var random: Random

    /// Creates a clock whose ids follow `last`.
    ///
    /// `last` is the greatest id in the tip that the events will be added to. The caller must
    /// exclude ids whose lead exceeds ``tolerance``.
    public init(last: EventID?, now: UInt64, random: Random) {
        self.last = last
        self.now = now
        self.random = random
    }

    /// The maximum lead of an id over the wall clock, in milliseconds: 24 hours.
    ///
    /// Ids that are further ahead are ignored.
    public static var tolerance: UInt64 { 24 * 60 * 60 * 1000 }

    /// Returns the next id.
    ///
    /// If the clock has passed the last id's millisecond, the id has new random bits. Otherwise, it
    /// is the last id plus a random step below 2⁴⁰. About 10¹² ids therefore fit into one
    /// millisecond, and further ids carry into the time.
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
