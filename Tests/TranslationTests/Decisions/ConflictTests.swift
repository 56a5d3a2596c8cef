import JSON
import Testing
import Texts
import Translation

/// Decisions between contradicting events.
struct ConflictTests {
    private static let french: [Event] = [
        .language(1), .source(2, .defined("Title")), .fact(3, .set("Titre"), source: 2),
    ]
    private static let texts =
        french + [
            .fact(4, .set("A"), by: .ravi, base: 3, source: 2),
            .fact(5, .set("B"), base: 3, source: 2),
        ]
    private static let removal =
        french + [
            .fact(4, .translationRemoved, by: .ravi, base: 3),
            .fact(5, .set("B"), base: 3, source: 2),
        ]
    private static let decisions =
        french + [
            .fact(4, .made("P"), base: 3, source: 2),
            .fact(5, .accepted(4, "P", author: .ines), by: .ravi, base: 3, source: 2),
            .fact(6, .rejected(4)),
        ]

    /// Besides the contradiction, another text was set, based on the acceptance.
    private static let overtaken =
        decisions + [.fact(7, .set("X"), by: .ravi, base: 5, source: 2)]
    /// Two people accepted, and a third one rejected.
    private static let acceptedTwice =
        decisions + [.fact(7, .accepted(4, "P", author: .ines), base: 3, source: 2)]
    /// The acceptance is part of both conflicts.
    private static let both = decisions + [.fact(7, .set("X"), base: 3, source: 2)]
    /// One acceptance closed two proposals, and both were rejected.
    private static let closedWithAnother =
        french + [
            .fact(4, .made("P"), base: 3, source: 2),
            .fact(5, .made("P", .second), base: 3, source: 2),
            .fact(6, .accepted(4, "P", author: .ines, also: [5]), base: 3, source: 2),
            .fact(7, .rejected(4)), .fact(8, .rejected(5)),
        ]

    private static func keep(_ numbers: Int...) -> Command {
        .keep(numbers.map(EventID.number))
    }

    static let cases: [DecisionCase] = [
        DecisionCase(
            "the one that loses", given: texts, when: keep(4),
            then: .events(["translation.set fr title value=A base=#5 over=[#4] source=#2 copies=#4"]
            )),
        DecisionCase(
            "the one that counts", given: texts, when: keep(5),
            then: .events(["translation.set fr title value=B base=#5 over=[#4] source=#2 copies=#5"]
            )),
        DecisionCase(
            "a removal", given: removal, when: keep(4),
            then: .events(["translation.removed fr title base=#5 over=[#4]"])),
        DecisionCase(
            "a definition",
            given: [
                .source(1, .defined("A")), .source(2, .defined("B", minor: true), base: 1),
                .source(3, .defined("C"), base: 1),
            ], when: keep(2),
            then: .events(["string.defined en title value=B base=#3 over=[#2] copies=#2"])),
        DecisionCase(
            "a setting", given: [.setting(1, "inherit", false), .setting(2, "inherit", true)],
            when: keep(1),
            then: .events([
                "setting.changed en name=inherit value=false base=#2 over=[#1] copies=#1"
            ])),
        DecisionCase(
            "a language",
            given: [.language(1), .language(2, .localeRemoved, base: 1), .language(3, base: 1)],
            when: keep(2), then: .events(["locale.removed fr base=#3 over=[#2]"])),
        DecisionCase(
            "an acceptance beside a rejection", given: decisions, when: keep(5),
            then: .events(["proposal.reopened fr title proposal=#4 undoes=[#6]"])),
        DecisionCase(
            "a rejection beside an acceptance", given: decisions, when: keep(6),
            then: .events([
                "translation.set fr title value=Titre base=#5 source=#2 copies=#3 undoes=[#5]"
            ])),
        DecisionCase(
            "a rejection beside an acceptance that was overtaken: the later text stays",
            given: overtaken, when: keep(6),
            then: .events(["proposal.reopened fr title proposal=#4 undoes=[#5]"])),
        DecisionCase(
            "a rejection beside two acceptances", given: acceptedTwice, when: keep(6),
            then: .events([
                "translation.set fr title value=Titre base=#7 over=[#5] source=#2 copies=#3 undoes=[#5,#7]"
            ])),
        DecisionCase(
            "an acceptance beside another text and a rejection", given: both, when: keep(5),
            then: .events([
                "translation.set fr title value=P base=#7 over=[#5] source=#2 copies=#5",
                "proposal.reopened fr title proposal=#4 undoes=[#6]",
            ])),
        DecisionCase(
            "an acceptance of two proposals that were rejected", given: closedWithAnother,
            when: keep(6),
            then: .events([
                "proposal.reopened fr title proposal=#4 undoes=[#7]",
                "proposal.reopened fr title proposal=#5 undoes=[#8]",
            ])),
        DecisionCase(
            "both sides of a contradiction", given: decisions, when: keep(5, 6),
            then: .refused(.contradiction)),
        DecisionCase("both texts", given: texts, when: keep(4, 5), then: .refused(.contradiction)),
        DecisionCase(
            "both values of a setting",
            given: [.setting(1, "inherit", false), .setting(2, "inherit", true)],
            when: keep(1, 2), then: .refused(.contradiction)),
        DecisionCase("no conflict", given: french, when: keep(3), then: .refused(.noConflict)),
        DecisionCase("no head", given: texts, when: keep(3), then: .refused(.noConflict)),
        DecisionCase("no event", given: texts, when: keep(9), then: .refused(.unknownID)),
    ]

