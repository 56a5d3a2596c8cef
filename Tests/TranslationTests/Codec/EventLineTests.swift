import JSON
import TestKit
import Testing
import Texts
import Translation

/// The stored form of every type of event, byte by byte.
struct EventLineTests {
    @Test func allTypesHaveKnownNames() {
        let kinds = PayloadKind.allCases.filter { $0 != .unrecognized }
        #expect(Payload.knownTypes == kinds.map(\.rawValue))
    }

    private static let a = "0000000001000000000000000A"
    private static let b = "0000000002000000000000000B"
    private static let head =
        "{\"v\":1,\"id\":\"\(a)\",\"type\":\"TYPE\",\"at\":\"2026-11-21T09:30:00.123Z\",\"locale\":\"fr\""
    private static let string = ",\"section\":\"auth\",\"key\":\"title\""
    private static let guid = "0123456789ABCDEFGHJKMNPQRS"

    /// The type, and the rest of the line after the language.
    static let lines: [(kind: PayloadKind, rest: String)] = [
        (.localeAdded, ",\"fallback\":[]"),
        (.localeAdded, ",\"name\":\"Français\",\"fallback\":[\"fr-FR\",\"en\"],\"planned\":true"),
        (.localeRemoved, ",\"base\":\"\(b)\""),
        (.stringDefined, string + ",\"value\":\"Log in\""),
        (
            .stringDefined,
            string
                + ",\"value\":\"Log in\",\"comment\":\"A button.\",\"maxLength\":{\"n\":12,\"unit\":\"grapheme\"}"
                + ",\"placeholders\":[{\"name\":\"n\",\"type\":\"int\",\"example\":\"3\"},{\"name\":\"x\",\"type\":\"text\"}]"
                + ",\"translate\":false,\"order\":-3,\"refs\":[\"A.swift:1\"],\"labels\":[\"l\"]"
                + ",\"screenshot\":{\"url\":\"https://example.org/1.png\",\"sha256\":\"00\"},\"minor\":true,\"base\":\"\(b)\""
        ),
        (.stringRemoved, string + ",\"base\":\"\(a)\",\"over\":[\"\(b)\"]"),
        (.translationSet, string + ",\"value\":\"\""),
        (
            .translationSet,
            string
                + ",\"value\":\"Connexion\",\"base\":\"\(a)\",\"over\":[\"\(b)\"],\"source\":\"\(a)\""
                + ",\"copies\":\"\(b)\",\"undoes\":[\"\(a)\",\"\(b)\"],\"idem\":\"k\",\"meta\":{\"po\":{\"flags\":[\"fuzzy\"]}}"
        ),
        (.translationRemoved, string),
        (.proposalAccepted, string + ",\"proposal\":\"\(b)\",\"value\":\"x\""),
        (
            .proposalAccepted,
            string
                + ",\"proposal\":\"\(b)\",\"value\":\"x\",\"author\":{\"name\":\"Ines\",\"email\":\"i@x\"},\"also\":[\"\(a)\"]"
        ),
        (.settingChanged, ",\"name\":\"frozen\",\"value\":[\"de\"]"),
        (.settingChanged, ",\"name\":\"frozen\""),
        (.resourceDefined, ",\"section\":\"auth\",\"format\":\"po\",\"path\":\"a/b.po\""),
        (.resourceDefined, ",\"section\":\"auth\",\"skeleton\":\"# a\",\"kept\":\"0c\""),
        (.resourceDefined, ""),
        (.fileRead, ",\"section\":\"auth\",\"format\":\"po\",\"texts\":{}"),
        (
            .fileRead,
            ",\"section\":\"auth\",\"format\":\"po\",\"texts\":{\"b\":\"0c\",\"a\\u0004b\":\"\"},\"undoes\":[\"\(a)\"]"
        ),
        (.translationReviewed, string + ",\"text\":\"\(b)\""),
        (.translationFlagged, string + ",\"text\":\"\(b)\",\"reason\":\"Too long.\""),
        (.proposalMade, string + ",\"value\":\"x\",\"guid\":\"\(guid)\""),
        (
            .proposalMade,
            string
                + ",\"value\":\"x\",\"guid\":\"\(guid)\",\"replaces\":\"\(b)\",\"note\":\"formal\""
                + ",\"origin\":\"machine:m\",\"new\":true,\"base\":\"\(a)\",\"source\":\"\(b)\""
        ),
        (
            .proposalRejected,
            string + ",\"proposal\":\"\(b)\",\"code\":\"style\",\"reason\":\"No.\""
        ),
        (.proposalDeleted, string + ",\"proposal\":\"\(b)\",\"guid\":\"\(guid)\""),
        (.proposalReopened, string + ",\"proposal\":\"\(b)\",\"undoes\":[\"\(a)\"]"),
        (.proposalEndorsed, string + ",\"proposal\":\"\(b)\",\"guid\":\"\(guid)\""),
        (.commentAdded, string + ",\"proposal\":\"\(b)\",\"text\":\"Hm.\""),
        (.commentAdded, string + ",\"text\":\"Hm.\",\"guid\":\"\(guid)\""),
        (.commentAdded, string + ",\"text\":\"e\u{301} \u{e9}\\r\\n\\u0000\""),
        (.checkSilenced, string + ",\"check\":\"markup\",\"reason\":\"Right so.\""),
        (.unrecognized, ""),
    ]

