import JSON
import Testing
import Texts
import Translation

/// Decisions on texts and settings.
struct TextTests {
    private static let title: [Event] = [.language(1), .source(2, .defined("Title"))]
    private static let french = title + [.fact(3, .set("Titre"), source: 2)]
    private static let frozen = french + [.setting(4, "frozen", ["fr"])]

    static let texts: [DecisionCase] = [
        DecisionCase(
            "a text is set", given: title, when: .setText("fr", .title, Value("Titre")),
            then: .events(["translation.set fr title value=Titre source=#2"])),
        DecisionCase(
            "another", given: french, when: .setText("fr", .title, Value("Tître")),
            then: .events(["translation.set fr title value=Tître base=#3 source=#2"])),
        DecisionCase(
            "the same", given: french, when: .setText("fr", .title, Value("Titre")), then: .nothing),
        DecisionCase(
            "the same in another normal form",
            given: title + [.fact(3, .set("\u{e9}"), source: 2)],
            when: .setText("fr", .title, Value("e\u{301}")),
            then: .events(["translation.set fr title value=e\u{301} base=#3 source=#2"])),
        DecisionCase(
            "the same for a new source", given: french + [.source(4, .defined("Header"), base: 2)],
            when: .setText("fr", .title, Value("Titre")),
            then: .events(["translation.set fr title value=Titre base=#3 source=#4"])),
        DecisionCase(
            "the same settles a conflict", given: french + [.fact(4, .set("X"))],
            when: .setText("fr", .title, Value("X")),
            then: .events(["translation.set fr title value=X base=#4 over=[#3] source=#2"])),
        DecisionCase(
            "after a removal", given: french + [.fact(4, .translationRemoved, base: 3)],
            when: .setText("fr", .title, Value("Titre")),
            then: .events(["translation.set fr title value=Titre base=#4 source=#2"])),
        DecisionCase(
            "the empty text is a text", given: title, when: .setText("fr", .title, Value("")),
            then: .events(["translation.set fr title value= source=#2"])),
        DecisionCase(
            "in the source language it is a definition", given: title,
            when: .setText("en", .title, Value("Header")),
            then: .events(["string.defined en title value=Header base=#2"])),
        DecisionCase(
            "in a language that is not there", given: title,
            when: .setText("de", .title, Value("Titel")), then: .refused(.unknownLanguage)),
        DecisionCase(
            "of a string that is not there", given: title,
            when: .setText("fr", .button, Value("x")), then: .refused(.unknownKey)),
        DecisionCase(
            "in a frozen language", given: frozen, when: .setText("fr", .title, Value("x")),
            then: .refused(.frozen)),
        DecisionCase(
            "by no translator",
            given: title + [.setting(4, "translators", .people(["fr": ["ines@example.org"]]))],
            when: .setText("fr", .title, Value("x")), then: .refused(.notTranslator)),
        DecisionCase(
            "by a translator",
            given: title + [.setting(4, "translators", .people(["*": ["RAVI@example.org"]]))],
            when: .setText("fr", .title, Value("Titre")),
            then: .events(["translation.set fr title value=Titre source=#2"])),
        DecisionCase(
            "by a maintainer",
            given: title + [
                .setting(4, "translators", .people(["*": []])),
                .setting(5, "maintainers", ["ravi@example.org"]),
            ], when: .setText("fr", .title, Value("Titre")),
            then: .events(["translation.set fr title value=Titre source=#2"])),
        DecisionCase(
            "in a language without translators",
            given: title + [.setting(4, "translators", .people(["de": []]))],
            when: .setText("fr", .title, Value("Titre")),
            then: .events(["translation.set fr title value=Titre source=#2"])),
        DecisionCase(
            "too deep", given: title, when: .setText("fr", .title, DecisionCase.tooDeep),
            then: .refused(.invalidValue)),
        DecisionCase(
            "a text is taken out", given: french, when: .unsetText("fr", .title),
            then: .events(["translation.removed fr title base=#3"])),
        DecisionCase(
            "none is there", given: title, when: .unsetText("fr", .title), then: .nothing),
        DecisionCase(
            "the text of a string that is gone",
            given: french + [.source(4, .stringRemoved, base: 2)], when: .unsetText("fr", .title),
            then: .events(["translation.removed fr title base=#3"])),
        DecisionCase(
            "both of two texts", given: french + [.fact(4, .set("X"))],
            when: .unsetText("fr", .title),
            then: .events(["translation.removed fr title base=#4 over=[#3]"])),
        DecisionCase(
            "neither string nor text", given: title, when: .unsetText("fr", .button),
            then: .refused(.unknownKey)),
        DecisionCase(
            "in the source language", given: title, when: .unsetText("en", .title),
            then: .refused(.sourceLanguage)),
        DecisionCase(
            "in a frozen language", given: frozen, when: .unsetText("fr", .title),
            then: .refused(.frozen)),
        DecisionCase(
            "by no translator",
            given: french + [.setting(4, "translators", .people(["fr": []]))],
            when: .unsetText("fr", .title), then: .refused(.notTranslator)),
        DecisionCase(
            "in a language that is not there", given: title, when: .unsetText("de", .title),
            then: .refused(.unknownLanguage)),
    ]

