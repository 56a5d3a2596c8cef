import Testing
import Texts
import Translation

/// The authorship of texts, and the last text that is not a machine's.
struct AuthorshipTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let events: [Event]
        /// The authorship of the text, the id of the last text by people, and that of the last
        /// reviewed one.
        let expected: String

        init(_ name: String, _ events: [Event], _ expected: String) {
            testDescription = name
            self.events = events
            self.expected = expected
        }
    }

    private static let argos = Origin.machine("argos")

    static let cases: [Case] = [
        Case("set by a person", [.fact(1, .set("A"))], "people 1 -"),
        Case(
            "a person's proposal", [.fact(1, .made("A")), .fact(2, .accepted(1, "A"))],
            "people 2 2"),
        Case(
            "accepted unchanged",
            [.fact(1, .made("A", origin: argos)), .fact(2, .accepted(1, "A"))], "argos - -"),
        Case(
            "the memory is a machine",
            [.fact(1, .made("A", origin: .memory)), .fact(2, .accepted(1, "A"))], "memory - -"),
        Case(
            "so is an unknown origin",
            [.fact(1, .made("A", origin: .other("muse"))), .fact(2, .accepted(1, "A"))],
            "muse - -"),
        Case(
            "a list of references is by people",
            [.fact(1, .made("A", origin: .reference("apple"))), .fact(2, .accepted(1, "A"))],
            "people 2 2"),
        Case(
            "edited", [.fact(1, .made("A", origin: argos)), .fact(2, .accepted(1, "B"))],
            "edited 2 2"),
        Case(
            "set without a review, as the machine proposed it",
            [.fact(1, .made("A", origin: argos)), .fact(2, .set("A"))], "argos - -"),
        Case(
            "set to something else", [.fact(1, .made("A", origin: argos)), .fact(2, .set("B"))],
            "people 2 -"),
        Case(
            "a later proposal changes nothing",
            [.fact(1, .set("A")), .fact(2, .made("A", origin: argos)), .fact(3, .reviewed(1))],
            "people 1 1"),
        Case(
            "a person wrote it before the machine",
            [
                .fact(1, .set("A")), .fact(2, .set("B"), base: 1),
                .fact(3, .made("A", origin: argos)), .fact(4, .accepted(3, "A"), base: 2),
            ], "people 4 4"),
        Case(
            "a person proposed it after the machine",
            [
                .fact(1, .made("A", origin: argos)), .fact(2, .made("A", .second)),
                .fact(3, .accepted(2, "A", also: [1])),
            ], "argos - -"),
        Case(
            "rejected once, accepted later",
            [
                .fact(1, .made("A", origin: argos)),
                .fact(2, .proposalRejected(Verdict(proposal: .number(1)))),
                .fact(3, .made("A", .second)), .fact(4, .accepted(3, "A")),
            ], "argos - -"),
        Case(
            "set again after an edit",
            [
                .fact(1, .made("A", origin: argos)), .fact(2, .accepted(1, "B")),
                .fact(3, .set("C"), base: 2), .fact(4, .set("B"), base: 3),
            ], "edited 4 2"),
        Case(
            "back to the machine's text",
            [
                .fact(1, .made("A", origin: argos)), .fact(2, .accepted(1, "A")),
                .fact(3, .set("C"), base: 2), .fact(4, .set("A"), base: 3),
            ], "argos 3 -"),
        Case(
            "an older text by people",
            [
                .fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .set("B"), base: 1),
                .fact(4, .made("C", origin: argos)), .fact(5, .accepted(4, "C"), base: 3),
            ], "argos 3 1"),
        Case(
            "a removal ends the way back",
            [
                .fact(1, .set("A")), .fact(2, .translationRemoved, base: 1),
                .fact(3, .made("C", origin: argos)), .fact(4, .accepted(3, "C"), base: 2),
            ], "argos - -"),
        Case(
            "the losing side of a conflict",
            [
                .fact(1, .made("A", origin: argos)), .fact(2, .set("B")),
                .fact(3, .accepted(1, "A")),
            ], "argos 2 -"),
        Case(
            "a copy has the authorship of its original",
            [
                .fact(1, .made("A", origin: argos), string: .button),
                .fact(2, .accepted(1, "A"), string: .button), .fact(3, .set("A"), copies: 2),
            ], "argos - -"),
        Case(
            "a copy in the same unit",
            [
                .fact(1, .made("A", origin: argos)), .fact(2, .accepted(1, "B")),
                .fact(3, .set("C"), base: 2), .fact(4, .set("B"), base: 3, copies: 2),
            ], "edited 4 4"),
    ]

    @Test(arguments: cases) func ofATextInFrench(_ item: Case) {
        for events in [item.events, item.events.reversed()] {
            let unit = EventLogState(project: .app, events: events).unit("fr", .title)
            #expect(Self.summary(of: unit) == item.expected)
        }
        checkOrders(of: item.events)
    }

    /// A source text is always shipped, and keeps its authorship if only its comment changes.
    @Test func ofASourceText() {
        let events: [Event] = [
            .source(1, .made("A", origin: Self.argos)), .source(2, .accepted(1, "A")),
            .source(3, .defined("A", comment: "On a button."), base: 2),
        ]
        let unit = EventLogState(project: .app, events: events).unit("en", .title)
        #expect(Self.summary(of: unit) == "argos 3 3")
    }

    private static func summary(of unit: Unit) -> String {
        let authorship =
            switch unit.text?.authorship {
            case nil: "-"
            case .people: "people"
            case .machine(let name): name
            case .edited: "edited"
            }
        let ids = [unit.humanText, unit.humanReviewedText].map { text in
            text.map { String($0.id.number) } ?? "-"
        }
        return ([authorship] + ids).joined(separator: " ")
    }
}
