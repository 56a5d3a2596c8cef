import JSON
import Testing
import Translation

/// Decisions to revert events.
struct RevertTests {
    private static let french: [Event] = [
        .language(1), .source(2, .defined("Title")), .fact(3, .set("Titre"), source: 2),
    ]
    private static let changed =
        french + [.fact(4, .set("Autre"), by: .ravi, base: 3, source: 2)]
    private static let changedAgain =
        changed + [.fact(5, .set("Encore"), by: .ines, base: 4, source: 2)]
    private static let accepted =
        french + [
            .fact(4, .made("P"), base: 3, source: 2),
            .fact(5, .made("P", .second), base: 3, source: 2),
            .fact(6, .accepted(4, "P", author: .ines, also: [5]), by: .ravi, base: 3, source: 2),
        ]
    private static let rejected =
        french + [.fact(4, .made("P"), base: 3, source: 2), .fact(5, .rejected(4), by: .ravi)]

    private static func revert(
        _ numbers: Int..., laterEdits: RevertOptions.LaterEdits = .refuse
    ) -> Command {
        .revert(RevertOptions(events: numbers.map(EventID.number), laterEdits: laterEdits))
    }

    static let texts: [DecisionCase] = [
        DecisionCase(
            "a change", given: changed, when: revert(4),
            then: .events([
                "translation.set fr title value=Titre base=#4 source=#2 copies=#3 undoes=[#4]"
            ])),
        DecisionCase(
            "the first text", given: french, when: revert(3),
            then: .events(["translation.removed fr title base=#3 undoes=[#3]"])),
        DecisionCase(
            "two changes at once", given: changedAgain, when: revert(4, 5),
            then: .events([
                "translation.set fr title value=Titre base=#5 source=#2 copies=#3 undoes=[#4,#5]"
            ])),
        DecisionCase(
            "a removal", given: french + [.fact(4, .translationRemoved, base: 3)],
            when: revert(4),
            then: .events([
                "translation.set fr title value=Titre base=#4 source=#2 copies=#3 undoes=[#4]"
            ])),
        DecisionCase(
            "a later edit stands in the way", given: changedAgain, when: revert(4),
            then: .refused(.laterEdits)),
        DecisionCase(
            "a later edit is taken back too", given: changedAgain,
            when: revert(4, laterEdits: .revert),
            then: .events([
                "translation.set fr title value=Titre base=#5 source=#2 copies=#3 undoes=[#4,#5]"
            ])),
        DecisionCase(
            "a later edit is kept", given: changedAgain, when: revert(4, laterEdits: .keep),
            then: .nothing),
        DecisionCase(
            "a later edit that was reverted does not stand in the way",
            given: changedAgain + [.fact(6, .set("Autre"), base: 5, copies: 4, undoes: [5])],
            when: revert(4),
            then: .events([
                "translation.set fr title value=Titre base=#6 source=#2 copies=#3 undoes=[#4]"
            ])),
        DecisionCase(
            "a revert", given: changed + [.fact(5, .set("Titre"), base: 4, copies: 3, undoes: [4])],
            when: revert(5),
            then: .events([
                "translation.set fr title value=Autre base=#5 source=#2 copies=#4 undoes=[#5]"
            ])),
        DecisionCase(
            "what is reverted already",
            given: changed + [.fact(5, .set("Titre"), base: 4, copies: 3, undoes: [4])],
            when: revert(4), then: .nothing),
        DecisionCase(
            "one side of a conflict", given: changed + [.fact(5, .set("Autre chose"), base: 3)],
            when: revert(5),
            then: .events([
                "translation.set fr title value=Autre base=#5 over=[#4] source=#2 copies=#4 undoes=[#5]"
            ])),
        DecisionCase(
            "one side of three: the others contradict each other still",
            given: changed + [
                .fact(5, .set("Autre chose"), base: 3),
                .fact(6, .set("Encore"), base: 3, source: 2),
            ], when: revert(4),
            then: .events([
                "translation.set fr title value=Encore base=#6 over=[#4] source=#2 copies=#6 undoes=[#4]"
            ])),
        DecisionCase("no event", given: french, when: revert(9), then: .refused(.unknownID)),
        DecisionCase(
            "a frozen language",
            given: changed + [.setting(5, "frozen", ["fr"])], when: revert(4),
            then: .refused(.frozen)),
    ]

    @Test(arguments: texts) func text(_ item: DecisionCase) throws { try item.check() }