    @Test(arguments: lines)
    func lineComesBack(kind: PayloadKind, rest: String) throws {
        let head = Self.head.split(separator: "TYPE", maxSplits: 1).joined(separator: kind.rawValue)
        let line = head + rest + "}"
        let event = try #require(try read(line))
        #expect(PayloadKind(event.payload) == kind)
        #expect(event.payload.typeName == kind.rawValue)
        #expect(String(decoding: event.line, as: UTF8.self) == line)
    }

    @Test func everyTypeHasALine() {
        #expect(Set(Self.lines.map(\.kind)) == Set(PayloadKind.allCases))
        #expect(Payload.knownTypes + ["tea.served"] == PayloadKind.allCases.map(\.rawValue))
    }

    @Test func fieldsArriveWhereTheyBelong() throws {
        let event = try #require(
            try read(
                Self.head.split(separator: "TYPE").joined(separator: "translation.set")
                    + Self.lines[7].rest + "}"))
        #expect(event.id == EventID(Self.a))
        #expect(event.string(in: .app) == StringID(section: "auth", key: "title"))
        #expect(event.base == EventID(Self.a))
        #expect(event.over == [EventID(Self.b)])
        #expect(event.source == EventID(Self.a))
        #expect(event.copies == EventID(Self.b))
        #expect(event.undoes == [Self.a, Self.b].compactMap { EventID($0) })
        #expect(event.idempotencyKey == "k")
        #expect(event.meta?["po"] != nil)
        #expect(event.payload.text == Value("Connexion"))
    }

    @Test(arguments: PayloadKind.allCases, 0..<40)
    func randomEventsComeBack(kind: PayloadKind, seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let event = random.event(kind)
        guard case .event(let back) = try Event.read(line: event.line) else {
            Issue.record("The event is of a newer version.")
            return
        }
        #expect(back == event)
        #expect(back.line == event.line)
        #expect(PayloadKind(back.payload) == kind)
    }

    @Test func eventsAreComparedByBytes() {
        #expect(Event.fact(1, .set("\u{e9}")) != .fact(1, .set("e\u{301}")))
        #expect(Payload.set("\u{e9}") != .set("e\u{301}"))
        #expect(Payload.set("x") == .set("x"))
        #expect(Actor(name: "\u{e9}", email: "") != Actor(name: "e\u{301}", email: ""))
        #expect(Definition(value: Value("\u{e9}")) != Definition(value: Value("e\u{301}")))
    }

    private func read(_ line: String) throws -> Event? {
        guard case .event(let event) = try Event.read(line: line.utf8) else { return nil }
        return event
    }
}
