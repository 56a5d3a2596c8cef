import Hosting
import TestKit
import Testing

@testable import Server

@Suite struct RateLimitTests {
    private typealias Limits = RateLimits<Int>
    private static let quota = Limits.Quota("test", requests: 60, seconds: 60, burst: 3)

    @Test func aBurstThenAsManyAsComeBack() {
        var limits = Limits()
        let remaining = (0..<3).map { _ in limits.take(1, quota: Self.quota, at: 0).remaining }
        #expect(remaining == [2, 1, 0])
        let refused = limits.take(1, quota: Self.quota, at: 0)
        #expect(refused == .init(isAllowed: false, remaining: 0, seconds: 1))
        // Refused requests cost nothing.
        #expect(limits.take(1, quota: Self.quota, at: 999).isAllowed == false)
        #expect(limits.take(1, quota: Self.quota, at: 1000).isAllowed)
        #expect(limits.take(2, quota: Self.quota, at: 1000).remaining == 2)
    }

    @Test func aBucketHoldsNoMoreThanItsBurst() {
        var limits = Limits()
        _ = limits.take(1, quota: Self.quota, at: 0)
        #expect(limits.take(1, quota: Self.quota, at: 1_000_000).remaining == 2)
    }

    @Test func aClockSetBackGivesNothing() {
        var limits = Limits()
        for _ in 0..<3 { _ = limits.take(1, quota: Self.quota, at: 10_000) }
        #expect(limits.take(1, quota: Self.quota, at: 0).isAllowed == false)
        #expect(limits.take(1, quota: Self.quota, at: 1000).isAllowed)
    }

    @Test func memoryIsBounded() {
        var limits = Limits(capacity: 100)
        for key in 0..<10_000 {
            _ = limits.take(key, quota: Self.quota, at: Int64(key) / 100)
            #expect(limits.count <= 100)
        }
        // The newest clients are still known.
        #expect(limits.take(9_999, quota: Self.quota, at: 99).remaining == 1)
    }

    @Test func guessesAreCountedByAddress() throws {
        var quotas = RateQuotas()
        quotas.unknownTokens = .init("unknown-token", requests: 2, seconds: 60)
        let limiter = RateLimiter(quotas)
        let guesser = ClientAddress("192.0.2.1")
        let token = Principal(kind: .app, tokenID: "k3x9", scope: .read)
        for _ in 0..<2 { try limiter.countUnknownToken(guesser, at: 0) }
        #expect(throws: Problem.self) { try limiter.countUnknownToken(guesser, at: 0) }
        #expect(throws: Problem.self) { try limiter.admit(token, from: guesser, at: 0) }
        try limiter.admit(token, from: ClientAddress("192.0.2.2"), at: 0)
        #expect(throws: Problem.self) { try limiter.admit(token, from: guesser, at: 0) }
        // All addresses of an IPv6 network count as one.
        for host in 1...2 {
            try limiter.countUnknownToken(ClientAddress("2001:db8::\(host)"), at: 0)
        }
        #expect(throws: Problem.self) {
            try limiter.countUnknownToken(ClientAddress("2001:db8::3"), at: 0)
        }
    }

    @Test func aRecentSetKeepsWhatIsUsed() {
        var set = RecentSet<Int>(capacity: 10)
        set.insert(-1)
        for number in 0..<100 {
            set.insert(number)
            let isKept = set.touch(-1) && set.touch(number)
            #expect(isKept && set.count <= 10)
        }
        let isOldKept = set.touch(50)
        #expect(!isOldKept)
    }

    @Test func fullBucketsGoFirst() {
        var limits = Limits(capacity: 2)
        for _ in 0..<3 { _ = limits.take(1, quota: Self.quota, at: 0) }
        _ = limits.take(2, quota: Self.quota, at: 0)
        // At 1 s the second bucket is full again, the first is not.
        _ = limits.take(3, quota: Self.quota, at: 1000)
        #expect(limits.take(1, quota: Self.quota, at: 1000).remaining == 0)
    }

    @Test(arguments: 0..<100) func neverMoreThanTheQuota(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var limits = Limits()
        var now: Int64 = 0
        var allowed: [Int64] = []
        for _ in 0..<500 {
            now += Int64.random(in: 0...400, using: &random)
            if limits.take(1, quota: Self.quota, at: now).isAllowed { allowed.append(now) }
        }
        // In any period, at most the burst and one a second are allowed.
        for (index, start) in allowed.enumerated() {
            for end in index..<allowed.count {
                #expect(end - index + 1 <= 3 + Int(allowed[end] - start) / 1000 + 1)
            }
        }
    }
}
