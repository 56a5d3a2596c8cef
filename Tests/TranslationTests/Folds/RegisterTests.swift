import Testing
import Texts
import Translation

/// The result of several concurrent writers of one text.
struct RegisterTests {
    static let texts: [FoldCase] = [
        FoldCase("nothing", [], "-"),
        FoldCase("a text", [.fact(1, .set("A"))], "A@1 by Ines last reviewed -"),
        FoldCase(
            "a text by nobody", [.fact(1, .set("A"), by: nil)], "A@1 last reviewed -"),
        FoldCase(
            "a later text names the earlier",
            [.fact(1, .set("A")), .fact(2, .set("B"), base: 1)], "B@2 by Ines last reviewed -"),
        FoldCase(
            "a smaller id that names a greater one is the head all the same",
            [.fact(1, .set("A"), base: 2), .fact(2, .set("B"))], "A@1 by Ines last reviewed -"),
        FoldCase(
            "two that did not know each other",
            [.fact(1, .set("A")), .fact(2, .set("B")), .fact(3, .set("C"))],
            "C@3 by Ines heads 1,2,3 lost 1,2 last reviewed -"),
        FoldCase(
            "two that say the same",
            [.fact(1, .set("A")), .fact(2, .set("A"))], "A@2 by Ines heads 1,2 last reviewed -"),
        FoldCase(
            "two that say the same in two normal forms",
            [.fact(1, .set("\u{e9}")), .fact(2, .set("e\u{301}"))],
            "e\u{301}@2 by Ines heads 1,2 lost 1 last reviewed -"),
        FoldCase(
            "a loser that says what the winner says is no conflict",
            [.fact(1, .set("A")), .fact(2, .set("B")), .fact(3, .set("A"))],
            "A@3 by Ines heads 1,2,3 lost 2 last reviewed -"),
        FoldCase(
            "an event that names both heads settles it",
            [.fact(1, .set("A")), .fact(2, .set("B")), .fact(3, .set("B"), base: 2, over: [1])],
            "B@3 by Ines last reviewed -"),
        FoldCase(
            "one that saw only one head",
            [.fact(1, .set("A")), .fact(2, .set("B")), .fact(3, .set("C"), base: 2)],
            "C@3 by Ines heads 1,3 lost 1 last reviewed -"),
        FoldCase(
            "a missing base counts as seen", [.fact(2, .set("B"), base: 1)],
            "B@2 by Ines last reviewed -"),
        FoldCase(
            "a base that comes later is named already",
            [.fact(2, .set("B"), base: 1), .fact(1, .set("A")), .fact(3, .set("C"), base: 2)],
            "C@3 by Ines last reviewed -"),
        FoldCase(
            "a removal", [.fact(1, .set("A")), .fact(2, .translationRemoved, base: 1)], "-"),
        FoldCase(
            "a text after a removal",
            [
                .fact(1, .set("A")), .fact(2, .translationRemoved, base: 1),
                .fact(3, .set("A"), base: 2),
            ], "A@3 by Ines last reviewed -"),
        FoldCase(
            "a removal that did not know a text loses by its id",
            [.fact(1, .translationRemoved), .fact(2, .set("A"))],
            "A@2 by Ines heads 1,2 lost 1 last reviewed -"),
        FoldCase(
            "a removal that did not know a text wins by its id",
            [.fact(1, .set("A")), .fact(2, .translationRemoved)], "- heads 1,2 lost 1"),
        FoldCase(
            "a cycle falls back to the greatest id",
            [.fact(1, .set("A"), base: 2), .fact(2, .set("B"), base: 1)],
            "B@2 by Ines last reviewed -"),
        FoldCase(
            "a cycle of three by over",
            [
                .fact(1, .set("A"), over: [3]), .fact(2, .set("B"), over: [1]),
                .fact(3, .set("C"), over: [2]),
            ], "C@3 by Ines last reviewed -"),
        FoldCase(
            "a head beside a cycle counts alone",
            [.fact(1, .set("A")), .fact(2, .set("B"), base: 3), .fact(3, .set("C"), base: 2)],
            "A@1 by Ines last reviewed -"),
        FoldCase(
            "an event that names itself",
            [.fact(1, .set("A"), base: 1, over: [1])], "A@1 by Ines last reviewed -"),
        FoldCase(
            "an acceptance is a text like others",
            [
                .fact(1, .set("A")), .fact(2, .made("B"), base: 1),
                .fact(3, .accepted(2, "B"), base: 1),
            ],
            "B@3 by Ines reviewed; 2 accepted by 3 outdated"),
        FoldCase(
            "a set and an acceptance that did not know each other",
            [.fact(1, .made("B")), .fact(2, .accepted(1, "B")), .fact(3, .set("C"))],
            "C@3 by Ines heads 2,3 lost 2 last reviewed 2; 1 accepted by 2 outdated"),
        FoldCase(
            "a set in the source language is out of place",
            [.source(1, .defined("A")), .source(2, .set("B"))], in: "en", "A@1 by Ines reviewed"),
        FoldCase(
            "a definition outside it is out of place",
            [.fact(1, .defined("A")), .fact(2, .stringRemoved)], "-"),
        FoldCase(
            "other strings and languages do not count",
            [.fact(1, .set("A"), in: "de"), .fact(2, .set("B"), string: .button)], "-"),
    ]

