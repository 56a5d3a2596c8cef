import Checks
import Testing
import Texts
import Translation

/// The numbers that CLDR assigns to a plural form, and forms that hide which number is meant.
@Suite struct CoverageTests {
    private static func plural(_ forms: KeyValuePairs<String, String>) throws -> Value {
        let cases = forms.map { Value.Case($0.key, Value($0.value)) }
        return .choice(try #require(Value.Choice(by: .plural, argument: nil, cases: cases)))
    }

    @Test(arguments: [
        ("de", "one", PluralCategories.Coverage.one), ("ar", "zero", .one), ("he", "two", .one),
        ("cy", "few", .one), ("fr", "one", .few([0, 1])), ("ru", "one", .many([1, 21, 31])),
        ("lt", "one", .many([1, 21, 31])), ("lv", "zero", .many([0, 10, 11])),
        ("sl", "two", .many([2, 102, 202])), ("de", "zero", .one), ("de", "=7", .one),
        ("ru", "other", .many([])), ("fr", "many", .many([])),
    ])
    func formsStandForNumbers(
        language: String, form: String, expected: PluralCategories.Coverage
    ) {
        #expect(PluralCategories(of: language).coverage(of: form, by: .plural) == expected)
    }

    @Test func exactFormsTakeTheirNumbers() {
        let french = PluralCategories(of: "fr")
        #expect(french.coverage(of: "one", by: .plural, besides: [0]) == .one)
        #expect(french.coverage(of: "one", by: .plural, besides: [0, 1]) == .none)
        #expect(
            PluralCategories(of: "en").coverage(of: "one", by: .ordinal)
                == .many([1, 21, 31]))
    }

    @Test(
        arguments: [
            ("lv", ["zero": "nav failu", "one": "%d fails", "other": "%d faili"]),
            (
                "ru",
                ["one": "Один файл", "few": "%d файла", "many": "%d файлов", "other": "%d файла"]
            ),
            (
                "lt",
                [
                    "one": "Vienas failas", "few": "%d failai", "many": "%d failo",
                    "other": "%d failų",
                ]
            ),
        ] as [(String, KeyValuePairs<String, String>)])
    func aFormForManyNumbersShowsWhich(
        language: String, forms: KeyValuePairs<String, String>
    ) throws {
        let source = try Self.plural(["one": "One file", "other": "%d files"])
        let found = findings("placeholders", language, source, try Self.plural(forms))
        #expect(found.map(\.severity) == [.error])
        #expect(found.map(\.path) == [[forms[0].key]])
    }

    @Test(
        arguments: [
            ("de", ["one": "Eine Datei", "other": "%d Dateien"]),
            (
                "ru",
                [
                    "=1": "Один файл", "one": "%d файл", "few": "%d а", "many": "%d ов",
                    "other": "%d а",
                ]
            ),
            ("he", ["one": "קובץ אחד", "two": "שני קבצים", "other": "%d קבצים"]),
            (
                "fr",
                [
                    "=0": "Aucun", "one": "Un fichier", "many": "%d de fichiers",
                    "other": "%d fichiers",
                ]
            ),
        ] as [(String, KeyValuePairs<String, String>)])
    func aFormForOneNumberNeedNot(language: String, forms: KeyValuePairs<String, String>) throws {
        let source = try Self.plural(["one": "%d file", "other": "%d files"])
        #expect(findings("placeholders", language, source, try Self.plural(forms)) == [])
    }

    @Test func aFormForTwoNumbersIsAWarning() throws {
        let source = try Self.plural(["one": "%d file", "other": "%d files"])
        let french = try Self.plural([
            "one": "Un fichier", "many": "%d de fichiers", "other": "%d fichiers",
        ])
        let found = findings("placeholders", "fr", source, french)
        #expect(found.map(\.severity) == [.warning])
        #expect(
            found.map(\.message) == [
                "The form “one” applies to 0 and 1, but lacks “%d”, which shows the number."
            ])
    }

    /// KDE's and Python's sources write the number as a word, so that only the form for several
    /// shows which placeholder it is.
    @Test(arguments: [
        ("One bookmark in %1", "%2 bookmarks in %1", "%2 in %1"),
        ("Editing profile: %2", "Editing %1 profiles: %2", "%1: %2"),
        ("One page of %(title)s", "%(pages)s pages of %(title)s", "%(pages)s, %(title)s"),
        ("One of {name}", "{total} of {name}", "{total}, {name}"),
    ])
    func whatTheSingularLacksIsTheNumber(one: String, other: String, text: String) throws {
        let source = try Self.plural(["one": one, "other": other])
        func found(_ language: String, _ one: String) throws -> [Finding.Severity] {
            let forms = try Self.plural(["one": one, "few": text, "many": text, "other": text])
            return findings("placeholders", language, source, forms).map(\.severity)
        }
        #expect(try found("uk", text) == [])
        #expect(try found("uk", one) == [.error])
        #expect(try found("cs", one) == [])
        #expect(try found("cs", text) == [])
        #expect(try found("cs", "jedna") == [.error])
    }

    /// If the source shows all of several placeholders, any of them may be the number.
    @Test(arguments: [
        ("%s: shrank by %s byte", "%s: shrank by %s bytes", "%s: um ein Byte", "%s: um %s Bytes"),
        ("%1 file of %2", "%1 files of %2", "Eine Datei von %2", "%1 Dateien von %2"),
        ("%d file of %d", "%d files of %d", "Eine Datei von %d", "%d Dateien von %d"),
    ])
    func aNumberAmongSeveralIsAWarning(
        one: String, other: String, text: String, texts: String
    ) throws {
        let source = try Self.plural(["one": one, "other": other])
        let german = try Self.plural(["one": text, "other": texts])
        #expect(findings("placeholders", "de", source, german).map(\.severity) == [.warning])
        let wrong = try Self.plural(["one": texts, "other": text])
        #expect(findings("placeholders", "de", source, wrong).map(\.severity) == [.error])
    }

    @Test func exactFormsCountForTheirCategory() throws {
        let source = try Self.plural(["=0": "None", "=1": "One", "other": "%d files"])
        let german = try Self.plural(["=0": "Keine", "=1": "Eine", "other": "%d Dateien"])
        #expect(findings("plurals", "de", source, german) == [])
        let russian = try Self.plural([
            "=0": "Нет", "=1": "Один", "few": "%d а", "many": "%d ов", "other": "%d а",
        ])
        #expect(findings("plurals", "ru", source, russian).count == 1)
    }
}
