import Testing
import Translation

/// Authors, vouching, flagging, and the last reviewed text.
struct ReviewTests {
    static let reviews: [FoldCase] = [
        FoldCase(
            "vouched for", [.fact(1, .set("A")), .fact(2, .reviewed(1))], "A@1 by Ines reviewed"),
        FoldCase(
            "flagged", [.fact(1, .set("A")), .fact(2, .flagged(1))],
            "A@1 by Ines flagged last reviewed -"),
        FoldCase(
            "a flag takes the vouching away",
            [.fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .flagged(1))],
            "A@1 by Ines flagged last reviewed -"),
        FoldCase(
            "vouched for again",
            [.fact(1, .set("A")), .fact(2, .flagged(1)), .fact(3, .reviewed(1))],
            "A@1 by Ines reviewed"),
        FoldCase(
            "a flag takes review from an accepted text",
            [.fact(1, .made("A")), .fact(2, .accepted(1, "A")), .fact(3, .flagged(2))],
            "A@2 by Ines flagged last reviewed -; 1 accepted by 2 outdated"),
        FoldCase(
            "an undone flag",
            [
                .fact(1, .made("A")), .fact(2, .accepted(1, "A")), .fact(3, .flagged(2)),
                .fact(4, .comment(nil), undoes: [3]),
            ],
            "A@2 by Ines reviewed; 1 accepted by 2 outdated"),
        FoldCase(
            "vouching for an older text",
            [
                .fact(1, .set("A")), .fact(2, .set("B"), base: 1), .fact(3, .reviewed(1)),
            ], "B@2 by Ines last reviewed 1"),
        FoldCase(
            "vouching waits for its text", [.fact(2, .reviewed(1))], "-"),
        FoldCase(
            "the nearest reviewed text",
            [
                .fact(1, .made("A")), .fact(2, .accepted(1, "A")), .fact(3, .set("B"), base: 2),
                .fact(4, .set("C"), base: 3), .fact(5, .reviewed(3)),
            ], "C@4 by Ines last reviewed 3; 1 accepted by 2 outdated"),
        FoldCase(
            "a flagged one is skipped",
            [
                .fact(1, .made("A")), .fact(2, .accepted(1, "A")),
                .fact(3, .accepted(1, "B"), base: 2), .fact(4, .set("C"), base: 3),
                .fact(5, .flagged(3)),
            ], "C@4 by Ines last reviewed 2; 1 accepted by 3 outdated"),
        FoldCase(
            "an undone one is skipped",
            [
                .fact(1, .made("A")), .fact(2, .accepted(1, "A")),
                .fact(3, .accepted(1, "B"), base: 2), .fact(4, .set("A"), base: 3, undoes: [3]),
            ], "A@4 by Ines last reviewed 2; 1 accepted by 2 outdated"),
        FoldCase(
            "a removal ends the walk",
            [
                .fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .translationRemoved, base: 1),
                .fact(4, .set("B"), base: 3),
            ], "B@4 by Ines last reviewed -"),
        FoldCase(
            "an undone removal does not",
            [
                .fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .translationRemoved, base: 1),
                .fact(4, .set("B"), base: 3, undoes: [3]),
            ], "B@4 by Ines last reviewed 1"),
        FoldCase(
            "of two heads the greater reviewed one",
            [
                .fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .set("B")),
                .fact(4, .reviewed(3)), .fact(5, .set("C"), base: 1),
            ], "C@5 by Ines heads 3,5 lost 3 last reviewed 3"),
        FoldCase(
            "of two heads the only reviewed one",
            [
                .fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .set("B")),
                .fact(5, .set("C"), base: 1),
            ], "C@5 by Ines heads 3,5 lost 3 last reviewed 1"),
        FoldCase(
            "back through over",
            [
                .fact(1, .set("A")), .fact(2, .reviewed(1)), .fact(3, .set("B")),
                .fact(4, .set("C"), base: 3, over: [1]),
            ], "C@4 by Ines last reviewed 1"),
        FoldCase(
            "a cycle ends",
            [.fact(1, .set("A"), base: 2), .fact(2, .set("B"), base: 1), .fact(3, .reviewed(1))],
            "B@2 by Ines last reviewed 1"),
        FoldCase(
            "the source text is always reviewed", [.source(1, .defined("A"))], in: "en",
            "A@1 by Ines reviewed"),
        FoldCase(
            "vouching for the source text is out of place",
            [.source(1, .defined("A")), .source(2, .flagged(1))], in: "en", "A@1 by Ines reviewed"),
        FoldCase(
            "the author of an accepted text is who proposed it",
            [
                .fact(1, .made("A"), by: .ravi), .fact(2, .accepted(1, "A", author: .ravi)),
            ], "A@2 by Ravi reviewed; 1 accepted by 2 outdated"),
        FoldCase(
            "an accepted text without author is its accepter's",
            [.fact(1, .made("A"), by: .ravi), .fact(2, .accepted(1, "A"))],
            "A@2 by Ines reviewed; 1 accepted by 2 outdated"),
    ]

    @Test(arguments: reviews) func review(_ item: FoldCase) { item.check() }

    static let copies: [FoldCase] = [
        FoldCase(
            "a copy takes over author and review",
            [
                .fact(1, .set("A"), by: .ravi), .fact(2, .reviewed(1)),
                .fact(3, .set("B"), base: 1),
                .fact(4, .set("A"), base: 3, copies: 1),
            ], "A@4 by Ravi reviewed"),
        FoldCase(
            "a copy of a copy",
            [
                .fact(1, .set("A"), by: .ravi), .fact(2, .reviewed(1)),
                .fact(3, .set("A"), base: 1, copies: 1), .fact(4, .set("A"), base: 3, copies: 3),
            ], "A@4 by Ravi reviewed"),
        FoldCase(
            "a copy from another string",
            [
                .fact(1, .made("A"), string: .button, by: .ravi),
                .fact(2, .accepted(1, "A", author: .ravi), string: .button),
                .fact(3, .set("A"), copies: 2),
            ], "A@3 by Ravi reviewed"),
        FoldCase(
            "a copy of a missing event is its writer's",
            [.fact(3, .set("A"), copies: 2)], "A@3 by Ines last reviewed -"),
        FoldCase(
            "a copy of what is no text is its writer's",
            [.fact(2, .flagged(1), string: .button, by: .ravi), .fact(3, .set("A"), copies: 2)],
            "A@3 by Ines last reviewed -"),
        FoldCase(
            "a flag on the original is a flag on its credit",
            [
                .fact(1, .set("A"), string: .button, by: .ravi),
                .fact(2, .reviewed(1), string: .button),
                .fact(3, .set("A"), copies: 1), .fact(4, .flagged(1), string: .button),
            ], "A@3 by Ravi flagged last reviewed -"),
        FoldCase(
            "a flag on the copy",
            [
                .fact(1, .set("A"), string: .button, by: .ravi),
                .fact(2, .reviewed(1), string: .button),
                .fact(3, .set("A"), copies: 1), .fact(4, .flagged(3)),
            ], "A@3 by Ravi flagged last reviewed -"),
        FoldCase(
            "a copy of a flagged text is flagged",
            [
                .fact(1, .set("A")), .fact(2, .flagged(1)),
                .fact(3, .set("A"), by: .ravi, base: 1, copies: 1),
            ], "A@3 by Ines flagged last reviewed -"),
        FoldCase(
            "somebody stands for the copy of a flagged text",
            [
                .fact(1, .set("A")), .fact(2, .flagged(1)),
                .fact(3, .set("A"), by: .ravi, base: 1, copies: 1), .fact(4, .reviewed(3)),
            ], "A@3 by Ines reviewed"),
        FoldCase(
            "copies in a circle are their writers'",
            [
                .fact(1, .set("A"), string: .button, by: .ravi, copies: 3),
                .fact(3, .set("A"), copies: 1),
            ], "A@3 by Ines last reviewed -"),
        FoldCase(
            "from a circle",
            [
                .fact(1, .set("A"), string: .button, by: .ravi, copies: 2),
                .fact(2, .set("A"), string: .button, by: nil, base: 1, copies: 1),
                .fact(3, .set("A"), copies: 1),
            ], "A@3 by Ravi last reviewed -"),
        FoldCase(
            "a copy of an accepted source text takes its author and not its review",
            [
                .source(1, .accepted(9, "A", author: .ravi)), .fact(2, .set("A"), copies: 1),
            ], "A@2 by Ravi last reviewed -"),
        FoldCase(
            "a copy of a source text that copies a reviewed text",
            [
                .fact(1, .set("A"), in: "de", by: .ravi), .fact(2, .reviewed(1), in: "de"),
                .source(3, .defined("A"), copies: 1), .fact(4, .set("A"), copies: 3),
            ], "A@4 by Ravi last reviewed -"),
        FoldCase(
            "a copy of a source text that copies a flagged text",
            [
                .fact(1, .set("A"), in: "de", by: .ravi), .fact(2, .flagged(1), in: "de"),
                .source(3, .defined("A"), copies: 1), .fact(4, .set("A"), copies: 3),
            ], "A@4 by Ravi last reviewed -"),
        FoldCase(
            "a renamed source text keeps who accepted it",
            [
                .source(1, .accepted(9, "A", author: .ravi), string: .button),
                .source(2, .defined("A"), copies: 1),
            ], in: "en", "A@2 by Ravi reviewed"),
        FoldCase(
            "an event that copies itself",
            [.fact(3, .set("A"), by: .ravi, copies: 3)], "A@3 by Ravi last reviewed -"),
    ]

    @Test(arguments: copies) func copy(_ item: FoldCase) { item.check() }

    @Test func theReviewerIsWhoVouchedLast() {
        let events: [Event] = [
            .fact(1, .set("A")), .fact(2, .reviewed(1), by: .ravi), .fact(3, .flagged(1)),
            .fact(4, .reviewed(1), by: .ines),
        ]
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.text?.reviewer == .ines)
        #expect(unit.text?.author == .ines)
        checkOrders(of: events)
    }

    @Test func whoAcceptedIsTheReviewerAlsoOfACopy() {
        let events: [Event] = [
            .fact(1, .made("A")), .fact(2, .accepted(1, "A", author: .ines), by: .ravi),
            .fact(3, .set("B"), base: 2), .fact(4, .set("A"), base: 3, copies: 2),
        ]
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.text?.reviewer == .ravi)
        #expect(unit.text?.author == .ines)
    }
}
