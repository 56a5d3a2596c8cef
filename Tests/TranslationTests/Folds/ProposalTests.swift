import Testing
import Translation

/// The states of proposals, which depend on the events that name them.
struct ProposalTests {
    static let states: [FoldCase] = [
        FoldCase("open", [.fact(5, .made("P"))], "-; 5 open"),
        FoldCase(
            "accepted", [.fact(5, .made("P")), .fact(6, .accepted(5, "P"))],
            "P@6 by Ines reviewed; 5 accepted by 6 outdated"),
        FoldCase(
            "accepted with it",
            [
                .fact(4, .made("P", .second)), .fact(5, .made("P")),
                .fact(6, .accepted(5, "P", also: [4])),
            ],
            "P@6 by Ines reviewed; 4 accepted by 6 outdated; 5 accepted by 6 outdated"),
        FoldCase("rejected", [.fact(5, .made("P")), .fact(6, .rejected(5))], "-; 5 rejected by 6"),
        FoldCase(
            "deleted by its guid", [.fact(5, .made("P")), .fact(6, .deleted(5, .first), by: nil)],
            "-; 5 deleted by 6"),
        FoldCase(
            "deleted by a person", [.fact(5, .made("P")), .fact(6, .deleted(5))],
            "-; 5 deleted by 6"),
        FoldCase(
            "another guid's deletion does not count",
            [.fact(5, .made("P")), .fact(6, .deleted(5, .second), by: nil)], "-; 5 open"),
        FoldCase(
            "nobody's deletion does not count",
            [.fact(5, .made("P")), .fact(6, .deleted(5), by: nil)], "-; 5 open"),
        FoldCase(
            "replaced", [.fact(5, .made("P")), .fact(6, .made("Q", replaces: 5))],
            "-; 5 superseded by 6; 6 open"),
        FoldCase(
            "another guid replaces nothing",
            [.fact(5, .made("P")), .fact(6, .made("Q", .second, replaces: 5))], "-; 5 open; 6 open"),
        FoldCase(
            "the same guid again", [.fact(5, .made("P")), .fact(6, .made("Q"))],
            "-; 5 superseded by 6; 6 open"),
        FoldCase(
            "three of the same guid",
            [.fact(5, .made("P")), .fact(6, .made("Q")), .fact(7, .made("R"))],
            "-; 5 superseded by 7; 6 superseded by 7; 7 open"),
        FoldCase(
            "a later one that is decided does not take its place",
            [.fact(5, .made("P")), .fact(6, .made("Q")), .fact(7, .rejected(6))],
            "-; 5 open; 6 rejected by 7"),
        FoldCase(
            "one that replaces keeps it replaced, whatever becomes of it",
            [.fact(5, .made("P")), .fact(6, .made("Q", replaces: 5)), .fact(7, .deleted(6))],
            "-; 5 superseded by 6; 6 deleted by 7"),
        FoldCase(
            "a circle of replacements",
            [.fact(5, .made("P", replaces: 6)), .fact(6, .made("Q", replaces: 5))],
            "-; 5 superseded by 6; 6 superseded by 5"),
        FoldCase(
            "the text that it saw is brought back",
            [
                .fact(1, .set("A")), .fact(5, .made("P"), base: 1), .fact(6, .set("B"), base: 1),
                .fact(7, .set("A"), base: 6, copies: 1, undoes: [6]),
            ], "A@7 by Ines last reviewed -; 5 open"),
        FoldCase(
            "it saw no text, and there is none again",
            [
                .fact(5, .made("P")), .fact(6, .set("B")), .fact(7, .translationRemoved, base: 6),
            ], "-; 5 open"),
        FoldCase(
            "it saw a removal, and the text is removed again",
            [
                .fact(1, .set("A")), .fact(2, .translationRemoved, base: 1),
                .fact(5, .made("P"), base: 2), .fact(6, .set("B"), base: 2),
                .fact(7, .translationRemoved, base: 6),
            ], "-; 5 open"),
        FoldCase(
            "it saw a removal, and there is a text",
            [
                .fact(1, .set("A")), .fact(2, .translationRemoved, base: 1),
                .fact(5, .made("P"), base: 2), .fact(6, .set("B"), base: 2),
            ], "B@6 by Ines last reviewed -; 5 open outdated"),
        FoldCase("one that replaces itself", [.fact(5, .made("P", replaces: 5))], "-; 5 open"),
        FoldCase(
            "the same guid in another language",
            [.fact(5, .made("P")), .fact(6, .made("Q"), in: "de")], "-; 5 open"),
        FoldCase(
            "accepted over rejected",
            [.fact(5, .made("P")), .fact(6, .accepted(5, "P")), .fact(7, .rejected(5))],
            "P@6 by Ines reviewed; 5 accepted by 6 outdated !7"),
        FoldCase(
            "accepted over deleted and rejected",
            [
                .fact(5, .made("P")), .fact(6, .deleted(5)), .fact(7, .rejected(5)),
                .fact(8, .accepted(5, "P")),
            ], "P@8 by Ines reviewed; 5 accepted by 8 outdated !6 !7"),
        FoldCase(
            "rejected over deleted",
            [.fact(5, .made("P")), .fact(6, .rejected(5)), .fact(7, .deleted(5))],
            "-; 5 rejected by 6"),
        FoldCase(
            "deleted over superseded",
            [.fact(5, .made("P")), .fact(6, .made("Q", replaces: 5)), .fact(7, .deleted(5))],
            "-; 5 deleted by 7; 6 open"),
        FoldCase(
            "accepted over superseded",
            [.fact(5, .made("P")), .fact(6, .made("Q", replaces: 5)), .fact(7, .accepted(5, "P"))],
            "P@7 by Ines reviewed; 5 accepted by 7 outdated; 6 open outdated"),
        FoldCase(
            "accepted twice",
            [.fact(5, .made("P")), .fact(6, .accepted(5, "P")), .fact(7, .accepted(5, "Q"))],
            "Q@7 by Ines reviewed heads 6,7 lost 6; 5 accepted by 7 outdated"),
        FoldCase(
            "a decision waits for its proposal", [.fact(6, .rejected(5)), .fact(7, .endorsed(5))],
            "-"),
        FoldCase(
            "a decision on what is no proposal",
            [.fact(5, .set("A")), .fact(6, .rejected(5))], "A@5 by Ines last reviewed -"),
        FoldCase(
            "a decision in another language does not count",
            [.fact(5, .made("P")), .fact(6, .rejected(5), in: "de")], "-; 5 open"),
        FoldCase(
            "endorsed by a person twice, by another, and by a guid",
            [
                .fact(5, .made("P")), .fact(6, .endorsed(5)), .fact(7, .endorsed(5)),
                .fact(8, .endorsed(5), by: .ravi), .fact(9, .endorsed(5, .second), by: nil),
            ], "-; 5 open +3"),
        FoldCase(
            "comments",
            [
                .fact(5, .made("P")), .fact(6, .comment(5)), .fact(7, .comment(5)),
                .fact(8, .comment(nil)),
            ],
            "-; 5 open #2"),
        FoldCase(
            "outdated when its base is no head any more",
            [.fact(1, .set("A")), .fact(5, .made("P"), base: 1), .fact(6, .set("B"), base: 1)],
            "B@6 by Ines last reviewed -; 5 open outdated"),
        FoldCase(
            "not outdated while its base is one of the heads",
            [.fact(1, .set("A")), .fact(5, .made("P"), base: 1), .fact(6, .set("B"))],
            "B@6 by Ines heads 1,6 lost 1 last reviewed -; 5 open"),
        FoldCase(
            "outdated when there was no text and now is",
            [.fact(5, .made("P")), .fact(6, .set("B"))],
            "B@6 by Ines last reviewed -; 5 open outdated"),
    ]

