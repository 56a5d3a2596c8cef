import JSON
import Testing
import Texts
import Translation

/// Decisions to accept.
struct AcceptTests {
    private static let title: [Event] = [
        .language(1), .source(2, .defined("Title {n}")), .fact(3, .set("Titre {n}"), source: 2),
    ]
    private static let proposed =
        title + [
            .fact(5, .made("P {n}"), by: .ines, base: 3, source: 2)
        ]
    private static let several =
        proposed + [
            .fact(6, .made("P {n}", .second), by: .ravi, base: 3, source: 2),
            .fact(7, .made("Q {n}", HashedGuid("C")), base: 3, source: 2),
        ]
    private static let broken = title + [.fact(5, .made("P"), base: 3, source: 2)]
    private static let rejected = proposed + [.fact(6, .rejected(5)), .fact(7, .rejected(5))]

    private static func accept(
        _ numbers: Int..., with options: AcceptOptions = AcceptOptions()
    ) -> Command {
        .accept(numbers.map(EventID.number), options)
    }

    private static let taken =
        "proposal.accepted fr title proposal=#5 value=P {n} author=Ines base=#3 source=#2"

    static let acceptances: [DecisionCase] = [
        DecisionCase("a proposal", given: proposed, when: accept(5), then: .events([taken])),
        DecisionCase(
            "equal ones are closed with it", given: several, when: accept(5),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P {n} author=Ines also=[#6] base=#3 source=#2"
            ])),
        DecisionCase(
            "others are rejected", given: several,
            when: accept(5, with: AcceptOptions(rejectsOthers: true)),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P {n} author=Ines also=[#6] base=#3 source=#2",
                "proposal.rejected fr title proposal=#7 code=other reason=Another proposal was accepted.",
            ])),
        DecisionCase(
            "an edited one closes what equals the edit", given: several,
            when: accept(5, with: AcceptOptions(value: Value("Q {n}"))),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=Q {n} author=Ines also=[#7] base=#3 source=#2"
            ])),
        DecisionCase(
            "an edit too deep", given: several,
            when: accept(5, with: AcceptOptions(value: DecisionCase.tooDeep)),
            then: .refused(.invalidValue)),
        DecisionCase(
            "a nameless one",
            given: title + [.fact(5, .made("P {n}"), by: nil, base: 3, source: 2)],
            when: accept(5),
            then: .events(["proposal.accepted fr title proposal=#5 value=P {n} base=#3 source=#2"])),
        DecisionCase(
            "a copied one is its first proposer's",
            given: proposed + [
                .fact(6, .deleted(5)),
                .fact(7, .made("P {n}"), by: .ravi, base: 3, source: 2, copies: 5),
            ], when: accept(7),
            then: .events([
                "proposal.accepted fr title proposal=#7 value=P {n} author=Ines base=#3 source=#2"
            ])),
        DecisionCase(
            "two of two languages",
            given: proposed + [
                .language(6, in: "de"), .fact(7, .made("D {n}"), in: "de", source: 2),
            ], when: accept(5, 7),
            then: .events([
                taken, "proposal.accepted de title proposal=#7 value=D {n} author=Ines source=#2",
            ])),
        DecisionCase(
            "two for one text", given: several, when: accept(5, 7), then: .refused(.contradiction)),
        DecisionCase(
            "one twice", given: proposed, when: accept(5, 5), then: .events([taken])),
        DecisionCase(
            "equal ones that are both named", given: several, when: accept(5, 6),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P {n} author=Ines also=[#6] base=#3 source=#2"
            ])),
        DecisionCase(
            "both heads of a conflict are named",
            given: proposed + [.fact(6, .set("X"))], when: accept(5),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P {n} author=Ines base=#6 over=[#3] source=#2"
            ])),
        DecisionCase(
            "a source text", given: title + [.source(5, .made("Header"), base: 2)], when: accept(5),
            then: .events([
                "proposal.accepted en title proposal=#5 value=Header author=Ines base=#2"
            ])),
        DecisionCase(
            "one that is not there", given: proposed, when: accept(9),
            then: .refused(.unknownProposal)),
        DecisionCase(
            "in a frozen language", given: proposed + [.setting(6, "frozen", ["fr"])],
            when: accept(5), then: .refused(.frozen)),
        DecisionCase(
            "a deleted one", given: proposed + [.fact(6, .deleted(5))],
            when: accept(5, with: AcceptOptions(isForced: true)), then: .refused(.alreadyDecided)),
        DecisionCase(
            "a rejected one", given: rejected, when: accept(5), then: .refused(.alreadyDecided)),
        DecisionCase(
            "a rejected one by force takes the rejections back", given: rejected,
            when: accept(5, with: AcceptOptions(isForced: true)),
            then: .events([taken + " undoes=[#6,#7]"])),
        DecisionCase(
            "a rejected one that its guid deleted meanwhile, by force",
            given: rejected + [.fact(8, .deleted(5, .first))],
            when: accept(5, with: AcceptOptions(isForced: true)),
            then: .events([taken + " undoes=[#6,#7,#8]"])),
    ]

    @Test(arguments: acceptances) func acceptance(_ item: DecisionCase) throws { try item.check() }

    private static let machine: [Event] =
        title + [
            .fact(5, .made("P {n}", origin: .machine("babel")), by: .ravi, base: 3, source: 2),
            .fact(6, .made("P {n}", .second, origin: .memory), by: .ravi, base: 3, source: 2),
            .fact(7, .made("P {n}", HashedGuid("C")), by: .ines, base: 3, source: 2),
        ]
    private static let unreviewed = AcceptOptions(isReview: false)

    /// A machine's text can be set without a review.
    static let withoutReview: [DecisionCase] = [
        DecisionCase(
            "the text is set, and equal ones that no person made are closed", given: machine,
            when: accept(5, with: unreviewed),
            then: .events([
                "translation.set fr title value=P {n} base=#3 source=#2",
                "proposal.deleted fr title proposal=#5", "proposal.deleted fr title proposal=#6",
            ])),
        DecisionCase(
            "a person's", given: machine, when: accept(7, with: unreviewed),
            then: .refused(.notOwner)),
        DecisionCase(
            "a broken one",
            given: title + [.fact(5, .made("P", origin: .memory), base: 3, source: 2)],
            when: accept(5, with: unreviewed), then: .refused(.failedChecks)),
        DecisionCase(
            "an outdated one", given: machine + [.fact(8, .set("X {n}"), base: 3)],
            when: accept(5, with: unreviewed), then: .refused(.outdated)),
        DecisionCase(
            "a rejected one, even by force", given: machine + [.fact(8, .rejected(5))],
            when: accept(5, with: AcceptOptions(isForced: true, isReview: false)),
            then: .refused(.alreadyDecided)),
        DecisionCase(
            "two for one text", given: machine, when: accept(5, 6, with: unreviewed),
            then: .events([
                "translation.set fr title value=P {n} base=#3 source=#2",
                "proposal.deleted fr title proposal=#5", "proposal.deleted fr title proposal=#6",
            ])),
        DecisionCase(
            "a source text",
            given: title + [.source(5, .made("Header", origin: .machine("babel")), base: 2)],
            when: accept(5, with: unreviewed), then: .refused(.sourceLanguage)),
    ]

    @Test(arguments: withoutReview) func settingWithoutReview(_ item: DecisionCase) throws {
        try item.check()
    }

    static let newKeys: [DecisionCase] = [
        DecisionCase(
            "a new key in another language is its own source text",
            given: title + [.fact(5, .made("Bouton", isNew: true), string: .button)],
            when: accept(5),
            then: .events([
                "string.defined en button value=button",
                "proposal.accepted fr button proposal=#5 value=Bouton author=Ines source=+1",
            ])),
        DecisionCase(
            "a new key in the source language",
            given: title + [.source(5, .made("Button", isNew: true), string: .button)],
            when: accept(5),
            then: .events([
                "string.defined en button value=Button",
                "proposal.accepted en button proposal=#5 value=Button author=Ines base=+1",
            ])),
        DecisionCase(
            "a new key in two languages is defined once",
            given: title + [
                .language(4, in: "de"), .fact(5, .made("Bouton", isNew: true), string: .button),
                .fact(6, .made("Knopf", isNew: true), in: "de", string: .button),
            ], when: accept(5, 6),
            then: .events([
                "string.defined en button value=button",
                "proposal.accepted fr button proposal=#5 value=Bouton author=Ines source=+1",
                "proposal.accepted de button proposal=#6 value=Knopf author=Ines source=+1",
            ])),
        DecisionCase(
            "a new key that was removed",
            given: title + [
                .source(4, .stringRemoved, base: 2), .fact(5, .made("P", isNew: true), base: 3),
            ], when: accept(5),
            then: .events([
                "string.defined en title value=title base=#4",
                "proposal.accepted fr title proposal=#5 value=P author=Ines base=#3 source=+1",
            ])),
        DecisionCase(
            "a key that is gone", given: proposed + [.source(6, .stringRemoved, base: 2)],
            when: accept(5, with: AcceptOptions(isForced: true)), then: .refused(.unknownKey)),
    ]

    @Test(arguments: newKeys) func newKey(_ item: DecisionCase) throws { try item.check() }

    static let policies: [DecisionCase] = [
        DecisionCase(
            "outdated by another text", given: proposed + [.fact(6, .set("X {n}"), base: 3)],
            when: accept(5), then: .refused(.outdated)),
        DecisionCase(
            "outdated by another source", given: proposed + [.source(6, .defined("{n}"), base: 2)],
            when: accept(5), then: .refused(.outdated)),
        DecisionCase(
            "outdated, by force", given: proposed + [.fact(6, .set("X {n}"), base: 3)],
            when: accept(5, with: AcceptOptions(isForced: true)),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P {n} author=Ines base=#6 source=#2"
            ])),
        DecisionCase(
            "a lost placeholder", given: broken, when: accept(5), then: .refused(.failedChecks)),
        DecisionCase(
            "a lost placeholder, mended", given: broken,
            when: accept(5, with: AcceptOptions(value: Value("P {n}"))), then: .events([taken])),
        DecisionCase(
            "a lost placeholder, by force", given: broken,
            when: accept(5, with: AcceptOptions(isForced: true)),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P author=Ines base=#3 source=#2"
            ])),
        DecisionCase(
            "a lost placeholder that does not block",
            given: broken + [.setting(6, "blocking-checks", ["markup"])], when: accept(5),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P author=Ines base=#3 source=#2"
            ])),
        DecisionCase(
            "too long where length blocks",
            given: [
                .language(1),
                .source(
                    2,
                    .stringDefined(
                        Definition(
                            value: Value("A"), maximumLength: .init(count: 3, unit: .grapheme)))),
                .fact(5, .made("long"), source: 2), .setting(6, "blocking-checks", ["max-length"]),
            ], when: accept(5), then: .refused(.failedChecks)),
        DecisionCase(
            "no reviewer", given: proposed + [ProposeTests.reviewers(["fr": ["ines@example.org"]])],
            when: accept(5), then: .refused(.notReviewer)),
        DecisionCase(
            "a translator is no reviewer",
            given: proposed + [
                .setting(6, "maintainers", ["ines@example.org"]),
                .setting(7, "translators", .people(["fr": ["ravi@example.org"]])),
            ], when: accept(5), then: .refused(.notReviewer)),
        DecisionCase(
            "nobody is no reviewer",
            given: proposed + [ProposeTests.reviewers(["*": ["ines@example.org"]])],
            when: accept(5), by: nil, then: .refused(.notReviewer)),
        DecisionCase(
            "a reviewer, letters of either case",
            given: proposed + [ProposeTests.reviewers(["fr": ["RAVI@example.org"], "*": []])],
            when: accept(5), then: .events([taken])),
        DecisionCase(
            "a language of which nothing is said",
            given: proposed + [ProposeTests.reviewers(["de": []])], when: accept(5),
            then: .events([taken])),
        DecisionCase(
            "the own one by guid", given: proposed + [.setting(6, "self-review", false)],
            when: accept(5), guid: .first, then: .refused(.selfReview)),
        DecisionCase(
            "the own one by name", given: proposed + [.setting(6, "self-review", false)],
            when: accept(5), by: .ines, then: .refused(.selfReview)),
        DecisionCase(
            "the own one where that is allowed", given: proposed, when: accept(5), by: .ines,
            guid: .first, then: .events([taken])),
        DecisionCase(
            "another's", given: proposed + [.setting(6, "self-review", false)], when: accept(5),
            then: .events([taken])),
    ]

    @Test(arguments: policies) func policy(_ item: DecisionCase) throws { try item.check() }

    @Test func forceIsNoticed() throws {
        let events = Self.broken + [.fact(6, .set("X {n}"), base: 3)]
        let decision = try DecisionCase.decide(
            Self.accept(5, with: AcceptOptions(isForced: true)),
            EventLogState(project: .app, events: events))
        #expect(decision.notices.count == 2)
        #expect(decision.notices.first?.contains("outdated") == true)
        #expect(decision.notices.last?.contains("{n}") == true)
    }
}

extension JSONValue {
    /// Lists of texts by name.
    static func people(_ people: [String: [String]]) -> JSONValue {
        let members = people.sorted { $0.key < $1.key }.map { name, addresses in
            "\"\(name)\":[\(addresses.map { "\"\($0)\"" }.joined(separator: ","))]"
        }
        return (try? parse(Array("{\(members.joined(separator: ","))}".utf8))) ?? .null
    }
}
