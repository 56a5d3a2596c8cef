import ReadModel
import TestWorld
import Testing
import Texts
import Translation

struct EventQueryTests {
    private func sample() -> SampleLog {
        var log = SampleLog()
        log.define("a", "A")
        log.add(.translationSet(Value("Un")), SampleLog.fr, "a", actor: SampleLog.tom)
        log.add(.translationSet(Value("Bé")), SampleLog.fr, "b")
        log.add(
            .proposalMade(ProposedText(value: Value("x"), guid: HashedGuid("G1"))), SampleLog.frCA,
            "a", actor: nil)
        return log
    }

    @Test func eventsComeNewestFirst() throws {
        #expect(
            try sample().model().read { try $0.events() }.map(\.event.id)
                == [4, 3, 2, 1].map(SampleLog.id))
    }

    @Test func eventsAreFiltered() throws {
        let model = try sample().model()
        func ids(_ filter: EventFilter) throws -> [EventID] {
            try model.read { try $0.events(filter) }.map(\.event.id)
        }
        #expect(try ids(EventFilter(locale: SampleLog.fr)) == [3, 2].map(SampleLog.id))
        #expect(
            try ids(EventFilter(string: SampleLog.string("a"))) == [4, 2, 1].map(SampleLog.id))
        #expect(try ids(EventFilter(section: "default")).count == 4)
        #expect(try ids(EventFilter(guid: HashedGuid("G1"))) == [SampleLog.id(4)])
        #expect(try ids(EventFilter(keyPattern: "*")) == [4, 3, 2, 1].map(SampleLog.id))
        #expect(try ids(EventFilter(locale: SampleLog.fr, keyPattern: "b*")) == [SampleLog.id(3)])
        #expect(try ids(EventFilter(keyPattern: "")).isEmpty)
        #expect(try ids(EventFilter(author: "TOM@")) == [SampleLog.id(2)])
        #expect(try ids(EventFilter(types: ["string.defined"])) == [SampleLog.id(1)])
        #expect(try ids(EventFilter(after: SampleLog.id(2))) == [4, 3].map(SampleLog.id))
        #expect(try ids(EventFilter(through: SampleLog.id(2))) == [2, 1].map(SampleLog.id))
        #expect(try ids(EventFilter(author: "ines", limit: 1)) == [SampleLog.id(3)])
    }

    @Test func aGuidHasWhatWasDecidedAboutItsProposals() throws {
        var log = sample()
        let verdict = Verdict(proposal: SampleLog.id(4))
        log.add(.proposalRejected(verdict), SampleLog.frCA, "a", actor: SampleLog.tom)
        log.add(
            .proposalMade(ProposedText(value: Value("x"), guid: HashedGuid("G2"))), SampleLog.frCA,
            "a", actor: nil)
        let ids = try log.model().read { try $0.events(EventFilter(guid: HashedGuid("G1"))) }.map(
            \.event.id)
        #expect(ids == [5, 4].map(SampleLog.id))
    }

    @Test func aReaderThatHasEnoughIsNotReadTo() throws {
        var seen: [EventID] = []
        try sample().model().read { model in
            try model.forEachEvent(EventFilter()) { stored in
                seen.append(stored.event.id)
                return seen.count < 2
            }
        }
        #expect(seen == [4, 3].map(SampleLog.id))
        #expect(try sample().model().read { try $0.firstEventID() } == SampleLog.id(1))
    }

    @Test func linesAreKeptByteForByte() throws {
        let log = sample()
        let stored = try log.model().read { try $0.storedEvent(SampleLog.id(2)) }
        #expect(stored.map { $0.line + [UInt8(ascii: "\n")] } == log.files[1].content)
        #expect(stored?.path == log.files[1].path)
    }

    @Test func idsAreFoundByTime() throws {
        let model = try sample().model()
        #expect(try model.read { try $0.lastEventID(notAfter: 2) } == SampleLog.id(2))
        #expect(try model.read { try $0.lastEventID(notAfter: .max >> 16) } == SampleLog.id(4))
        #expect(try model.read { try $0.lastEventID(notAfter: 0) } == nil)
        #expect(try model.read { try $0.eventIDs(after: 2) } == [3, 4].map(SampleLog.id))
    }

    @Test func languagesAndStringsAreListed() throws {
        let model = try sample().model()
        #expect(
            try model.read { try $0.hasEvents(of: SampleLog.string("a")) }
                && !model.read { try $0.hasEvents(of: SampleLog.string("never")) })
        #expect(
            try model.read { try $0.locales(of: SampleLog.string("a")) }
                == [SampleLog.en, SampleLog.fr, SampleLog.frCA])
        #expect(try model.read { try $0.strings(in: SampleLog.fr) }.map(\.key) == ["a", "b"])
        #expect(try model.read { try $0.existingStrings() }.map(\.key) == ["a"])
        #expect(try model.read { try $0.sections() } == ["default"])
    }

    @Test func aPastStateHasOnlyEarlierEvents() throws {
        let model = try sample().model()
        let past = try model.read { try Projection.inMemory(copying: $0, notAfter: 2) }
        #expect(try past.read { try $0.eventCount() } == 2)
        #expect(try past.differingTables(from: model).contains("event"))
        let all = try model.read { try Projection.inMemory(copying: $0, notAfter: 100) }
        #expect(try all.differingTables(from: model) == [])
        let some = try model.read {
            try Projection.inMemory(copying: $0, notAfter: 100, locales: [SampleLog.fr])
        }
        #expect(try some.read { try $0.eventCount() } == 3)
    }
}