    private static let unit = UnitID("fr", .title)

    static let replacements: [DecisionCase] = [
        DecisionCase(
            "a text is replaced", given: french,
            when: .replaceText(unit, old: .number(3), with: Value("Tître"), isProposal: false),
            then: .events(["translation.set fr title value=Tître base=#3 source=#2"])),
        DecisionCase(
            "a text that has changed", given: french + [.fact(4, .set("X"), base: 3, source: 2)],
            when: .replaceText(unit, old: .number(3), with: Value("Tître"), isProposal: false),
            then: .refused(.changed)),
        DecisionCase(
            "a text that is gone", given: french + [.fact(4, .translationRemoved, base: 3)],
            when: .replaceText(unit, old: .number(3), with: Value("Tître"), isProposal: true),
            then: .refused(.changed)),
        DecisionCase(
            "a stale text stays stale",
            given: french + [.source(4, .defined("Header"), base: 2)],
            when: .replaceText(unit, old: .number(3), with: Value("Tître"), isProposal: false),
            then: .events(["translation.set fr title value=Tître base=#3 source=#2"])),
        DecisionCase(
            "a conflict stays", given: french + [.fact(4, .set("X"), source: 2)],
            when: .replaceText(unit, old: .number(4), with: Value("Y"), isProposal: false),
            then: .refused(.contradiction)),
        DecisionCase(
            "in a frozen language", given: frozen,
            when: .replaceText(unit, old: .number(3), with: Value("x"), isProposal: false),
            then: .refused(.frozen)),
    ]

    @Test(arguments: replacements) func replacement(_ item: DecisionCase) throws {
        try item.check()
    }

    @Test(arguments: texts) func text(_ item: DecisionCase) throws { try item.check() }

    static let settings: [DecisionCase] = [
        DecisionCase(
            "a value", when: .changeSetting(name: "frozen", value: ["fr"]),
            then: .events(["setting.changed en name=frozen value=[fr]"])),
        DecisionCase(
            "the default again", given: [.setting(1, "frozen", ["fr"])],
            when: .changeSetting(name: "frozen", value: nil),
            then: .events(["setting.changed en name=frozen base=#1"])),
        DecisionCase(
            "the same", given: [.setting(1, "frozen", ["fr"])],
            when: .changeSetting(name: "frozen", value: ["fr"]), then: .nothing),
        DecisionCase(
            "the default where nothing was said", when: .changeSetting(name: "frozen", value: nil),
            then: .nothing),
        DecisionCase(
            "the same settles a conflict",
            given: [.setting(1, "frozen", ["fr"]), .setting(2, "frozen", [])],
            when: .changeSetting(name: "frozen", value: []),
            then: .events(["setting.changed en name=frozen value=[] base=#2 over=[#1]"])),
        DecisionCase(
            "no such setting", when: .changeSetting(name: "forzen", value: []),
            then: .refused(.unknownSetting)),
        DecisionCase(
            "no such setting has no default", when: .changeSetting(name: "forzen", value: nil),
            then: .refused(.unknownSetting)),
        DecisionCase(
            "by no maintainer", given: [.setting(1, "maintainers", ["nobody@example.org"])],
            when: .changeSetting(name: "frozen", value: ["fr"]), then: .refused(.notMaintainer)),
        DecisionCase(
            "by no reviewer, where there are no maintainers",
            given: [.setting(1, "reviewers", .people(["fr": ["nobody@example.org"]]))],
            when: .changeSetting(name: "frozen", value: ["fr"]), then: .refused(.notMaintainer)),
        DecisionCase(
            "a wrong value", when: .changeSetting(name: "frozen", value: true),
            then: .refused(.invalidValue)),
    ]