    @Test(arguments: texts) func text(_ item: FoldCase) { item.check() }

    static let definitions: [FoldCase] = [
        FoldCase(
            "defined anew",
            [.source(1, .defined("A")), .source(2, .defined("B"), base: 1)], "B@2 by Ines reviewed"),
        FoldCase(
            "two definitions",
            [.source(1, .defined("A")), .source(2, .defined("B"))],
            "B@2 by Ines reviewed heads 1,2 lost 1"),
        FoldCase(
            "two that differ in a comment",
            [.source(1, .defined("A")), .source(2, .defined("A", comment: "c"))],
            "A@2 by Ines reviewed heads 1,2 lost 1"),
        FoldCase(
            "two that differ in being minor say the same",
            [.source(1, .defined("A")), .source(2, .defined("A", minor: true))],
            "A@2 by Ines reviewed heads 1,2"),
        FoldCase(
            "removed", [.source(1, .defined("A")), .source(2, .stringRemoved, base: 1)], "-"),
        FoldCase(
            "a definition beats a later removal that did not know it",
            [
                .source(1, .defined("A")), .source(2, .defined("B"), base: 1),
                .source(3, .stringRemoved, base: 1),
            ], "B@2 by Ines reviewed heads 2,3 lost 3"),
        FoldCase(
            "a removal of both heads",
            [
                .source(1, .defined("A")), .source(2, .defined("B")),
                .source(3, .stringRemoved, base: 2, over: [1]),
            ], "-"),
        FoldCase(
            "two removals",
            [
                .source(1, .defined("A")), .source(2, .stringRemoved, base: 1),
                .source(3, .stringRemoved, base: 1),
            ], "- heads 2,3"),
        FoldCase(
            "an accepted proposal keeps the other attributes of its base",
            [
                .source(1, .defined("A", comment: "c")), .source(2, .made("B"), base: 1),
                .source(3, .accepted(2, "B"), base: 1), .source(4, .defined("B", comment: "c")),
            ], "B@4 by Ines reviewed heads 3,4; 2 accepted by 3 outdated"),
        FoldCase(
            "an acceptance after an acceptance keeps them too",
            [
                .source(1, .defined("A", comment: "c")), .source(3, .accepted(2, "B"), base: 1),
                .source(4, .accepted(2, "C"), base: 3), .source(5, .defined("C", comment: "c")),
            ], "C@5 by Ines reviewed heads 4,5"),
        FoldCase(
            "an acceptance whose base is missing has no other attributes",
            [.source(3, .accepted(2, "B"), base: 1), .source(4, .defined("B"))],
            "B@4 by Ines reviewed heads 3,4"),
        FoldCase(
            "acceptances in a circle",
            [.source(3, .accepted(2, "B"), base: 4), .source(4, .accepted(2, "C"), base: 3)],
            "C@4 by Ines reviewed"),
    ]

    @Test(arguments: definitions)
    func definition(_ item: FoldCase) {
        FoldCase(item.name, item.events, in: "en", item.expected).check()
    }

    @Test func attributesOfAnAcceptedDefinition() {
        let state = EventLogState(
            project: .app,
            events: [
                .source(1, .defined("A", minor: true, comment: "c")),
                .source(3, .accepted(2, "B"), base: 1), .source(4, .accepted(2, "C"), base: 3),
            ])
        let definition = state.unit("en", .title).definitions.currentDefinition
        #expect(definition?.value == Value("C"))
        #expect(definition?.comment == "c")
        #expect(definition?.isMinor == false)
    }
}