    static let proposals: [DecisionCase] = [
        DecisionCase(
            "an acceptance", given: accepted, when: revert(6),
            then: .events([
                "translation.set fr title value=Titre base=#6 source=#2 copies=#3 undoes=[#6]"
            ])),
        DecisionCase(
            "a proposal", given: rejected.dropLast(), when: revert(4),
            then: .events(["proposal.deleted fr title proposal=#4 undoes=[#4]"])),
        DecisionCase(
            "a rejection", given: rejected, when: revert(5),
            then: .events(["proposal.reopened fr title proposal=#4 undoes=[#5]"])),
        DecisionCase(
            "a rejection by somebody who is no reviewer",
            given: rejected + [
                .setting(
                    6, "reviewers",
                    .object(JSONObject(uniqueMembers: [("fr", ["otto@example.org"])])))
            ],
            when: revert(5), then: .refused(.notReviewer)),
        DecisionCase(
            "another's proposal by somebody who is no reviewer",
            given: rejected.dropLast() + [ProposeTests.reviewers(["fr": ["otto@example.org"]])],
            when: revert(4), then: .refused(.notReviewer)),
        DecisionCase(
            "the own proposal by somebody who is no reviewer",
            given: rejected.dropLast() + [ProposeTests.reviewers(["fr": ["otto@example.org"]])],
            when: revert(4), by: .ines,
            then: .events(["proposal.deleted fr title proposal=#4 undoes=[#4]"])),
        DecisionCase(
            "an accepted proposal", given: accepted, when: revert(4), then: .refused(.laterEdits)),
        DecisionCase(
            "an accepted proposal by force", given: accepted, when: revert(4, laterEdits: .revert),
            then: .events([
                "translation.set fr title value=Titre base=#6 source=#2 copies=#3 undoes=[#6]",
                "proposal.deleted fr title proposal=#4 undoes=[#4]",
            ])),
        DecisionCase(
            "a proposal that was closed with an equal one: no deletion contradicts the acceptance",
            given: accepted, when: revert(5),
            then: .events(["comment.added fr title text=Took back: proposal.made. undoes=[#5]"])),
        DecisionCase(
            "a proposal that was closed with an equal one, and that one, by force",
            given: accepted, when: revert(4, 5, laterEdits: .revert),
            then: .events([
                "translation.set fr title value=Titre base=#6 source=#2 copies=#3 undoes=[#6]",
                "proposal.deleted fr title proposal=#4 undoes=[#4]",
                "proposal.deleted fr title proposal=#5 undoes=[#5]",
            ])),
        DecisionCase(
            "a comment on a proposal", given: rejected + [.fact(6, .comment(4))], when: revert(6),
            then: .events(["comment.added fr title text=Took back: comment.added. undoes=[#6]"])),
        DecisionCase(
            "a vouching", given: french + [.fact(4, .reviewed(3))], when: revert(4),
            then: .events([
                "comment.added fr title text=Took back: translation.reviewed. undoes=[#4]"
            ])),
        DecisionCase(
            "a text and its vouching", given: changed + [.fact(5, .reviewed(4))],
            when: revert(4, 5),
            then: .events([
                "translation.set fr title value=Titre base=#4 source=#2 copies=#3 undoes=[#4,#5]"
            ])),
    ]

    @Test(arguments: proposals) func proposal(_ item: DecisionCase) throws {
        try item.check()
        let state = EventLogState(project: .app, events: item.given)
        guard case .events = item.outcome else { return }
        let decision = try DecisionCase.decide(item.command, state, by: item.actor)
        #expect(
            !EventLogState(project: .app, events: item.given + decision.events).hasConflict)
    }

    static let projects: [DecisionCase] = [
        DecisionCase(
            "a definition", given: french + [.source(4, .defined("Heading"), base: 2)],
            when: revert(4),
            then: .events(["string.defined en title value=Title base=#4 copies=#2 undoes=[#4]"])),
        DecisionCase(
            "a definition that was translated", given: french, when: revert(2),
            then: .refused(.laterEdits)),
        DecisionCase(
            "a definition with its translation", given: french, when: revert(2, 3),
            then: .events([
                "string.removed en title base=#2 undoes=[#2]",
                "translation.removed fr title base=#3 undoes=[#3]",
            ])),
        DecisionCase(
            "a definition by force", given: french, when: revert(2, laterEdits: .revert),
            then: .events(["string.removed en title base=#2 undoes=[#2]"])),
        DecisionCase(
            "a language with texts", given: french, when: revert(1), then: .refused(.laterEdits)),
        DecisionCase(
            "a language", given: [.language(1)], when: revert(1),
            then: .events(["locale.removed fr base=#1 undoes=[#1]"])),
        DecisionCase(
            "the removal of a language",
            given: [.language(1), .language(2, .localeRemoved, base: 1)], when: revert(2),
            then: .events(["locale.added fr fallback=[en] base=#2 copies=#1 undoes=[#2]"])),
        DecisionCase(
            "a setting",
            given: [.setting(1, "inherit", false), .setting(2, "inherit", true, base: 1)],
            when: revert(2),
            then: .events([
                "setting.changed en name=inherit value=false base=#2 copies=#1 undoes=[#2]"
            ])),
        DecisionCase(
            "a setting, by somebody who may not change it",
            given: [
                .setting(1, "inherit", false),
                .setting(2, "maintainers", ["otto@example.org"]),
            ], when: revert(1), then: .refused(.notMaintainer)),
        DecisionCase(
            "a language, by somebody who did not add it and is no reviewer",
            given: [.language(1), ProposeTests.reviewers(["fr": ["otto@example.org"]])],
            when: revert(1), then: .refused(.notReviewer)),
        DecisionCase(
            "the first value of a setting", given: [.setting(1, "inherit", false)],
            when: revert(1),
            then: .events(["setting.changed en name=inherit base=#1 undoes=[#1]"])),
    ]

    @Test(arguments: projects) func project(_ item: DecisionCase) throws { try item.check() }
}
