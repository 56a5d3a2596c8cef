import Testing

@testable import Hosting

/// The interval between checks for commits from other processes.
@Suite struct CheckPaceTests {
    @Test(arguments: [
        (0, 100), (900, 100), (1_100, 110), (10_000, 1_000), (20_000, 2_000), (3_600_000, 2_000),
    ]) func theIntervalIsATenthOfTheQuietTime(quiet: Int, interval: Int) {
        let pace = CheckPace(at: .zero)
        #expect(pace.interval(at: .milliseconds(quiet)) == .milliseconds(interval))
    }

    @Test func aChangeRestoresTheFullRate() {
        var pace = CheckPace(at: .zero)
        pace.noteCheck(at: .seconds(60))
        #expect(!pace.isDue(at: .seconds(61)))
        #expect(pace.isDue(at: .seconds(62)))
        pace.noteChange(at: .seconds(61))
        #expect(pace.isDue(at: .seconds(61)))
        #expect(!pace.isBehind(at: .seconds(61)))
    }

    /// At the full rate, the regular checks have seen what a request needs.
    @Test func onlyARequestToAQuietProjectChecksByItself() {
        var pace = CheckPace(at: .zero)
        #expect(!pace.isBehind(at: .milliseconds(500)))
        #expect(pace.isBehind(at: .seconds(60)))
        pace.noteCheck(at: .seconds(60))
        #expect(!pace.isBehind(at: .seconds(60)))
        #expect(pace.isBehind(at: .seconds(60) + CheckPace.shortest))
    }
}