    @Test(arguments: states) func state(_ item: FoldCase) { item.check() }

    static let undoings: [FoldCase] = [
        FoldCase(
            "reopened",
            [.fact(5, .made("P")), .fact(6, .rejected(5)), .fact(7, .reopened(5), undoes: [6])],
            "-; 5 open"),
        FoldCase(
            "reopening names what it takes back",
            [.fact(5, .made("P")), .fact(6, .rejected(5)), .fact(7, .reopened(5))],
            "-; 5 rejected by 6"),
        FoldCase(
            "a rejection that the reopening did not know",
            [
                .fact(5, .made("P")), .fact(6, .rejected(5)), .fact(7, .reopened(5), undoes: [6]),
                .fact(8, .rejected(5)),
            ], "-; 5 rejected by 8"),
        FoldCase(
            "the undoing of a reopening",
            [
                .fact(5, .made("P")), .fact(6, .rejected(5)), .fact(7, .reopened(5), undoes: [6]),
                .fact(8, .reopened(5), undoes: [7]),
            ], "-; 5 rejected by 6"),
        FoldCase(
            "the undoing of an undoing of a reopening",
            [
                .fact(5, .made("P")), .fact(6, .rejected(5)), .fact(7, .reopened(5), undoes: [6]),
                .fact(8, .reopened(5), undoes: [7]), .fact(9, .reopened(5), undoes: [8]),
            ], "-; 5 open"),
        FoldCase(
            "an undone acceptance leaves its text",
            [
                .fact(5, .made("P")), .fact(6, .accepted(5, "P")),
                .fact(7, .reopened(5), undoes: [6]),
            ],
            "P@6 by Ines reviewed last reviewed -; 5 open outdated"),
        FoldCase(
            "an undone deletion",
            [.fact(5, .made("P")), .fact(6, .deleted(5)), .fact(7, .reopened(5), undoes: [6])],
            "-; 5 open"),
        FoldCase(
            "an undone endorsement and an undone comment",
            [
                .fact(5, .made("P")), .fact(6, .endorsed(5)), .fact(7, .comment(5)),
                .fact(8, .set("A"), undoes: [6, 7]),
            ], "A@8 by Ines last reviewed -; 5 open outdated"),
        FoldCase(
            "an undone proposal counts as deleted",
            [.fact(5, .made("P")), .fact(6, .reopened(5), undoes: [5])], "-; 5 deleted by 6"),
        FoldCase(
            "an undone proposal, undone by one that stands and by a circle",
            [
                .fact(5, .made("P")), .fact(6, .comment(nil), undoes: [5]),
                .fact(7, .comment(nil), undoes: [5, 8]), .fact(8, .comment(nil), undoes: [7]),
            ], "-; 5 deleted by 6"),
        FoldCase(
            "an undone replacement",
            [
                .fact(5, .made("P")), .fact(6, .made("Q", replaces: 5)),
                .fact(7, .reopened(6), undoes: [6]),
            ],
            "-; 5 open; 6 deleted by 7"),
        FoldCase(
            "a circle of undoings undoes nothing",
            [
                .fact(5, .made("P")), .fact(6, .rejected(5), undoes: [7]),
                .fact(7, .reopened(5), undoes: [6]),
            ], "-; 5 rejected by 6"),
        FoldCase(
            "a circle that is cut",
            [
                .fact(5, .made("P")), .fact(6, .rejected(5), undoes: [7]),
                .fact(7, .reopened(5), undoes: [6]), .fact(8, .comment(nil), undoes: [7]),
            ], "-; 5 rejected by 6"),
        FoldCase(
            "an event that undoes itself stands",
            [.fact(5, .made("P")), .fact(6, .rejected(5), undoes: [6])], "-; 5 rejected by 6"),
        FoldCase(
            "an undoing in another language does not count",
            [
                .fact(5, .made("P")), .fact(6, .rejected(5)),
                .fact(7, .reopened(5), in: "de", undoes: [6]),
            ], "-; 5 rejected by 6"),
        FoldCase(
            "an undoing that comes before what it undoes",
            [.fact(5, .made("P")), .fact(6, .reopened(5), undoes: [7]), .fact(7, .rejected(5))],
            "-; 5 open"),
    ]