    /// Keeping an event settles the conflict.
    @Test(arguments: cases) func keeping(_ item: DecisionCase) throws {
        try item.check()
        guard case .events = item.outcome else { return }
        let state = EventLogState(project: .app, events: item.given)
        let decision = try DecisionCase.decide(item.command, state)
        #expect(state.hasConflict)
        #expect(
            !EventLogState(project: .app, events: item.given + decision.events).hasConflict)
    }
    /// Reverting a settlement restores the conflict, with the same winner; reverting the revert
    /// settles it again.
    @Test(arguments: cases) func takingASettlementBack(_ item: DecisionCase) throws {
        guard case .events = item.outcome else { return }
        var state = EventLogState(project: .app, events: item.given)
        let before = state.contested
        let settlement = try DecisionCase.decide(item.command, state).events
        for event in settlement { state.evolve(event) }
        let settled = state.contested
        let reverted = try DecisionCase.decide(
            .revert(RevertOptions(events: settlement.map(\.id))), state
        ).events
        for event in reverted { state.evolve(event) }
        #expect(state.contested == before)
        let again = try DecisionCase.decide(
            .revert(RevertOptions(events: reverted.map(\.id))), state
        ).events
        for event in again { state.evolve(event) }
        #expect(state.contested == settled)
        #expect(!state.hasConflict)
    }

    /// Two clones revert the same settlement; each side occurs twice, and one more decision settles
    /// it.
    @Test func takingASettlementBackTwice() throws {
        var state = EventLogState(project: .app, events: Self.texts)
        let settlement = try DecisionCase.decide(Self.keep(4), state).events
        for event in settlement { state.evolve(event) }
        let command = Command.revert(RevertOptions(events: settlement.map(\.id)))
        let here = try DecisionCase.decide(command, state, seed: 1).events
        let there = try DecisionCase.decide(command, state, by: .ines, seed: 2).events
        for event in here + there { state.evolve(event) }
        #expect(state.unit("fr", .title).text?.value == Value("B"))
        let winner = try #require(state.unit("fr", .title).text?.id)
        for event in try DecisionCase.decide(.keep([winner]), state).events { state.evolve(event) }
        #expect(!state.hasConflict)
    }
}

extension EventLogState {
    /// The counting event and the contradicting ones, for every subject.
    fileprivate var contested: [String] {
        subjects.sorted().map { subject in
            let register: Register =
                switch subject {
                case .locale(let tag): LocaleState(tag: tag, events: events(of: subject)).register
                case .setting(let name): setting(name.string).register
                case .resource(let name, let locale): resource(name.string, in: locale).register
                case .file: LocaleState(tag: "en", events: []).register
                case .unit(let tag, let string): unit(tag, string).register
                }
            func said(_ id: EventID?) -> String {
                switch id.flatMap({ event($0) })?.payload {
                case .localeAdded: "there"
                case .settingChanged(_, let value): "\(value.map { "\($0)" } ?? "-")"
                case let payload?: payload.text.map { "\($0.json)" } ?? "-"
                case nil: "-"
                }
            }
            var words = "\(said(register.current)) against \(register.losers.map(said))"
            if case .unit(let tag, let string) = subject {
                let decided = unit(tag, string).proposals.map {
                    "\($0.state) \($0.contradictions.count)"
                }
                words += " \(decided)"
            }
            return words
        }
    }
}
