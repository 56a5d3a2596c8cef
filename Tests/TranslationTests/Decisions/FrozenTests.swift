import JSON
import Testing
import Texts
import Translation

/// A frozen language rejects text changes by any command.
struct FrozenTests {
    private static let before: [Event] = [
        .language(1), .source(2, .defined("Title", comment: "c")),
        .fact(3, .set("Titre"), source: 2),
    ]
    private static let french = before + [.setting(4, "frozen", ["fr"])]
    private static let source = before + [.setting(4, "frozen", ["en"])]
    private static let header: DefinitionEdit = {
        var edit = DefinitionEdit()
        edit.value = Value("Header")
        return edit
    }()
    private static let comment: DefinitionEdit = {
        var edit = DefinitionEdit()
        edit.comment = "d"
        return edit
    }()

    private static func file(_ locale: LanguageTag, _ text: String) -> Command {
        .importFiles([
            FileImport(locale: locale, entries: [.init(string: .title, value: Value(text))])
        ])
    }

    static let cases: [DecisionCase] = [
        DecisionCase(
            "a string is added", given: source,
            when: .addString(.button, Definition(value: Value("B"))), then: .refused(.frozen)),
        DecisionCase(
            "a source text is edited", given: source, when: .editString(.title, header),
            then: .refused(.frozen)),
        DecisionCase(
            "a source text is set", given: source, when: .setText("en", .title, Value("Header")),
            then: .refused(.frozen)),
        DecisionCase(
            "what is said besides the source text", given: source,
            when: .editString(.title, comment),
            then: .events(["string.defined en title value=Title comment=d base=#2"])),
        DecisionCase(
            "a string is removed", given: source, when: .removeString(.title),
            then: .refused(.frozen)),
        DecisionCase(
            "a string is renamed", given: source, when: .renameString(.title, to: .button),
            then: .refused(.frozen)),
        DecisionCase(
            "a string with a frozen translation is renamed", given: french,
            when: .renameString(.title, to: .button), then: .refused(.frozen)),
        DecisionCase(
            "a string with a frozen translation is edited", given: french,
            when: .editString(.title, header),
            then: .events(["string.defined en title value=Header comment=c base=#2"])),
        DecisionCase(
            "a frozen language is removed", given: french, when: .removeLocale("fr"),
            then: .refused(.frozen)),
        DecisionCase(
            "a frozen language gets another chain", given: french,
            when: .addLocales([
                ("fr" as LanguageTag, LocaleAttributes(fallback: [], isPlanned: true))
            ]),
            then: .refused(.frozen)),
        DecisionCase(
            "a string with a frozen translation is removed", given: french,
            when: .removeString(.title), then: .events(["string.removed en title base=#2"])),
        DecisionCase(
            "another language of a frozen source", given: source,
            when: .setText("fr", .title, Value("Entête")),
            then: .events(["translation.set fr title value=Entête base=#3 source=#2"])),
        DecisionCase(
            "a file that changes a text", given: french, when: file("fr", "Entête"),
            then: .refused(.frozen)),
        DecisionCase(
            "a file that changes nothing", given: french, when: file("fr", "Titre"),
            then: .nothing),
        DecisionCase(
            "a source file that changes a text", given: source, when: file("en", "Header"),
            then: .refused(.frozen)),
        DecisionCase(
            "a text is taken back", given: french,
            when: .revert(RevertOptions(events: [.number(3)])), then: .refused(.frozen)),
    ]

    @Test(arguments: cases) func frozen(_ item: DecisionCase) throws { try item.check() }
}
