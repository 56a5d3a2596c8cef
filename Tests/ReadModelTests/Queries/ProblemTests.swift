import ReadModel
import Testing
import Texts
import Translation

struct ProblemTests {
    private func problems(_ log: SampleLog) throws -> [ReadModel.Problem.Kind] {
        try log.model().read { try $0.problems() }.map(\.kind)
    }

    @Test func aSoundLogHasNone() throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        #expect(try problems(log) == [])
    }

    @Test(arguments: ["", "{", "[]", #"{"v":1}"#, #"{"v":0,"id":"x"}"#])
    func whatIsNoEventIsNamed(line: String) throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(line: Array(line.utf8))
        let model = try log.model()
        #expect(try model.read { try $0.problems() }.map(\.kind) == [.malformed])
        #expect(try model.read { try $0.problems() }.first?.path == log.files[1].path)
        #expect(try model.read { try $0.problems() }.first?.line == 1)
        #expect(try model.read { try $0.eventCount() } == 1)
    }

    @Test func strayEventsCountAllTheSame() throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(.translationSet(Value("Un")), SampleLog.fr, "a", folder: "de")
        let model = try log.model()
        #expect(try model.read { try $0.problems() }.map(\.kind) == [.stray])
        #expect(try model.read { try $0.hasStrayEvents() })
        #expect(
            try model.read { try $0.unit(SampleLog.fr, SampleLog.string("a")) }.text?.value
                == Value("Un"))
    }

    @Test func definitionsBelongIntoTheSourceLanguage() throws {
        var log = SampleLog()
        log.add(.stringRemoved, SampleLog.fr, "a")
        log.add(.translationRemoved, SampleLog.en, "a")
        #expect(try problems(log) == [.outOfPlace, .outOfPlace])
        #expect(try log.model().read { try $0.unrecognizedTypes() }.isEmpty)
    }

    @Test func ofOneIdTheSmallerBytesCount() throws {
        var log = SampleLog()
        log.define("a", "B")
        let bigger = log.files[0].content.dropLast()
        let text = String(decoding: bigger, as: UTF8.self)
        let smaller = text.replacing(#""value":"B""#, with: #""value":"A""#)
        log.add(line: Array(smaller.utf8))
        log.add(line: Array(bigger))
        let model = try log.model()
        #expect(try model.read { try $0.problems() }.map(\.kind) == [.duplicate, .duplicate])
        #expect(try model.read { try $0.eventCount() } == 1)
        #expect(
            try model.read { try $0.unit(SampleLog.en, SampleLog.string("a")) }.text?.value
                == Value("A"))
    }

    @Test func theSameBytesTwiceAreNone() throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(line: Array(log.files[0].content.dropLast()))
        #expect(try problems(log) == [])
        #expect(try log.model().read { try $0.eventCount() } == 1)
    }

    @Test func otherFormsOfALineAreNamed() throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(
            line: Array(
                #"{"v":1, "id":"00000000090000000000000009","type":"string.removed","at":"","locale":"en","key":"a"}"#
                    .utf8))
        #expect(try problems(log) == [.notCanonical])
    }

    @Test func whatIsNewerIsCounted() throws {
        var log = SampleLog()
        #expect(try log.model().read { try $0.newerVersion() } == nil)
        log.add(line: Array(#"{"v":3}"#.utf8))
        log.add(line: Array(#"{"v":2,"id":7}"#.utf8))
        log.add(
            line: Array(
                #"{"v":1,"id":"00000000090000000000000009","type":"tea.served","at":"","locale":"en"}"#
                    .utf8))
        let model = try log.model()
        #expect(try model.read { try $0.newerVersion() } == 3)
        #expect(
            try model.read { try $0.problems() }.map(\.kind) == [
                .newerVersion, .newerVersion, .unrecognized,
            ])
        let types = try model.read { try $0.unrecognizedTypes() }
        #expect(types.map(\.type) == ["tea.served"])
        #expect(types.map(\.count) == [1])
    }

    @Test(arguments: ["99999999999999999999", "1e3", "2.0", "1e999"])
    func whatIsNewerIsSoHoweverItIsSpelled(version: String) throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(line: Array("{\"v\":\(version)}".utf8))
        let model = try log.model()
        #expect(try model.read { try $0.newerVersion() } ?? 0 > 1)
        #expect(try model.read { try $0.problems() }.map(\.kind) == [.newerVersion])
    }

    @Test func tagsInAnotherFormAreNamed() throws {
        var log = SampleLog()
        log.define("a", "A")
        log.add(.localeAdded(LocaleAttributes(fallback: [SampleLog.tag("FR")])), SampleLog.fr)
        let problems = try log.model().read { model in
            try model.problems { $0 != SampleLog.tag("FR") }
        }
        #expect(problems.map(\.kind) == [.notCanonical])
        #expect(problems.first?.message == "The language tag “FR” is not in canonical form.")
        #expect(try self.problems(log) == [])
    }

    @Test func aDecisionOnAnotherStringsProposalIsMisdirected() throws {
        var log = SampleLog()
        log.add(.localeAdded(LocaleAttributes(fallback: [])), SampleLog.fr)
        log.define("a", "x")
        let made = log.add(
            .proposalMade(ProposedText(value: Value("x"), guid: HashedGuid("G1"))), SampleLog.fr,
            "a")
        log.add(.proposalRejected(Verdict(proposal: made)), SampleLog.fr, "b")
        #expect(try problems(log) == [.misdirected])
        #expect(try log.model().read { try $0.proposals() }.map(\.state) == [.open])
    }
}