    @Test(arguments: settings + lockouts) func setting(_ item: DecisionCase) throws {
        try item.check()
    }

    private static let others: JSONValue = .people(["*": ["nobody@example.org"]])

    /// Settings that their author could not change back.
    static let lockouts: [DecisionCase] = [
        DecisionCase(
            "reviewers without oneself", when: .changeSetting(name: "reviewers", value: others),
            then: .refused(.lockedOut)),
        DecisionCase(
            "reviewers without oneself, where one is a maintainer",
            given: [.setting(1, "maintainers", ["ravi@example.org"])],
            when: .changeSetting(name: "reviewers", value: .people(["fr": []])),
            then: .events(["setting.changed en name=reviewers value={\"fr\":[]}"])),
        DecisionCase(
            "maintainers without oneself",
            given: [.setting(1, "maintainers", ["ravi@example.org"])],
            when: .changeSetting(name: "maintainers", value: ["nobody@example.org"]),
            then: .refused(.lockedOut)),
        DecisionCase(
            "no maintainers, which leaves reviewers",
            given: [
                .setting(1, "maintainers", ["ravi@example.org"]), .setting(2, "reviewers", others),
            ],
            when: .changeSetting(name: "maintainers", value: nil), then: .refused(.lockedOut)),
        DecisionCase(
            "taking back that one is a maintainer",
            given: [
                .setting(1, "reviewers", others), .setting(2, "maintainers", ["ravi@example.org"]),
            ],
            when: .revert(RevertOptions(events: [.number(2)])), then: .refused(.lockedOut)),
        DecisionCase(
            "the side of a conflict without oneself",
            given: [
                .setting(1, "maintainers", ["ravi@example.org"]),
                .setting(2, "maintainers", ["nobody@example.org"], base: 1),
                .setting(3, "maintainers", ["ravi@example.org", "tom@example.org"], base: 1),
            ],
            when: .keep([.number(2)]), then: .refused(.lockedOut)),
        DecisionCase(
            "signatures, without a key of one's own",
            when: .changeSetting(name: "signed", value: true), then: .refused(.lockedOut)),
        DecisionCase(
            "by force",
            when: .changeSetting(name: "reviewers", value: .people(["fr": []]), isForced: true),
            then: .events(["setting.changed en name=reviewers value={\"fr\":[]}"])),
    ]

