import JSON
import Testing
import Texts
import Translation

/// Decisions to propose, reject and delete.
struct ProposeTests {
    private static let title: [Event] = [.language(1), .source(2, .defined("Title"))]
    private static let french = title + [.fact(3, .set("Titre"), source: 2)]
    private static let mine = french + [.fact(5, .made("P", .second), base: 3, source: 2)]
    private static let theirs = french + [.fact(5, .made("P", .first), base: 3, source: 2)]
    private static let canada =
        french + [
            .language(4, .localeAdded(LocaleAttributes(fallback: ["fr", "en"])), in: "fr-CA")
        ]
    private static let britain =
        title + [.language(4, .localeAdded(LocaleAttributes(fallback: ["en"])), in: "en-GB")]

    private static func limit(_ count: Int64) -> Event {
        .setting(9, "open-proposals", .integer(count))
    }

    private static func text(_ text: String) -> ProposeOptions {
        ProposeOptions(value: Value(text))
    }

    static let proposals: [DecisionCase] = [
        DecisionCase(
            "a text is proposed", given: french, when: .propose("fr", .title, text("P")),
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) base=#3 source=#2"
            ])),
        DecisionCase(
            "with all that can be said", given: title,
            when: .propose(
                "fr", .title,
                ProposeOptions(value: Value("P"), note: "formal", origin: .machine("m"))),
            by: nil,
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) note=formal origin=machine:m source=#2"
            ])),
        DecisionCase(
            "another text replaces the own one", given: mine,
            when: .propose("fr", .title, text("Q")),
            then: .events([
                "proposal.made fr title value=Q guid=\(HashedGuid.second) replaces=#5 base=#3 source=#2"
            ])),
        DecisionCase(
            "the same text again", given: mine, when: .propose("fr", .title, text("P")),
            then: .refused(.duplicate)),
        DecisionCase(
            "the same text with a picture", given: mine,
            when: .propose("fr", .title, ProposeOptions(value: Value("P"), picture: "p")),
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) replaces=#5 picture=p base=#3 source=#2"
            ])),
        DecisionCase(
            "the same text in another normal form",
            given: french + [.fact(5, .made("\u{e9}", .second))],
            when: .propose("fr", .title, text("e\u{301}")), then: .refused(.duplicate)),
        DecisionCase(
            "the same text of another guid", given: theirs, when: .propose("fr", .title, text("P")),
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) base=#3 source=#2"
            ])),
        DecisionCase(
            "one more than the project allows", given: theirs + [limit(1)],
            when: .propose("fr", .title, text("Q")), then: .refused(.tooManyProposals)),
        DecisionCase(
            "as many as the project allows", given: theirs + [limit(2)],
            when: .propose("fr", .title, text("Q")),
            then: .events([
                "proposal.made fr title value=Q guid=\(HashedGuid.second) base=#3 source=#2"
            ])),
        DecisionCase(
            "another text in the place of the own one, where no more are allowed",
            given: mine + [limit(1)], when: .propose("fr", .title, text("Q")),
            then: .events([
                "proposal.made fr title value=Q guid=\(HashedGuid.second) replaces=#5 base=#3 source=#2"
            ])),
        DecisionCase(
            "the same text after its rejection", given: mine + [.fact(6, .rejected(5))],
            when: .propose("fr", .title, text("P")),
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) base=#3 source=#2"
            ])),
        DecisionCase(
            "what stands already", given: french, when: .propose("fr", .title, text("Titre")),
            then: .refused(.unchanged)),
        DecisionCase(
            "what is inherited", given: canada, when: .propose("fr-CA", .title, text("Titre")),
            then: .refused(.unchanged)),
        DecisionCase(
            "what differs from what is inherited", given: canada,
            when: .propose("fr-CA", .title, text("P")),
            then: .events([
                "proposal.made fr-CA title value=P guid=\(HashedGuid.second) source=#2"
            ])),
        DecisionCase(
            "the source text where it is inherited", given: britain,
            when: .propose("en-GB", .title, text("Title")), then: .refused(.unchanged)),
        DecisionCase(
            "the source text where it is not", given: title,
            when: .propose("fr", .title, text("Title")),
            then: .events([
                "proposal.made fr title value=Title guid=\(HashedGuid.second) source=#2"
            ])),
        DecisionCase(
            "a source text", given: title, when: .propose("en", .title, text("Header")),
            then: .events(["proposal.made en title value=Header guid=\(HashedGuid.second) base=#2"])
        ),
        DecisionCase(
            "the source text that stands", given: title,
            when: .propose("en", .title, text("Title")),
            then: .refused(.unchanged)),
        DecisionCase(
            "in a frozen language", given: french + [.setting(6, "frozen", ["fr"])],
            when: .propose("fr", .title, text("P")),
            then: .events([
                "proposal.made fr title value=P guid=\(HashedGuid.second) base=#3 source=#2"
            ])),
        DecisionCase(
            "without guid", given: french, when: .propose("fr", .title, text("P")), guid: nil,
            then: .refused(.noGuid)),
        DecisionCase(
            "in a language that is not there", given: french,
            when: .propose("de", .title, text("P")), then: .refused(.unknownLanguage)),
        DecisionCase(
            "for a string that is not there", given: french,
            when: .propose("fr", .button, text("P")), then: .refused(.unknownKey)),
        DecisionCase(
            "for a new string", given: french,
            when: .propose("fr", .button, ProposeOptions(value: Value("P"), isNew: true)),
            then: .events([
                "proposal.made fr button value=P guid=\(HashedGuid.second) new=true"
            ])),
        DecisionCase(
            "for a new string without key", given: french,
            when: .propose(
                "fr", StringID(section: "default", key: ""),
                ProposeOptions(value: Value("P"), isNew: true)),
            then: .refused(.invalidValue)),
        DecisionCase(
            "too deep", given: french,
            when: .propose("fr", .title, ProposeOptions(value: DecisionCase.tooDeep)),
            then: .refused(.invalidValue)),
    ]

    @Test(arguments: proposals) func proposal(_ item: DecisionCase) throws { try item.check() }

    static let rejections: [DecisionCase] = [
        DecisionCase(
            "a proposal is rejected", given: theirs,
            when: .reject([.number(5)], code: ReasonCode("style"), reason: "Too stiff."),
            then: .events(["proposal.rejected fr title proposal=#5 code=style reason=Too stiff."])),
        DecisionCase(
            "named twice", given: theirs,
            when: .reject([.number(5), .number(5)], code: nil, reason: nil),
            then: .events(["proposal.rejected fr title proposal=#5"])),
        DecisionCase(
            "one that is no reviewer's", given: theirs + [reviewers(["fr": ["ines@example.org"]])],
            when: .reject([.number(5)], code: nil, reason: nil), then: .refused(.notReviewer)),
        DecisionCase(
            "one that is decided", given: theirs + [.fact(6, .rejected(5))],
            when: .reject([.number(5)], code: nil, reason: nil), then: .refused(.alreadyDecided)),
        DecisionCase(
            "one that is not there", given: theirs,
            when: .reject([.number(5), .number(9)], code: nil, reason: nil),
            then: .refused(.unknownProposal)),
        DecisionCase(
            "what is no proposal", given: theirs,
            when: .reject([.number(3)], code: nil, reason: nil),
            then: .refused(.unknownProposal)),
        DecisionCase(
            "by an alias's id",
            given: title + [
                .fact(5, .made("P"), idem: "k"), .fact(6, .made("P"), idem: "k"),
            ], when: .reject([.number(6)], code: nil, reason: nil),
            then: .events(["proposal.rejected fr title proposal=#5"])),
    ]

    @Test(arguments: rejections) func rejection(_ item: DecisionCase) throws { try item.check() }

    static let deletions: [DecisionCase] = [
        DecisionCase(
            "the own proposal", given: mine,
            when: .deleteProposals([.number(5)], byPerson: false), by: nil,
            then: .events(["proposal.deleted fr title proposal=#5 guid=\(HashedGuid.second)"])),
        DecisionCase(
            "another's", given: theirs, when: .deleteProposals([.number(5)], byPerson: false),
            then: .refused(.notOwner)),
        DecisionCase(
            "another's, without guid", given: theirs,
            when: .deleteProposals([.number(5)], byPerson: false), guid: nil,
            then: .refused(.notOwner)),
        DecisionCase(
            "another's, as a person", given: theirs,
            when: .deleteProposals([.number(5)], byPerson: true),
            then: .events(["proposal.deleted fr title proposal=#5"])),
        DecisionCase(
            "another's, as somebody who is no reviewer",
            given: theirs + [reviewers(["fr": ["otto@example.org"]])],
            when: .deleteProposals([.number(5)], byPerson: true), then: .refused(.notReviewer)),
        DecisionCase(
            "the own, as somebody who is no reviewer",
            given: theirs + [reviewers(["fr": ["otto@example.org"]])],
            when: .deleteProposals([.number(5)], byPerson: true), by: .ines,
            then: .events(["proposal.deleted fr title proposal=#5"])),
        DecisionCase(
            "another's, as nobody", given: theirs,
            when: .deleteProposals([.number(5)], byPerson: true), by: nil,
            then: .refused(.noIdentity)),
        DecisionCase(
            "an accepted one", given: mine + [.fact(6, .accepted(5, "P"), base: 3)],
            when: .deleteProposals([.number(5)], byPerson: false), then: .refused(.alreadyDecided)),
        DecisionCase(
            "a replaced one", given: mine + [.fact(6, .made("Q", .second, replaces: 5))],
            when: .deleteProposals([.number(5)], byPerson: false), then: .refused(.alreadyDecided)),
        DecisionCase(
            "a deleted one", given: mine + [.fact(6, .deleted(5))],
            when: .deleteProposals([.number(5)], byPerson: false), then: .refused(.alreadyDecided)),
        DecisionCase(
            "one that is not there", given: mine,
            when: .deleteProposals([.number(9)], byPerson: true), then: .refused(.unknownProposal)),
    ]

    @Test(arguments: deletions) func deletion(_ item: DecisionCase) throws { try item.check() }

    static func reviewers(_ people: [String: [String]], number: Int = 8) -> Event {
        .setting(number, "reviewers", .people(people))
    }
}
