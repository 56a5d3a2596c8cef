import Testing

@testable import Hosting

/// The times at which projects are synchronized.
@Suite struct SyncPaceTests {
    private let interval = Duration.seconds(10)

    private func pace(startedAt start: Duration, succeeds: Bool = true) -> SyncPace {
        var pace = SyncPace()
        pace.begin(at: start, random: 0.5)
        pace.end(at: start, hasSucceeded: succeeds)
        return pace
    }

    @Test func theFirstSyncIsDueAtOnce() {
        #expect(SyncPace().due(every: interval) == .zero)
    }

    @Test func aQuietProjectIsSynchronizedInEachInterval() {
        #expect(pace(startedAt: .seconds(100)).due(every: interval) == .seconds(110))
    }

    /// Servers that were started together must not stay in step.
    @Test(arguments: [(0.0, 108.0), (0.25, 109.0), (0.75, 111.0)])
    func theIntervalIsSpread(random: Double, due: Double) {
        var pace = SyncPace()
        pace.begin(at: .seconds(100), random: random)
        pace.end(at: .seconds(100), hasSucceeded: true)
        #expect(abs(pace.due(every: interval) / .seconds(1) - due) < 0.001)
    }

    @Test func aChangeAfterAQuietIntervalIsSentSoon() {
        var pace = pace(startedAt: .seconds(100))
        pace.noteChange(at: .seconds(103))
        pace.noteChange(at: .seconds(103.4))
        #expect(pace.due(every: interval) == .seconds(103.5))
        #expect(!pace.isAllSent)
    }

    @Test func changesAreSentOnceInEachInterval() {
        var pace = pace(startedAt: .seconds(80))
        pace.noteChange(at: .seconds(100))
        pace.begin(at: .seconds(100.5), random: 0.5)
        #expect(!pace.isAllSent)
        pace.noteChange(at: .seconds(100.6))
        pace.end(at: .seconds(100.5), hasSucceeded: true)
        #expect(pace.due(every: interval) == .seconds(110.5))
        #expect(!pace.isAllSent && !pace.isBeingSent)
        pace.begin(at: .seconds(110.5), random: 0.5)
        pace.end(at: .seconds(110.5), hasSucceeded: true)
        #expect(pace.isAllSent)
    }

    @Test func aRequestHastensTheNextSync() {
        var pace = pace(startedAt: .seconds(100))
        pace.ask(at: .seconds(100))
        #expect(pace.due(every: interval) == .seconds(101))
        #expect(pace.due(every: .milliseconds(200)) == .milliseconds(100_200))
        pace.begin(at: .seconds(101), random: 0.5)
        pace.end(at: .seconds(101), hasSucceeded: true)
        #expect(pace.due(every: interval) == .seconds(111))
    }

    /// Positions that no server has must not cause a sync for each request.
    @Test func requestsInVainDoNotHastenTheNextOnes() {
        var pace = pace(startedAt: .seconds(100))
        pace.ask(at: .seconds(100))
        pace.refuseToHurry(at: .seconds(100), for: .seconds(10))
        #expect(pace.due(every: interval) == .seconds(110))
        pace.ask(at: .seconds(105))
        #expect(pace.due(every: interval) == .seconds(110))
        // Further ones must not prolong it.
        pace.refuseToHurry(at: .seconds(105), for: .seconds(10))
        pace.ask(at: .seconds(110))
        #expect(pace.due(every: interval) == .seconds(101))
    }

    /// The first sync of a server mostly receives.
    @Test func theFirstSyncDoesNotDelayTheFirstChange() {
        var pace = SyncPace()
        pace.noteChange(at: .zero)
        pace.begin(at: .seconds(1), random: 0.5)
        pace.end(at: .seconds(2), hasSucceeded: true)
        pace.noteChange(at: .seconds(3))
        #expect(pace.due(every: interval) == .seconds(3.5))
    }

    /// An attempt that hangs for a minute must not be followed by another one at once.
    @Test func thePauseBeginsAtTheEnd() {
        var pace = SyncPace()
        pace.begin(at: .seconds(100), random: 0.5)
        pace.end(at: .seconds(160), hasSucceeded: false)
        #expect(pace.due(every: interval) == .seconds(170))
    }

    @Test func pausesGrowAfterFailures() {
        var pace = SyncPace()
        pace.noteChange(at: .zero)
        var pauses: [Duration] = []
        for _ in 0..<6 {
            pace.begin(at: .seconds(100), random: 0.5)
            pace.end(at: .seconds(100), hasSucceeded: false)
            // Requests must not overload a remote that is in trouble.
            pace.ask(at: .seconds(100))
            pauses.append(pace.due(every: .seconds(2)) - .seconds(100))
        }
        #expect(pauses == [2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
        #expect(pace.failures == 6 && pace.lastSuccess == nil && !pace.isAllSent)
        pace.begin(at: .seconds(200), random: 0.5)
        pace.end(at: .seconds(200), hasSucceeded: true)
        #expect(pace.failures == 0 && pace.lastSuccess == .seconds(200) && pace.isAllSent)
    }

    @Test func aLongIntervalIsAlsoThePauseAfterFailures() {
        let pace = pace(startedAt: .seconds(100), succeeds: false)
        #expect(pace.due(every: .seconds(600)) == .seconds(700))
    }
}
