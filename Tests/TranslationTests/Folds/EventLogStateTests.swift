import JSON
import TestKit
import Testing
import Texts
import Translation

/// The log as a set: equal events, repeated events, and the places of events.
struct EventLogStateTests {
    static let aliases: [FoldCase] = [
        FoldCase(
            "the smallest id counts",
            [.fact(1, .set("A"), idem: "k"), .fact(2, .set("B"), idem: "k")],
            "A@1 by Ines last reviewed -"),
        FoldCase(
            "another person's key is another",
            [.fact(1, .set("A"), idem: "k"), .fact(2, .set("B"), by: .ravi, idem: "k")],
            "B@2 by Ravi heads 1,2 lost 1 last reviewed -"),
        FoldCase(
            "nobody's key is one of its own",
            [
                .fact(1, .set("A"), by: nil, idem: "k"), .fact(2, .set("B"), by: nil, idem: "k"),
                .fact(3, .set("C"), idem: "k"),
            ], "C@3 by Ines heads 1,3 lost 1 last reviewed -"),
        FoldCase(
            "what names an alias names it",
            [
                .fact(1, .set("A"), idem: "k"), .fact(2, .set("A"), idem: "k"),
                .fact(3, .set("B"), base: 2), .fact(4, .flagged(2)),
            ], "B@3 by Ines last reviewed -"),
        FoldCase(
            "a proposal said twice, each with its fate",
            [
                .fact(1, .made("A"), by: nil, idem: "k"), .fact(2, .made("A"), by: nil, idem: "k"),
                .fact(3, .endorsed(2)), .fact(4, .comment(2)), .fact(5, .rejected(2)),
            ], "-; 1 rejected by 5 +1 #1"),
        FoldCase(
            "a guid's key, whoever sent it",
            [.fact(1, .made("A"), idem: "k"), .fact(2, .made("B"), by: .ravi, idem: "k")],
            "-; 1 open"),
        FoldCase(
            "acceptances of aliases",
            [
                .fact(1, .made("A"), idem: "k"), .fact(2, .made("A"), idem: "k"),
                .fact(3, .accepted(2, "A", also: [2])), .fact(4, .reviewed(3)),
                .fact(5, .made("B", replaces: 2)),
            ], "A@3 by Ines reviewed; 1 accepted by 3 outdated; 5 open outdated"),
        FoldCase(
            "undoings and copies of aliases",
            [
                .fact(1, .made("A")), .fact(2, .rejected(1), idem: "k"),
                .fact(3, .rejected(1), idem: "k"), .fact(4, .reopened(1), undoes: [3]),
            ], "-; 1 open"),
        FoldCase(
            "across strings the smallest id counts",
            [
                .fact(1, .set("A"), string: .button, idem: "k"), .fact(2, .set("B"), idem: "k"),
                .fact(3, .set("C"), copies: 2),
            ], "C@3 by Ines last reviewed -"),
    ]

    @Test(arguments: aliases) func alias(_ item: FoldCase) { item.check() }

