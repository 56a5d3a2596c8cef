import Testing
import Texts
import Translation

/// Whether a text still fits its source.
struct StalenessTests {
    /// A text made for the definition `source`, the definitions, and whether the text is stale.
    static let texts: [(name: String, definitions: [Event], source: Int?, isStale: Bool)] = [
        ("its own definition", [.source(1, .defined("A"))], 1, false),
        ("nothing is known without source", [.source(1, .defined("A"))], nil, false),
        ("a missing definition", [.source(1, .defined("A"))], 9, true),
        ("no definition at all", [], 9, false),
        (
            "a removed one", [.source(1, .defined("A")), .source(2, .stringRemoved, base: 1)], 1,
            false
        ),
        ("another", [.source(1, .defined("A")), .source(2, .defined("B"), base: 1)], 1, true),
        (
            "another with the same value",
            [.source(1, .defined("A")), .source(2, .defined("A", comment: "c"), base: 1)], 1, false
        ),
        (
            "there and back",
            [
                .source(1, .defined("A")), .source(2, .defined("B"), base: 1),
                .source(3, .defined("A"), base: 2),
            ], 1, false
        ),
        (
            "one of the kind that a later one brings back",
            [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C"), base: 2), .source(4, .defined("B"), base: 3, copies: 2),
            ], 1, false
        ),
        (
            "one of another string copied",
            [
                .source(1, .defined("A"), string: .button), .source(2, .defined("B")),
                .source(3, .defined("A"), base: 2, copies: 1),
            ], 2, true
        ),
        (
            "a minor one",
            [.source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1)], 1, false
        ),
        (
            "a chain of minor ones",
            [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C", minor: true), base: 2),
            ], 1, false
        ),
        (
            "from the middle of the chain",
            [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C", minor: true), base: 2),
            ], 2, false
        ),
        (
            "a minor one after another",
            [
                .source(1, .defined("A")), .source(2, .defined("B"), base: 1),
                .source(3, .defined("C", minor: true), base: 2),
            ], 1, true
        ),
        (
            "another after a minor one",
            [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C"), base: 2),
            ], 2, true
        ),
        (
            "siblings of one kind",
            [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C", minor: true), base: 1),
            ], 2, false
        ),
        (
            "minor ones whose base is missing are of its kind",
            [
                .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C", minor: true), base: 1),
            ],
            2, false
        ),
        (
            "minor without base",
            [.source(1, .defined("A")), .source(2, .defined("B", minor: true))], 1, true
        ),
        (
            "minor after a removal is a kind of its own",
            [
                .source(1, .defined("A")), .source(2, .stringRemoved, base: 1),
                .source(3, .defined("B", minor: true), base: 2),
            ], 1, true
        ),
        (
            "minor ones in a circle",
            [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 3),
                .source(3, .defined("C", minor: true), base: 2),
            ], 2, true
        ),
        (
            "an accepted source text",
            [.source(1, .defined("A")), .source(3, .accepted(2, "B"), base: 1)], 1, true
        ),
        (
            "minor after an accepted one",
            [
                .source(1, .defined("A")), .source(3, .accepted(2, "B"), base: 1),
                .source(4, .defined("C", minor: true), base: 3),
            ], 3, false
        ),
        (
            "the definition of another string",
            [.source(1, .defined("A")), .source(2, .defined("A"), string: .button)], 2, true
        ),
    ]

    @Test(arguments: texts)
    func text(name: String, definitions: [Event], source: Int?, isStale: Bool) {
        let events = definitions + [.fact(20, .set("X"), source: source)]
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.text?.isStale == isStale, "\(name)")
        checkOrders(of: events)
    }

    @Test(arguments: texts)
    func proposal(name: String, definitions: [Event], source: Int?, isStale: Bool) {
        let events = definitions + [.fact(20, .made("X"), source: source)]
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.proposals.map(\.isOutdated) == [isStale], "\(name)")
        checkOrders(of: events)
    }

    /// Values are compared as JSON: the order of cases does not matter.
    @Test func theOrderOfCasesMakesNothingStale() {
        func source(_ number: Int, _ cases: KeyValuePairs<String, String>, base: Int?) -> Event {
            let value = choice(.select, cases)
            return .source(number, .stringDefined(Definition(value: value)), base: base)
        }
        let events = [
            source(1, ["a": "1", "b": "2"], base: nil), source(2, ["b": "2", "a": "1"], base: 1),
            .fact(3, .set("X"), source: 1),
        ]
        let state = EventLogState(project: .app, events: events)
        #expect(state.unit("fr", .title).text?.isStale == false)
    }

    /// Thousands of definitions that maliciously name each other are folded, and quickly.
    @Test func longChainsAndCirclesEnd() {
        let count = 3000
        let chain = (1...count).map {
            Event.source($0, .defined("\($0)", minor: true), base: $0 == 1 ? count : $0 - 1)
        }
        let state = EventLogState(project: .app, events: chain)
        let definitions = state.unit("en", .title).definitions
        #expect(definitions.current == .number(count))
        #expect(!definitions.isStale(madeFor: .number(1)))
    }
}