    @Test(arguments: undoings) func undoing(_ item: FoldCase) { item.check() }

    /// Forty events that all revert each other: a fold that followed all paths would not end.
    @Test func undoingsThatNameEachOtherEnd() {
        let range = 6..<46
        let events =
            [Event.fact(5, .made("P"))]
            + range.map { Event.fact($0, .rejected(5), undoes: Array(range)) }
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.summary == "-; 5 rejected by 45")
    }

    @Test func anOpenProposalOfAGuidIsTheOnlyOne() {
        let events: [Event] = [
            .fact(5, .made("P")), .fact(6, .made("Q")), .fact(7, .made("R", .second)),
        ]
        let unit = EventLogState(project: .app, events: events).unit("fr", .title)
        #expect(unit.openProposal(of: .first)?.id == .number(6))
        #expect(unit.openProposal(of: .second)?.id == .number(7))
        #expect(unit.openProposal(of: HashedGuid("")) == nil)
        #expect(unit.proposal(.number(5))?.state == .superseded)
    }

    @Test func statesAreInOrderOfPrecedence() {
        #expect(
            Proposal.State.allCases == [.accepted, .rejected, .deleted, .superseded, .open])
        #expect(Proposal.State.allCases.sorted() == Proposal.State.allCases)
    }
}
