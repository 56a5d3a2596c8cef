import JSON
import Testing
import Texts
import Translation

/// Checks that are silenced for a string, and checks that reject a text.
struct SilenceTests {
    private static let french: [Event] = [
        .language(1), .source(2, .defined("A {n}")), .fact(3, .set("B"), source: 2),
    ]
    private static let silenced: Event = .fact(
        6, .checkSilenced(check: "placeholders", reason: nil))
    private static let title = UnitID("fr", .title)

    private static func silence(
        _ check: String, _ unit: UnitID = title, reason: String? = nil
    ) -> Command {
        .silence([unit], check: check, reason: reason)
    }

    static let cases: [DecisionCase] = [
        DecisionCase(
            "a check", given: french, when: silence("placeholders", reason: "said in a word"),
            then: .events(["check.silenced fr title check=placeholders reason=said in a word"])),
        DecisionCase(
            "a check that finds nothing", given: french, when: silence("markup"),
            then: .events(["check.silenced fr title check=markup"])),
        DecisionCase(
            "for a string without a text", given: Array(french.prefix(2)), when: silence("missing"),
            then: .events(["check.silenced fr title check=missing"])),
        DecisionCase(
            "again", given: french + [silenced], when: silence("placeholders"), then: .nothing),
        DecisionCase(
            "again, with a reason", given: french + [silenced],
            when: silence("placeholders", reason: "so"),
            then: .events(["check.silenced fr title check=placeholders reason=so"])),
        DecisionCase(
            "again, after it was taken back",
            given: french + [
                silenced, .fact(7, .commentAdded(proposal: nil, text: "no"), undoes: [6]),
            ], when: silence("placeholders"),
            then: .events(["check.silenced fr title check=placeholders"])),
        DecisionCase(
            "no such check", given: french, when: silence("place"), then: .refused(.unknownCheck)),
        DecisionCase(
            "no such string", given: french, when: silence("markup", UnitID("fr", .button)),
            then: .refused(.unknownKey)),
        DecisionCase(
            "no such language", given: french, when: silence("markup", UnitID("xx", .title)),
            then: .refused(.unknownLanguage)),
        DecisionCase(
            "in the source language", given: french, when: silence("markup", UnitID("en", .title)),
            then: .refused(.sourceLanguage)),
        DecisionCase(
            "a text that a strict project refuses",
            given: french + [.setting(5, "strict", true)], when: .setText("fr", .title, Value("C")),
            then: .refused(.failedChecks)),
        DecisionCase(
            "a proposal that a strict project refuses",
            given: french + [.setting(5, "strict", true)],
            when: .propose("fr", .title, ProposeOptions(value: Value("C"))),
            then: .refused(.failedChecks)),
        DecisionCase(
            "a text whose check is silenced",
            given: french + [.setting(5, "strict", true), silenced],
            when: .setText("fr", .title, Value("C")),
            then: .events(["translation.set fr title value=C base=#3 source=#2"])),
        DecisionCase(
            "a warning of a check that blocks with errors",
            given: french + [.setting(5, "strict", true)],
            when: .setText("fr", .title, Value(" C {n}")),
            then: .events(["translation.set fr title value= C {n} base=#3 source=#2"])),
        DecisionCase(
            "a warning of a check that blocks with warnings",
            given: french + [
                .setting(5, "strict", true), .setting(6, "blocking-checks", ["spaces"]),
            ],
            when: .setText("fr", .title, Value(" C {n}")), then: .refused(.failedChecks)),
        DecisionCase(
            "a proposal whose check is silenced",
            given: french + [.fact(5, .made("C"), base: 3, source: 2), silenced],
            when: .accept([.number(5)], AcceptOptions()),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=C author=Ines base=#3 source=#2"
            ])),
    ]

    @Test(arguments: cases) func decides(_ item: DecisionCase) throws { try item.check() }

    @Test func warningsAreSaid() throws {
        let state = EventLogState(project: .app, events: Self.french)
        let decision = try DecisionCase.decide(.setText("fr", .title, Value(" C {n}")), state)
        #expect(decision.notices == ["The text begins with a space, but the source does not."])
    }
}
