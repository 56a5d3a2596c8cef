import Testing
import Texts
import Translation

/// A rename keeps texts, credit and open proposals.
struct RenameTests {
    private static let old: [Event] = [
        .language(1), .source(2, .defined("Title", minor: true, comment: "c")),
        .fact(3, .set("Titre"), by: .ines, source: 2),
    ]
    private static let rename = Command.renameString(.title, to: .button)

    static let renames: [DecisionCase] = [
        DecisionCase(
            "a history of copies that is too long already", given: CopyChainTests.tooLong,
            when: rename, then: .refused(.tooManyCopies)),
        DecisionCase(
            "definition, text and removal", given: old, when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "translation.set fr button value=Titre source=+1 copies=#3",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "a stale text stays stale", given: old + [.source(4, .defined("Header"), base: 2)],
            when: rename,
            then: .events([
                "string.defined en button value=Header copies=#4",
                "translation.set fr button value=Titre source=#2 copies=#3",
                "string.removed en title base=#4",
            ])),
        DecisionCase(
            "a text of which nothing is known stays so",
            given: [.source(2, .defined("Title")), .fact(3, .set("Titre"))], when: rename,
            then: .events([
                "string.defined en button value=Title copies=#2",
                "translation.set fr button value=Titre copies=#3",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "open proposals come along, decided ones do not",
            given: old + [
                .fact(5, .made("P"), base: 3, source: 2), .fact(6, .made("Q", .second)),
                .fact(7, .rejected(6)), .source(8, .made("Header"), base: 2),
            ], when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "proposal.made en button value=Header guid=\(HashedGuid.first) base=+1 copies=#8",
                "translation.set fr button value=Titre source=+1 copies=#3",
                "proposal.made fr button value=P guid=\(HashedGuid.first) base=+3 source=+1 copies=#5",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "an outdated proposal stays outdated",
            given: old + [
                .fact(5, .made("P"), base: 3, source: 2), .fact(6, .set("T"), base: 3, source: 2),
            ], when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "translation.set fr button value=T source=+1 copies=#6",
                "proposal.made fr button value=P guid=\(HashedGuid.first) base=#3 source=#2 copies=#5",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "a proposal that replaced another replaces nothing there",
            given: [
                .source(2, .defined("Title")), .fact(5, .made("P")),
                .fact(6, .made("Q", replaces: 5)),
            ], when: rename,
            then: .events([
                "string.defined en button value=Title copies=#2",
                "proposal.made fr button value=Q guid=\(HashedGuid.first) copies=#6",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "over a key that was removed",
            given: old + [
                .source(4, .defined("B"), string: .button),
                .source(5, .stringRemoved, string: .button, base: 4),
                .fact(6, .set("Bouton"), string: .button),
            ], when: rename,
            then: .events([
                "string.defined en button value=Title comment=c base=#5 copies=#2",
                "translation.set fr button value=Titre base=#6 source=+1 copies=#3",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "a conflict comes along", given: old + [.source(4, .defined("Header"))], when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "string.defined en button value=Header copies=#4",
                "translation.set fr button value=Titre source=#2 copies=#3",
                "string.removed en title base=#4 over=[#2]",
            ])),
        DecisionCase(
            "a conflict of texts comes along", given: old + [.fact(4, .set("T"), source: 2)],
            when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "translation.set fr button value=Titre source=+1 copies=#3",
                "translation.set fr button value=T source=+1 copies=#4",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "a removal that counts goes on counting",
            given: old + [
                .fact(4, .set("T"), base: 3, source: 2), .fact(5, .translationRemoved, base: 3),
            ], when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "translation.set fr button value=T source=+1 copies=#4",
                "translation.removed fr button",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "the last reviewed text comes along",
            given: old + [
                .fact(4, .translationReviewed(text: .number(3), reason: nil)),
                .fact(5, .set("T"), base: 3, source: 2),
            ], when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "translation.set fr button value=Titre source=+1 copies=#3",
                "translation.set fr button value=T base=+2 source=+1 copies=#5",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "silenced checks come along",
            given: old + [.fact(4, .checkSilenced(check: "placeholders", reason: "no"))],
            when: rename,
            then: .events([
                "string.defined en button value=Title comment=c copies=#2",
                "translation.set fr button value=Titre source=+1 copies=#3",
                "check.silenced fr button check=placeholders reason=no",
                "string.removed en title base=#2",
            ])),
        DecisionCase(
            "a key that is there", given: old + [.source(4, .defined("B"), string: .button)],
            when: rename, then: .refused(.exists)),
        DecisionCase(
            "to itself", given: old, when: .renameString(.title, to: .title),
            then: .refused(.unchanged)),
        DecisionCase("a key that is not there", when: rename, then: .refused(.unknownKey)),
        DecisionCase(
            "to no key", given: old,
            when: .renameString(.title, to: StringID(section: "default", key: "")),
            then: .refused(.invalidValue)),
    ]

    @Test(arguments: renames) func rename(_ item: DecisionCase) throws { try item.check() }

    /// The state after the rename.
    @Test func creditStalenessAndProposalsAreKept() throws {
        let given: [Event] = [
            .language(1), .language(2, in: "de"), .source(3, .defined("Title")),
            .fact(4, .made("Titre"), by: .ines, source: 3),
            .fact(5, .accepted(4, "Titre", author: .ines), by: .ravi, source: 3),
            .fact(6, .made("P", .second), by: .ines, base: 5, source: 3),
            .fact(7, .made("Out"), by: .ines, base: 4, source: 3),
            .fact(8, .set("Titel"), in: "de", by: .ines, source: 3),
            .source(9, .defined("Header"), base: 3),
            .fact(10, .set("Titel"), in: "de", by: .ines, base: 8, source: 9),
        ]
        let state = EventLogState(project: .app, events: given)
        let decision = try DecisionCase.decide(Self.rename, state)
        let after = EventLogState(project: .app, events: given + decision.events)
        #expect(after.existingStrings() == [.button])
        let french = after.unit("fr", .button)
        #expect(french.text?.author == .ines)
        #expect(french.text?.isReviewed == true)
        #expect(french.text?.isStale == true)
        #expect(french.proposals.map(\.state) == [.open, .open])
        #expect(french.proposals.map(\.isOutdated) == [true, true])
        let german = after.unit("de", .button)
        #expect(german.text?.isStale == false)
        #expect(german.text?.isReviewed == false)
        #expect(after.unit("en", .button).text?.value == Value("Header"))
        checkOrders(of: given + decision.events, limit: 20)
    }
}
