import JSON
import ReadModel
import Testing
import Texts
import Translation

struct ProposalQueryTests {
    private let first = HashedGuid("G1")
    private let second = HashedGuid("G2")

    /// Two guids propose; the first guid's text is accepted, the second's rejected, and a machine
    /// proposes too.
    private func model() throws -> Projection {
        var log = SampleLog()
        let source = log.define("a", "Sign in")
        func propose(_ text: String, _ guid: HashedGuid, _ origin: Origin = .human) -> Payload {
            .proposalMade(ProposedText(value: Value(text), guid: guid, origin: origin))
        }
        let taken = log.add(propose("Connexion", first), SampleLog.fr, "a", source: source)
        let refused = log.add(propose("Login", second), SampleLog.fr, "a", source: source)
        log.add(
            .proposalAccepted(Acceptance(proposal: taken, value: Value("Connexion !"))),
            SampleLog.fr, "a", source: source)
        log.add(
            .proposalRejected(
                Verdict(proposal: refused, code: ReasonCode("style"), reason: "English")),
            SampleLog.fr, "a", actor: SampleLog.tom)
        log.add(
            propose("Se connecter", second, .reference("store")), SampleLog.fr, "a",
            source: source)
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        return try log.model()
    }

    @Test func areListedOldestFirstWithTheirFate() throws {
        let rows = try model().read { try $0.proposals() }
        #expect(rows.map(\.state) == [.accepted, .rejected, .open])
        #expect(rows.map(\.id) == [2, 3, 6].map(SampleLog.id))
        #expect(rows[1].decision?.actor == SampleLog.tom)
        #expect(rows[1].decision?.id == SampleLog.id(5))
        #expect(rows.allSatisfy { $0.current == Value("Connexion !") })
        #expect(rows.map(\.isOutdated) == [true, true, true])
    }

    @Test func areFoundByTheirNumbers() throws {
        let model = try model()
        let rows = try model.read { try $0.proposals() }
        for row in rows {
            let found = try model.read { try $0.proposals(numbered: row.id.proposalNumber) }
            #expect(found.map(\.id) == [row.id])
            #expect(found.map(\.guid) == [row.proposed.guid])
        }
        #expect(try model.read { try $0.proposals(numbered: 1) }.isEmpty)
        // sha256sum: 4c79ad9e7e796e8b…
        let id = try #require(EventID("01JD6Q3ZK8V7M2T4C9B0XWYRGH"))
        #expect(id.proposalNumber == 2_690_735_603_175_213)
    }

    @Test func theNewestEventOfTextsIsNoProposal() throws {
        let model = try model()
        func newest(_ locales: LanguageTag...) throws -> EventID? {
            try model.read { try $0.newestTextEvent(in: locales) }
        }
        #expect(try newest(SampleLog.fr) == SampleLog.id(7))
        #expect(try newest(SampleLog.frCA) == nil)
        #expect(try newest(SampleLog.frCA, SampleLog.en) == SampleLog.id(1))
    }

    @Test func areFiltered() throws {
        let model = try model()
        func ids(_ filter: ProposalFilter) throws -> [EventID] {
            try model.read { try $0.proposals(filter) }.map(\.id)
        }
        #expect(try ids(ProposalFilter(owner: second)) == [3, 6].map(SampleLog.id))
        #expect(try ids(ProposalFilter(states: [.open, .accepted])) == [2, 6].map(SampleLog.id))
        #expect(try ids(ProposalFilter(locale: SampleLog.frCA)) == [])
        #expect(try ids(ProposalFilter(section: "default")).count == 3)
        #expect(try ids(ProposalFilter(string: SampleLog.string("b"))) == [])
        #expect(try ids(ProposalFilter(origin: "reference:")) == [SampleLog.id(6)])
        #expect(try ids(ProposalFilter(limit: 1)) == [SampleLog.id(6)])
    }

    @Test func thoseOfWhatIsGoneComeBackWithIt() throws {
        var log = SampleLog()
        let definition = log.define("a", "Sign in")
        let added = log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        func propose(_ key: String, isNew: Bool = false) {
            let text = ProposedText(value: Value("Oui"), guid: first, isNew: isNew)
            log.add(.proposalMade(text), SampleLog.fr, key)
        }
        propose("a")
        propose("new", isNew: true)
        propose("unknown")
        func keys() throws -> [String] {
            try log.model().read { try $0.proposals() }.map(\.string.key)
        }
        #expect(try keys() == ["a", "new"])
        let removed = log.add(.stringRemoved, SampleLog.en, "a", base: definition)
        #expect(try keys() == ["new"])
        #expect(try log.model().read { try $0.proposals(ProposalFilter(limit: 1)) }.count == 1)
        log.add(
            .stringDefined(Definition(value: Value("Sign in"))), SampleLog.en, "a", base: removed)
        #expect(try keys() == ["a", "new"])
        let gone = log.add(.localeRemoved, SampleLog.fr, base: added)
        #expect(try keys() == [])
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr, base: gone)
        #expect(try keys() == ["a", "new"])
    }

    @Test func areFoundByAFragmentOfTheirIds() throws {
        let model = try model()
        let id = SampleLog.id(3)
        #expect(
            try model.read { try $0.proposalIDs(matching: String(id.description.suffix(6))) } == [
                id
            ])
        #expect(try model.read { try $0.proposalIDs(matching: id.description) } == [id])
        #expect(try model.read { try $0.proposalIDs(matching: "0000") }.count == 3)
        #expect(try model.read { try $0.proposalIDs(matching: "003") } == [])
        #expect(try model.read { try $0.proposalIDs(matching: "ZZZZ") } == [])
        #expect(try model.read { try $0.proposalIDs(matching: "000004") } == [])
        #expect(try model.read { try $0.eventIDs(matching: "000004") } == [SampleLog.id(4)])
    }

    @Test func contradictedDecisionsAreConflicts() throws {
        var log = SampleLog()
        log.define("a", "Sign in")
        let made = log.add(
            .proposalMade(ProposedText(value: Value("Connexion"), guid: first)), SampleLog.fr, "a")
        log.add(
            .proposalAccepted(Acceptance(proposal: made, value: Value("Connexion"))),
            SampleLog.fr, "a")
        log.add(.proposalDeleted(Verdict(proposal: made, guid: first)), SampleLog.fr, "a")
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        let conflicts = try log.model().read { try $0.conflicts() }
        #expect(conflicts.map(\.winner.id) == [SampleLog.id(3)])
        #expect(conflicts.map(\.loser.id) == [SampleLog.id(4)])
        #expect(conflicts.map(\.string) == [SampleLog.string("a")])
        let entries = try log.model().read { try $0.entries(locale: SampleLog.fr, chain: []) }
        #expect(entries.map(\.hasConflict) == [true])
    }

    @Test func losingHeadsAreConflicts() throws {
        var log = SampleLog()
        log.define("a", "Sign in")
        log.add(.translationSet(Value("Un")), SampleLog.fr, "a")
        log.add(.translationSet(Value("Deux")), SampleLog.fr, "a")
        log.add(.settingChanged(name: "x", value: "1"))
        log.add(.settingChanged(name: "x", value: "2"))
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        let model = try log.model()
        #expect(try model.read { try $0.conflicts() }.map(\.loser.id) == [4, 2].map(SampleLog.id))
        #expect(
            try model.read { try $0.conflicts(locale: SampleLog.fr) }.map(\.loser.id) == [
                SampleLog.id(2)
            ])
        #expect(try model.read { try $0.settings() }.map(\.name) == ["x"])
        #expect(try model.read { try $0.status(of: SampleLog.fr) }.conflicts == 1)
    }
}
