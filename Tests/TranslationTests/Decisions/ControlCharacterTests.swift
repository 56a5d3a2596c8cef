import JSON
import Testing
import Texts
import Translation

/// No command writes texts with control characters.
struct ControlCharacterTests {
    private static let french: [Event] = [
        .language(1), .source(2, .defined("Title")), .fact(3, .made("P")),
    ]

    @Test(arguments: [
        "\u{0}", "a\u{1}", "\u{7}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}[31m", "\u{1F}",
    ])
    func isRefused(_ text: String) throws {
        let value = Value(text)
        let proposed: [Event] = [
            .language(1), .source(2, .defined("Title")), .fact(3, .made(text)),
        ]
        let cases: [(String, [Event], Command)] = [
            ("defined", [], .addString(.title, Definition(value: value))),
            (
                "described", [],
                .addString(.title, Definition(value: Value("x"), comment: text))
            ),
            (
                "a key", [],
                .addString(
                    StringID(section: "default", key: text), Definition(value: Value("x")))
            ),
            (
                "renamed to", [.source(2, .defined("Title"))],
                .renameString(.title, to: StringID(section: "default", key: text))
            ),
            ("set", Self.french, .setText("fr", .title, value)),
            ("proposed", Self.french, .propose("fr", .title, ProposeOptions(value: value))),
            (
                "a note", Self.french,
                .propose("fr", .title, ProposeOptions(value: Value("x"), note: text))
            ),
            ("accepted", proposed, .accept([.number(3)], AcceptOptions())),
            ("a comment", Self.french, .comment(.proposal(.number(3)), text)),
            ("a reason", Self.french, .reject([.number(3)], code: nil, reason: text)),
            (
                "in a list", Self.french,
                .setText("fr", .title, .list([value]))
            ),
        ]
        for (name, given, command) in cases {
            try DecisionCase(name, given: given, when: command, then: .refused(.invalidValue))
                .check()
        }
    }

    @Test(arguments: ["a\tb", "a\nb", "a\r\nb", "\u{7F}", "\u{85}", "é"])
    func isAllowed(_ text: String) throws {
        let state = EventLogState(project: .app, events: Self.french)
        let decision = try DecisionCase.decide(.setText("fr", .title, Value(text)), state)
        #expect(decision.events.count == 1)
    }

    /// gettext writes U+0004 between the context and the message.
    @Test func aKeyMayHaveAContext() throws {
        func add(_ key: String) throws -> Decision {
            try DecisionCase.decide(
                .addString(
                    StringID(section: "default", key: key), Definition(value: Value("x"))),
                EventLogState(project: .app, events: []))
        }
        #expect(try add("menu\u{4}Open").events.count == 1)
        #expect(throws: Refusal.self) { try add("menu\u{4}Open\u{4}") }
    }

    @Test(arguments: ["en", "fr"] as [LanguageTag])
    func anImportLeavesSuchATextOut(locale: LanguageTag) throws {
        let state = EventLogState(
            project: .app,
            events: [
                .language(1), .source(2, .defined("Title")),
                .source(3, .defined("Button"), string: .button),
            ])
        let decision = try DecisionCase.decide(
            .importFiles([
                FileImport(
                    locale: locale,
                    entries: [
                        .init(string: .title, value: Value("a\u{1}")),
                        .init(string: .button, value: Value("b")),
                    ])
            ]), state)
        #expect(decision.tally.skipped.map(\.string) == [.title])
        #expect(
            decision.tally.skipped.first?.reason == "It contains the control character U+0001.")
        #expect(decision.events.map(\.key) == ["button"])
    }

    /// A log may contain such texts already.
    ///
    /// Their strings can be renamed, and the texts can be replaced.
    @Test func aTextThatIsThereIsCopied() throws {
        let state = EventLogState(
            project: .app,
            events: [
                .language(1), .source(2, .defined("A\u{0}")), .fact(3, .set("B\u{0}"), source: 2),
            ])
        let decision = try DecisionCase.decide(.renameString(.title, to: .button), state)
        #expect(decision.events.contains { $0.payload.text == Value("B\u{0}") })
        #expect(throws: Refusal.self) {
            try DecisionCase.decide(.setText("fr", .title, Value("C\u{0}")), state)
        }
    }
}
