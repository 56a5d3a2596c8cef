import Testing
import Texts
import Translation

/// Decisions on languages and strings.
struct LanguageAndStringTests {
    private static let french = LocaleAttributes(fallback: ["en"])
    private static let added: [Event] = [.language(1)]
    private static let removed = added + [.language(2, .localeRemoved, base: 1)]
    private static let title: [Event] = [.source(2, .defined("Title", comment: "c"))]
    private static let edited: DefinitionEdit = {
        var edit = DefinitionEdit()
        edit.value = Value("Header")
        return edit
    }()

    static let languages: [DecisionCase] = [
        DecisionCase(
            "a language is added", when: .add("fr", french),
            then: .events(["locale.added fr fallback=[en]"])),
        DecisionCase(
            "with everything",
            when: .add(
                "fr-CA",
                LocaleAttributes(name: "Québécois", fallback: ["fr", "en"], isPlanned: true)),
            then: .events(["locale.added fr-CA name=Québécois fallback=[fr,en] planned=true"])),
        DecisionCase(
            "again with another chain", given: added,
            when: .add("fr", LocaleAttributes(fallback: [])),
            then: .events(["locale.added fr fallback=[] base=#1"])),
        DecisionCase(
            "again after its removal", given: removed, when: .add("fr", french),
            then: .events(["locale.added fr fallback=[en] base=#2"])),
        DecisionCase(
            "again to settle a conflict", given: added + [.language(3, .localeRemoved)],
            when: .add("fr", french),
            then: .events(["locale.added fr fallback=[en] base=#1 over=[#3]"])),
        DecisionCase(
            "again the same", given: added, when: .add("fr", french), then: .refused(.exists)),
        DecisionCase(
            "the source language", when: .add("en", french), then: .refused(.exists)),
        DecisionCase(
            "a language that falls back to itself",
            when: .add("fr", LocaleAttributes(fallback: ["fr"])),
            then: .refused(.contradiction)),
        DecisionCase(
            "several", when: .add(["fr", "de"], french),
            then: .events(["locale.added fr fallback=[en]", "locale.added de fallback=[en]"])),
        DecisionCase(
            "several, one of them twice", when: .add(["fr", "de", "fr"], french),
            then: .refused(.contradiction)),
        DecisionCase(
            "a language is removed", given: added, when: .removeLocale("fr"),
            then: .events(["locale.removed fr base=#1"])),
        DecisionCase(
            "one that is not there", given: added, when: .removeLocale("de"),
            then: .refused(.unknownLanguage)),
        DecisionCase(
            "one that is gone", given: removed, when: .removeLocale("fr"),
            then: .refused(.unknownLanguage)),
        DecisionCase(
            "the source language stays", when: .removeLocale("en"), then: .refused(.sourceLanguage)),
    ]

    @Test(arguments: languages) func language(_ item: DecisionCase) throws { try item.check() }

    static let strings: [DecisionCase] = [
        DecisionCase(
            "a string is added", when: .addString(.title, Definition(value: Value("Title"))),
            then: .events(["string.defined en title value=Title"])),
        DecisionCase(
            "in a section",
            when: .addString(
                StringID(section: "auth", key: "a"), Definition(value: Value(""), order: 1)),
            then: .events(["string.defined en auth:a value= order=1"])),
        DecisionCase(
            "after its removal", given: title + [.source(3, .stringRemoved, base: 2)],
            when: .addString(.title, Definition(value: Value("Title"))),
            then: .events(["string.defined en title value=Title base=#3"])),
        DecisionCase(
            "one that is there", given: title,
            when: .addString(.title, Definition(value: Value("Title"))), then: .refused(.exists)),
        DecisionCase(
            "without key",
            when: .addString(StringID(section: "auth", key: ""), Definition(value: Value("x"))),
            then: .refused(.invalidValue)),
        DecisionCase(
            "without section",
            when: .addString(StringID(section: "", key: "a"), Definition(value: Value("x"))),
            then: .refused(.invalidValue)),
        DecisionCase(
            "too deep", when: .addString(.title, Definition(value: DecisionCase.tooDeep)),
            then: .refused(.invalidValue)),
        DecisionCase(
            "an edit keeps what it does not name", given: title, when: .editString(.title, edited),
            then: .events(["string.defined en title value=Header comment=c base=#2"])),
        DecisionCase(
            "an edit that changes nothing", given: title,
            when: .editString(.title, DefinitionEdit()), then: .nothing),
        DecisionCase(
            "an edit that changes nothing settles a conflict",
            given: title + [.source(3, .defined("Title"))],
            when: .editString(.title, DefinitionEdit()),
            then: .events(["string.defined en title value=Title base=#3 over=[#2]"])),
        DecisionCase(
            "an edit of what is not there", when: .editString(.title, edited),
            then: .refused(.unknownKey)),
        DecisionCase(
            "an edit too deep", given: title, when: .editString(.title, deepEdit),
            then: .refused(.invalidValue)),
        DecisionCase(
            "everything is edited", given: title, when: .editString(.title, fullEdit),
            then: .events([
                "string.defined en title value=Title maxLength={\"n\":9,\"unit\":\"width\"} translate=false "
                    + "refs=[A.swift:1] labels=[l] screenshot={\"url\":\"u\"} minor=true base=#2"
            ])),
        DecisionCase(
            "limit and screenshot are removed",
            given: [
                .source(
                    2,
                    .stringDefined(
                        Definition(
                            value: Value("A"), maximumLength: .init(count: 9, unit: .byte),
                            screenshot: .init(url: "u"))))
            ], when: .editString(.title, emptyEdit),
            then: .events(["string.defined en title value=A base=#2"])),
        DecisionCase(
            "a string is removed", given: title, when: .removeString(.title),
            then: .events(["string.removed en title base=#2"])),
        DecisionCase(
            "one that is not there", when: .removeString(.title), then: .refused(.unknownKey)),
        DecisionCase(
            "a removal of two definitions", given: title + [.source(3, .defined("Other"))],
            when: .removeString(.title),
            then: .events(["string.removed en title base=#3 over=[#2]"])),
    ]

    @Test(arguments: strings) func string(_ item: DecisionCase) throws { try item.check() }

    private static let deepEdit: DefinitionEdit = {
        var edit = DefinitionEdit()
        edit.value = DecisionCase.tooDeep
        return edit
    }()

    private static let fullEdit: DefinitionEdit = {
        var edit = DefinitionEdit()
        edit.comment = ""
        edit.maximumLength = .set(.init(count: 9, unit: .width))
        edit.isTranslatable = false
        edit.labels = ["l"]
        edit.references = ["A.swift:1"]
        edit.screenshot = .set(.init(url: "u"))
        edit.isMinor = true
        return edit
    }()

    private static let emptyEdit: DefinitionEdit = {
        var edit = DefinitionEdit()
        edit.maximumLength = .remove
        edit.screenshot = .remove
        return edit
    }()
}

extension DecisionCase {
    /// A value that every reader of events rejects.
    static let tooDeep = Value.list([.list([.list([.list([Value("5")])])])])
}

extension Command {
    static func add(_ tag: LanguageTag, _ attributes: LocaleAttributes) -> Command {
        add([tag], attributes)
    }

    /// Adds languages with the same attributes.
    static func add(_ tags: [LanguageTag], _ attributes: LocaleAttributes) -> Command {
        .addLocales(tags.map { (tag: $0, attributes: attributes) })
    }
}
