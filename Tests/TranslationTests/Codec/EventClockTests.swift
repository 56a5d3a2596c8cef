import TestKit
import Testing
import Translation

/// New ids are greater than all ids that their writer has seen.
struct EventClockTests {
    private static let now: UInt64 = 1_800_000_000_000

    private func clock(
        last: EventID?, seed: Int = 1, now: UInt64 = now
    ) -> EventClock<SplitMix64> {
        EventClock(last: last, now: now, random: SplitMix64(seed: seed))
    }

    @Test(arguments: 0..<50)
    func aNewMillisecondHasFreshBits(seed: Int) {
        var empty = clock(last: nil, seed: seed)
        let first = empty.next()
        #expect(first.milliseconds == Self.now)
        #expect(empty.last == first)
        var later = clock(last: .highest(at: Self.now - 1), seed: seed)
        #expect(later.next() == first)
        var other = clock(last: nil, seed: seed + 1000)
        #expect(other.next() != first)
    }

    @Test(arguments: 0..<50)
    func theSameMillisecondIsASmallStep(seed: Int) {
        let last = EventID(milliseconds: Self.now, random: (7, 1 << 50))
        var clock = clock(last: last, seed: seed)
        let next = clock.next()
        #expect(next > last)
        #expect(next <= EventID(milliseconds: Self.now, random: (7, 1 << 50 + 1 << 40)))
    }

    @Test func stepsCarry() {
        var inside = clock(last: EventID(milliseconds: Self.now, random: (7, .max)))
        let next = inside.next()
        #expect(next > EventID(milliseconds: Self.now, random: (7, .max)))
        #expect(next < EventID(milliseconds: Self.now, random: (8, 1 << 41)))
        var outside = clock(last: .highest(at: Self.now))
        #expect(outside.next().milliseconds == Self.now + 1)
    }

    @Test func aClockThatIsBehindFollowsTheLog() {
        let last = EventID(milliseconds: Self.now + 5000, random: (0, 0))
        var clock = clock(last: last)
        let next = clock.next()
        #expect(next > last)
        #expect(next.milliseconds == Self.now + 5000)
    }

    /// The caller, who knows the log, decides which ids are too far ahead to be followed.
    @Test func aDayIsTheTolerance() {
        #expect(EventClock<SplitMix64>.tolerance == 86_400_000)
    }

    @Test func theGreatestIDIsNotPassed() {
        var clock = clock(last: .highest(at: (1 << 48) - 1))
        #expect(clock.next().milliseconds == Self.now)
    }

    @Test func aMillisecondHoldsAMillionIDs() {
        var clock = clock(last: nil)
        var last = clock.next()
        var isAscending = true
        for _ in 0..<900_000 {
            let next = clock.next()
            isAscending = isAscending && last < next
            last = next
        }
        #expect(isAscending)
        #expect(last.milliseconds <= Self.now + 1)
    }
}