    @Test func sourcesThatAreAliasesAreFound() {
        var second = Event.source(2, .defined("A"))
        second.idempotencyKey = "k"
        var first = Event.source(1, .defined("A"))
        first.idempotencyKey = "k"
        let events = [first, second, .fact(3, .set("X"), source: 2)]
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.text?.isStale == false)
        checkOrders(of: events)
    }

    /// Among events with one id, the smaller bytes count, even if their subjects differ.
    @Test func oneIDWithTwoBodies() {
        let events: [Event] = [
            .fact(1, .set("B")), .fact(1, .set("A")),
            .fact(1, .set("A"), string: .button, idem: "k"),
        ]
        let state = EventLogState(project: .app, events: events)
        #expect(state.allEvents.count == 1)
        #expect(state.unit("fr", .title).text == nil)
        #expect(state.unit("fr", .button).text?.value == Value("A"))
        checkOrders(of: events + [.fact(2, .set("C"), string: .button, idem: "k")])
    }

    @Test func placesOfThings() {
        let events: [Event] = [
            .language(1), .source(2, .defined("A")), .source(3, .defined("B"), string: .button),
            .source(4, .stringRemoved, string: .button, base: 3), .fact(5, .made("P")),
            .fact(6, .set("X"), in: "de", string: .button),
        ]
        let state = EventLogState(project: .app, events: events.shuffled())
        #expect(state.proposalLocation(.number(5)).map { $0.locale } == "fr")
        #expect(state.proposalLocation(.number(5)).map { $0.string } == .title)
        #expect(state.proposalLocation(.number(6)) == nil)
        #expect(state.proposalLocation(.number(9)) == nil)
        #expect(state.existingStrings() == [.title])
        #expect(state.locales(of: .title) == ["en", "fr"])
        #expect(state.locales(of: .button) == ["de", "en"])
        #expect(state.event(.number(6)) == events[5])
        #expect(state.allEvents.map(\.id.number) == [1, 2, 3, 4, 5, 6])
        #expect((try? state.exists(.title)) == true)
        #expect((try? state.exists(.button)) == false)
    }

    @Test func evolvingIsTakingIn() {
        let empty = EventLogState(project: .app)
        let one = evolve(empty, .fact(1, .set("A")))
        let two = evolve(one, .fact(2, .set("B"), base: 1))
        #expect(empty.allEvents.isEmpty)
        #expect(one.unit("fr", .title).text?.value == Value("A"))
        #expect(two.unit("fr", .title).text?.value == Value("B"))
        #expect(two.unit("fr", .title).events.count == 2)
        #expect(two.unit("fr", .title)[.number(1)] == .fact(1, .set("A")))
    }

    /// Random events of every type that name each other at random fold to one state in every order.
    @Test(arguments: 0..<200)
    func anySetOfEventsHasOneState(seed: Int) {
        var random = SplitMix64(seed: seed)
        let count = random.number(in: 4...24)
        let events = (1...count).map { random.relatedEvent($0, among: 1...count + 1) }
        checkOrders(of: events, limit: 6)
    }
}

extension SplitMix64 {
    /// Returns an event of a few strings and languages that names others by a few numbers.
    fileprivate mutating func relatedEvent(_ number: Int, among numbers: ClosedRange<Int>) -> Event
    {
        func some(_ random: inout SplitMix64) -> Int { random.number(in: numbers) }
        let text = pick(["A", "B", "é"])
        let payloads: [Payload] = [
            .set(text), .set(text), .translationRemoved, .defined(text, minor: chance(1, in: 3)),
            .stringRemoved,
            .made(text, pick([.first, .second]), replaces: chance(1, in: 3) ? some(&self) : nil),
            .made(text), .accepted(some(&self), text, also: [some(&self)]), .rejected(some(&self)),
            .deleted(some(&self), pick([nil, .first, .second])), .reopened(some(&self)),
            .endorsed(some(&self)), .comment(some(&self)), .reviewed(some(&self)),
            .flagged(some(&self)), .localeAdded(LocaleAttributes(fallback: pick([[], ["en"]]))),
            .localeRemoved, .settingChanged(name: "frozen", value: pick([nil, [], ["de"]])),
            .resourceDefined(FileResource(format: text, skeleton: text)),
            .unrecognized(type: "tea.served"),
        ]
        var event = Event.fact(
            chance(1, in: 12) ? some(&self) : number, pick(payloads),
            in: pick(["fr", "fr", "en", "en", "de"]), string: pick([.title, .title, .button]),
            by: pick([.ines, .ravi, nil]), base: chance(2, in: 3) ? some(&self) : nil,
            over: chance(1, in: 4) ? [some(&self), some(&self)] : [],
            source: chance(1, in: 2) ? some(&self) : nil,
            copies: chance(1, in: 4) ? some(&self) : nil,
            undoes: chance(1, in: 4) ? [some(&self), some(&self)] : [])
        if chance(1, in: 6) { event.idempotencyKey = pick(["k", "l"]) }
        return event
    }
}
