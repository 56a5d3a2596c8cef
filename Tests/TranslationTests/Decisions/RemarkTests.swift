import JSON
import Testing
import Texts
import Translation

/// Decisions to comment, to endorse, to vouch and to flag; several of them at once.
struct RemarkTests {
    private static let french: [Event] = [
        .language(1), .language(2, in: "fr-CA"), .source(3, .defined("Title")),
        .fact(4, .set("Titre"), source: 3), .fact(5, .made("P"), base: 4, source: 3),
    ]
    private static let title = UnitID("fr", .title)
    private static let proposal = EventID.number(5)

    static let remarks: [DecisionCase] = [
        DecisionCase(
            "a comment on a proposal", given: french,
            when: .comment(.proposal(proposal), "Shorter?"),
            then: .events(["comment.added fr title proposal=#5 text=Shorter?"])),
        DecisionCase(
            "a comment on a string", given: french, when: .comment(.unit(title), "Shorter?"),
            then: .events(["comment.added fr title text=Shorter?"])),
        DecisionCase(
            "a comment of a tester", given: french,
            when: .comment(.proposal(proposal), "Shorter?"), by: nil,
            then: .events(["comment.added fr title proposal=#5 text=Shorter? guid=second"])),
        DecisionCase(
            "a comment of nobody", given: french, when: .comment(.unit(title), "Shorter?"),
            by: nil, guid: nil, then: .refused(.noIdentity)),
        DecisionCase(
            "an empty comment", given: french, when: .comment(.unit(title), ""),
            then: .refused(.invalidValue)),
        DecisionCase(
            "a comment on nothing", given: french,
            when: .comment(.unit(UnitID("fr", .button)), "Hm"), then: .refused(.unknownKey)),
        DecisionCase(
            "a comment on no proposal", given: french,
            when: .comment(.proposal(.number(4)), "Hm"), then: .refused(.unknownProposal)),
        DecisionCase(
            "an endorsement", given: french, when: .endorse([proposal], reason: nil),
            then: .events(["proposal.endorsed fr title proposal=#5 guid=second"])),
        DecisionCase(
            "an endorsement again",
            given: french + [.fact(6, .endorsed(5, .second))],
            when: .endorse([proposal], reason: nil), then: .nothing),
        DecisionCase(
            "an endorsement of one's own", given: french, when: .endorse([proposal], reason: nil),
            guid: .first, then: .refused(.contradiction)),
        DecisionCase(
            "an endorsement of one's own, without a guid", given: french,
            when: .endorse([proposal], reason: nil), by: .ines, guid: nil,
            then: .refused(.contradiction)),
        DecisionCase(
            "an endorsement by another person, without a guid", given: french,
            when: .endorse([proposal], reason: nil), guid: nil,
            then: .events(["proposal.endorsed fr title proposal=#5"])),
        DecisionCase(
            "an endorsement of what is decided", given: french + [.fact(6, .rejected(5))],
            when: .endorse([proposal], reason: nil), then: .refused(.alreadyDecided)),
    ]

    @Test(arguments: remarks) func remark(_ item: DecisionCase) throws { try item.check() }

    static let reviews: [DecisionCase] = [
        DecisionCase(
            "vouching", given: french, when: .vouch([title], reason: "checked on a phone"),
            then: .events(["translation.reviewed fr title text=#4 reason=checked on a phone"])),
        DecisionCase(
            "vouching again", given: french + [.fact(6, .reviewed(4))],
            when: .vouch([title], reason: nil), then: .nothing),
        DecisionCase(
            "vouching after a flag",
            given: french + [.fact(6, .reviewed(4)), .fact(7, .flagged(4))],
            when: .vouch([title], reason: nil),
            then: .events(["translation.reviewed fr title text=#4"])),
        DecisionCase(
            "vouching for what is inherited", given: french,
            when: .vouch([UnitID("fr-CA", .title)], reason: nil), then: .refused(.noText)),
        DecisionCase(
            "vouching for the source", given: french,
            when: .vouch([UnitID("en", .title)], reason: nil), then: .refused(.sourceLanguage)),
        DecisionCase(
            "vouching without being a reviewer",
            given: french + [
                .setting(
                    6, "reviewers",
                    .object(JSONObject(uniqueMembers: [("fr", ["otto@example.org"])])))
            ],
            when: .vouch([title], reason: nil), then: .refused(.notReviewer)),
        DecisionCase(
            "vouching for one's own", given: french + [.setting(6, "self-review", false)],
            when: .vouch([title], reason: nil), by: .ines, then: .refused(.selfReview)),
        DecisionCase(
            "a flag", given: french, when: .flag([title], reason: "too long"),
            then: .events(["translation.flagged fr title text=#4 reason=too long"])),
        DecisionCase(
            "a flag again", given: french + [.fact(6, .flagged(4))],
            when: .flag([title], reason: nil), then: .nothing),
    ]

    @Test(arguments: reviews) func review(_ item: DecisionCase) throws { try item.check() }

    static let batches: [DecisionCase] = [
        DecisionCase(
            "what is refused leaves nothing behind", given: french,
            when: .batch([
                .setText("fr", .button, Value("B")), .reject([proposal], code: nil, reason: "no"),
                .accept([proposal, .number(9)], AcceptOptions()),
                .setText("fr", .title, Value("T")),
            ]),
            then: .events([
                "proposal.rejected fr title proposal=#5 reason=no",
                "translation.set fr title value=T base=#4 source=#3",
            ])),
        DecisionCase(
            "the second that decides the same", given: french,
            when: .batch([
                .accept([proposal], AcceptOptions()), .setText("fr", .title, Value("T")),
                .deleteProposals([proposal], byPerson: true),
            ]),
            then: .events([
                "proposal.accepted fr title proposal=#5 value=P author=Ines base=#4 source=#3"
            ])),
    ]

    @Test(arguments: batches) func batch(_ item: DecisionCase) throws { try item.check() }

    @Test func whatIsLeftOutIsNamed() throws {
        let decision = try DecisionCase.decide(
            .batch([
                .setText("fr", .button, Value("B")),
                .reject([Self.proposal], code: nil, reason: ""),
                .accept([Self.proposal], AcceptOptions()),
            ]), EventLogState(project: .app, events: Self.french))
        #expect(decision.leftOut.map(\.index) == [0, 2])
        #expect(decision.leftOut.map(\.refusal.code) == [.unknownKey, .contradiction])
    }
}