    /// A setting, with valid and invalid values.
    static let values: [(name: String, good: [String], bad: [String])] = [
        ("accepted-losses", ["[]", "[\"*\",\"a:b\"]"], ["{}", "true", "[1]", "[\"\"]"]),
        ("empty-files", ["[]", "[\"app\"]"], ["{}", "true", "[1]"]),
        (
            "blocking-checks", ["[]", "[\"markup\",\"spaces\"]"],
            ["\"markup\"", "[1]", "null", "{}", "[\"marks\"]", "[\"missing\"]"]
        ),
        ("frozen", ["[]", "[\"fr\",\"de\"]"], ["false", "[[]]"]),
        ("i18next-contexts", ["[]", "[\"guest\"]"], ["{}", "[1]", "[\"\"]", "\"guest\""]),
        ("inherit", ["true", "false"], ["\"true\"", "1", "null"]),
        (
            "reviewers", ["{}", "{\"fr\":[\"a@b\"],\"*\":[]}"],
            ["[]", "{\"fr\":\"a@b\"}", "{\"fr\":[1]}"]
        ),
        ("translators", ["{}", "{\"fr\":[\"a@b\"],\"*\":[]}"], ["[]", "{\"fr\":[1]}"]),
        ("self-review", ["true", "false"], ["0", "[]"]),
        ("maintainers", ["[]", "[\"a@b\"]"], ["{}", "[1]", "[\"a\"]", "\"a@b\""]),
        (
            "placeholders", ["[]", "[\"ruby\",\"symfony\"]", "[\"/#[a-z]+#/\"]"],
            [
                "{}", "\"ruby\"", "[1]", "[\"cobol\"]", "[\"own\"]", "[\"\"]", "[\"/\"]",
                "[\"//\"]",
                "[\"/a*/\"]", "[\"/(a+)+/\"]", "[\"/a|b/\"]",
            ]
        ),
        ("open-proposals", ["1", "10000"], ["0", "10001", "1.5", "\"9\"", "true", "null"]),
        ("retention", ["1", "36500"], ["0", "36501", "1.5", "\"30\"", "null"]),
        (
            "names", ["{}", "{\"a@b\":[]}", "{\"a@b\":[\"Mara\"]}"],
            ["[]", "{\"a\":[\"Mara\"]}", "{\"a@b\":\"Mara\"}", "{\"a@b\":[1]}"]
        ), ("servers", ["[\"a@b\"]"], ["{}", "[1]", "[\"a\"]", "true"]),
        ("signed", ["true", "false"], ["0", "\"yes\""]),
        ("description", ["\"A shop.\""], ["1", "[]"]),
        ("strict", ["true", "false"], ["1", "[]"]),
        (
            "signers", ["{}", "{\"a@b\":[]}"],
            ["[]", "{\"a@b\":\"ssh-ed25519 A\"}", "{\"a@b\":[\"ssh-ed25519 A\"]}", "{\"*@b\":[]}"]
        ),
        (
            "export-profiles",
            [
                "[]", "[{\"format\":\"po\"}]",
                "[{\"format\":\"po\",\"directory\":\"d\",\"locales\":[\"fr\"]}]",
            ],
            [
                "{}", "[1]", "[{}]", "[{\"format\":1}]", "[{\"format\":\"po\",\"directory\":1}]",
                "[{\"format\":\"po\",\"locales\":\"fr\"}]",
                "[{\"format\":\"po\",\"colour\":\"red\"}]",
            ]
        ),
    ]

    @Test(arguments: values)
    func valuesAreChecked(name: String, good: [String], bad: [String]) throws {
        let setting = try #require(Setting.all.first { $0.name == name })
        #expect(setting.summary.hasSuffix("."))
        for text in good {
            try check(
                name, text,
                then: .events(["setting.changed en name=\(name) value=\(text.unquoted)"]))
        }
        for text in bad { try check(name, text, then: .refused(.invalidValue)) }
        if let value = setting.defaultValue {
            let text = String(decoding: CanonicalJSON.encode(value), as: UTF8.self)
            try check(
                name, text,
                then: .events(["setting.changed en name=\(name) value=\(text.unquoted)"]))
        }
    }

    private func check(_ name: String, _ text: String, then outcome: DecisionCase.Outcome) throws {
        let value = try JSONValue.parse(Array(text.utf8))
        try DecisionCase(
            text, when: .changeSetting(name: name, value: value, isForced: true), then: outcome
        ).check()
    }

    @Test func everySettingIsTried() {
        #expect(Set(Self.values.map(\.name)) == Set(Setting.all.map(\.name)))
        #expect(Setting.all.map(\.name) == Setting.all.map(\.name).sorted())
    }

    @Test func aSlipOfTheFingerIsGuessedOrNamed() {
        let refusal = #expect(throws: Refusal.self) {
            try DecisionCase.decide(
                .changeSetting(name: "forzen", value: []), EventLogState(project: .app))
        }
        #expect(refusal?.nearest == ["frozen"])
        let state = EventLogState(project: .app, events: Self.title)
        let key = #expect(throws: Refusal.self) {
            try DecisionCase.decide(
                .setText("fr", StringID(section: "default", key: "tilte"), Value("")), state)
        }
        #expect(key?.missing == .string(StringID(section: "default", key: "tilte")))
        let language = #expect(throws: Refusal.self) {
            try DecisionCase.decide(.removeLocale("fra"), state)
        }
        #expect(language?.missing == .locale("fra"))
    }
}

extension String {
    /// The payload's words, with a text, and the texts of arrays, unquoted.
    fileprivate var unquoted: String {
        hasPrefix("[\"") || hasPrefix("\"")
            ? split(separator: "\"", omittingEmptySubsequences: false).joined() : self
    }
}
