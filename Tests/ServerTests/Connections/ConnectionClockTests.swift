import Hosting
import Testing

@testable import Server

@Suite struct ConnectionClockTests {
    private static let limits = ConnectionClock.Limits(
        request: 30, idle: 60, answer: 20, linger: 2)

    private func clock(_ change: (inout ConnectionClock) -> Void = { _ in }) -> ConnectionClock {
        var clock = ConnectionClock(limits: Self.limits, now: 0)
        change(&clock)
        return clock
    }

    @Test func anIdleConnectionIsClosed() {
        #expect(clock().action(at: 59) == .wait(until: 60))
        #expect(clock().action(at: 60) == .close)
    }

    @Test func bytesDoNotPutOffTheEndOfARequest() {
        let clock = clock { clock in
            for time in stride(from: Int64(10), through: 39, by: 1) { clock.received(at: time) }
        }
        #expect(clock.action(at: 39) == .wait(until: 40))
        #expect(clock.action(at: 40) == .timeOut)
    }

    @Test func routesMayAllowMore() {
        let clock = clock { clock in
            clock.received(at: 0)
            clock.headEnded(at: 1)
            clock.allow(300)
        }
        #expect(clock.action(at: 100) == .wait(until: 300))
    }

    @Test func moreIsAllowedForOneRequestOnly() {
        let clock = clock { clock in
            clock.received(at: 0)
            clock.headEnded(at: 1)
            clock.allow(300)
            clock.requestEnded(at: 2)
            clock.answerEnded(at: 3)
            clock.received(at: 4)
        }
        #expect(clock.action(at: 5) == .wait(until: 34))
    }

    @Test func whoWaitsForAnAnswerIsNotIdle() {
        var clock = clock { clock in
            clock.received(at: 0)
            clock.headEnded(at: 0)
            clock.requestEnded(at: 0)
        }
        #expect(clock.action(at: 1000) == .wait(until: nil))
        clock.answerEnded(at: 1000)
        #expect(clock.action(at: 1000) == .wait(until: 1060))
    }

    @Test func eachPieceIsToBeTakenInTime() {
        var clock = clock { clock in
            clock.headEnded(at: 0)
            clock.requestEnded(at: 0)
            clock.sent(at: 100)
            clock.sent(at: 100)
        }
        #expect(clock.action(at: 119) == .wait(until: 120))
        #expect(clock.action(at: 120) == .close)
        clock.taken(at: 119)
        #expect(clock.action(at: 120) == .wait(until: 139))
        clock.taken(at: 130)
        #expect(clock.isTaken)
    }

    @Test func aRefusedClientIsHeardForAWhile() {
        var clock = clock { $0.received(at: 0) }
        clock.closing(at: 10)
        clock.closing(at: 11)
        clock.received(at: 11)
        #expect(clock.action(at: 11) == .wait(until: 12))
        #expect(clock.action(at: 12) == .close)
    }

    /// A slow client must receive a long last response, although the connection closes after it.
    @Test func aLastAnswerIsTakenAsSlowlyAsAnyOther() {
        var clock = clock { clock in
            clock.headEnded(at: 0)
            clock.requestEnded(at: 0)
            clock.sent(at: 10)
            clock.sent(at: 10)
            clock.answerEnded(at: 10)
            clock.closing(at: 10)
        }
        #expect(clock.action(at: 13) == .wait(until: 30))
        clock.taken(at: 25)
        #expect(clock.action(at: 30) == .wait(until: 45))
        clock.taken(at: 44)
        #expect(clock.action(at: 44) == .wait(until: 46))
        #expect(clock.action(at: 46) == .close)
    }
}
