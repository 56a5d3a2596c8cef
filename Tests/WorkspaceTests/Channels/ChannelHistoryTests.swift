import JSON
import Testing
import Texts
import Translation
import Workspace

/// The history of a channel as a function of the events of its setting.
@Suite struct ChannelHistoryTests {
    /// An event that points the channel to a release, or removes it if `release` is nil.
    private static func event(
        _ number: UInt64, _ release: String?, base: UInt64? = nil, over: [UInt64] = [],
        copies: UInt64? = nil
    ) throws -> Event {
        let value = release.map {
            ReleaseChannel(
                commit: String(repeating: $0, count: 40), sequence: Int64(number)
            ).json
        }
        func id(_ number: UInt64) -> EventID { EventID(milliseconds: number, random: (0, 0)) }
        var event = Event(
            id: id(number), at: "2026-11-21T09:30:00.000Z",
            actor: Actor(name: "Mara", email: "mara@example.org"),
            locale: try #require(LanguageTag("en")), string: nil,
            payload: .settingChanged(name: "channel.beta", value: value))
        event.base = base.map(id)
        event.over = over.map(id)
        event.copies = copies.map(id)
        return event
    }

    private static func rollbacks(_ events: [Event]) -> [Bool] {
        ChannelHistory("beta", events: events.shuffled()).moves.map(\.isRollback)
    }

    @Test func aReturnToAnEarlierReleaseIsARollback() throws {
        let events = [
            try Self.event(1, "a"), try Self.event(2, "b", base: 1),
            try Self.event(3, "a", base: 2), try Self.event(4, "a", base: 3),
            try Self.event(5, "c", base: 4),
        ]
        #expect(Self.rollbacks(events) == [false, false, true, false, false])
    }

    @Test func theSameReleaseAfterARemovalIsNoRollback() throws {
        let events = [
            try Self.event(1, "a"), try Self.event(2, nil, base: 1),
            try Self.event(3, "a", base: 2),
        ]
        #expect(Self.rollbacks(events) == [false, false, false])
    }

    /// After two changes at once, one of them is kept.
    @Test func aKeptSideOfAConflictIsNoRollback() throws {
        let both = [
            try Self.event(1, "a"), try Self.event(2, "b", base: 1),
            try Self.event(3, "a", base: 1),
        ]
        let kept = try Self.event(4, "b", base: 3, over: [2], copies: 2)
        #expect(Self.rollbacks(both + [kept]) == [false, false, false, false])
        let state = try #require(ChannelHistory("beta", events: both).state)
        #expect(state.event.id == both[2].id && state.rivals.map(\.id) == [both[1].id])
        #expect(ChannelHistory("beta", events: both + [kept]).state?.rivals.isEmpty == true)
    }

    @Test func aStateIsThatOfTheEventsUpToItsTime() throws {
        let history = ChannelHistory(
            "beta",
            events: [
                try Self.event(10, "a"), try Self.event(20, nil, base: 10),
                try Self.event(30, "b", base: 20),
            ])
        #expect(history.state(notAfter: 9) == nil)
        #expect(history.state(notAfter: 10)?.release?.commit.first == "a")
        #expect(history.state(notAfter: 29)?.target == .nothing)
        #expect(history.state(notAfter: 30)?.release?.commit.first == "b")
        #expect(history.greatestSequence == 30)
    }
}
