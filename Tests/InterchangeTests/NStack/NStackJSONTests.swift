import Interchange
import Testing
import Texts
import Translation

struct NStackJSONTests {
    let format = NStackJSON()

    private func read(
        _ name: String, isSource: Bool = false, language: String? = nil
    ) throws -> ReadFile {
        try format.read(
            try Fixture.bytes("nstack/" + name),
            context: ReadContext(section: "main", isSource: isSource, language: language))
    }

    @Test func readsSectionsAndWhatIsUntranslated() throws {
        let file = try read("Translations_da-DK.json")
        #expect(file.language == "da-DK")
        #expect(
            file.entries.map(\.string) == [
                StringID(section: "main", key: "emptyKey"),
                StringID(section: "main", key: "keyys"),
                StringID(section: "main", key: "successKey"),
                StringID(section: "oneMoreSection", key: "soManyKeys"),
                StringID(section: "oneMoreSection", key: "test1"),
                StringID(section: "oneMoreSection", key: "test2"),
                StringID(section: "otherSection", key: "otherString"),
            ])
        #expect(
            file.entries.map(\.value) == [
                nil, Value("danishKeyys"), Value("DET VAR EN SUCCESS"), Value("OrDanishValues"),
                nil,
                nil, Value("Danish Haha"),
            ])
        #expect(file.entries.map(\.line) == [4, 5, 6, 9, 10, 11, 14])
        #expect(file.notices.isEmpty)
        let english = try read("Translations_en-GB.json")
        #expect(english.entries[4].value == Value("<p>test</p>\r\n"))
        #expect(try read("Localizations.json").language == "en-GB")
        #expect(try read("Translations_de-DE.json").entries.allSatisfy { $0.value == nil })
    }

    @Test func readsOneOfSeveralLanguages() throws {
        let bytes = try Fixture.bytes("nstack/BackendSelectedLanguageTranslations.json")
        #expect(try format.languages(in: bytes) == ["en-US", "en-GB"])
        let chosen = try read("BackendSelectedLanguageTranslations.json")
        #expect(chosen.language == "en-US")
        #expect(chosen.entries.map(\.value) == [Value("Whatever")])
        #expect(chosen.entries.map(\.line) == [10])
        let named = try read("BackendSelectedLanguageTranslations.json", language: "en-GB")
        #expect(named.entries.map(\.value) == [Value("Success")])
        #expect(named.entries.map(\.string.section) == ["main"])
    }

    /// EmptyLanguageMeta has an extra comma.
    @Test(arguments: [
        ("EmptyTranslations.json", 1), ("WrongTypeTranslations.json", 1),
        ("Localization_fr-FR.json", 1),
        ("InvalidTranslations.json", 12), ("EmptyLanguageMetaTranslations.json", 16),
    ])
    func refusesWhatIsNone(name: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try read(name) }
        #expect(error?.line == line)
        #expect(error?.hint.typed.isEmpty == false)
    }

    @Test(arguments: [
        #"{"data":[],"meta":{}}"#,
        #"{"data":{"en":{"a":{"b":"c"}},"de":{"a":{"b":"d"}}},"meta":{}}"#,
    ])
    func refusesWhatHasNoTexts(text: String) {
        #expect(throws: InterchangeError.self) { try format.read(text: text) }
    }

    @Test func leavesOutWhatIsNoText() throws {
        let file = try format.read(
            text: """
                {"meta": {"a": {"b": 1}}, "data": {"flat": "Flat", "s": {"n": 1,
                "o": {"p": "q"}, "e": "", "k": "__other"}}}
                """, isSource: true)
        #expect(file.entries.map(\.string.description) == ["default:flat", "s:e", "s:k"])
        #expect(file.entries.map(\.line) == [1, 2, 2])
        #expect(file.entries[1].isDeliberatelyEmpty)
        #expect(file.entries[2].value == Value("__other"))
        #expect(file.notices.map(\.key) == ["n", "o"])
        #expect(file.notices.map(\.line) == [1, 2])
    }

    @Test func writesAResource() throws {
        let entries = [
            exported("ok", Value("Ok"), Value("Ok")), exported("title", Value("Title"), nil),
            ExportEntry(
                string: StringID(section: "error", key: "empty"), source: Value("x"),
                value: Value("")),
            exported("mark", Value("x"), Value("__mark")), exported("list", .list([]), .list([])),
        ]
        let result = try format.write(entries, language: language("ar"), options: options())
        #expect(result.files.map(\.path) == ["Localizations_ar.json"])
        #expect(result.unrepresentable.map(\.string.key) == ["mark", "list"])
        #expect(
            result.text == """
                {
                  "data": {
                    "default": {
                      "ok": "Ok",
                      "title": "__title"
                    },
                    "error": {
                      "empty": ""
                    }
                  },
                  "meta": {
                    "language": {
                      "id": 0,
                      "name": "Arabic",
                      "locale": "ar",
                      "direction": "RLM",
                      "is_default": false,
                      "is_best_fit": false
                    }
                  }
                }

                """)
        let filled = try format.write(entries, language: language("ar"), options: options(.source))
        #expect(filled.text.contains("\"title\": \"Title\""))
    }

    @Test func knowsItsFiles() throws {
        for name in [
            "Translations_da-DK.json", "Localizations.json",
            "BackendSelectedLanguageTranslations.json",
        ] {
            let bytes = try Fixture.bytes("nstack/" + name)
            #expect(FileFormats.recognizing(path: "x", bytes: bytes) is NStackJSON)
        }
        for text in [
            #"{"data":"x","meta":"y"}"#, #"{"data":{"a":"x"},"meta":{"language":"en"}}"#,
            #"{"a":"b"}"#,
        ] {
            #expect(FileFormats.recognizing(path: "a.json", bytes: Array(text.utf8)) is I18nextJSON)
        }
        #expect(format.place(ofPath: "x/Localizations_da-DK.json") == FilePlace(language: "da-DK"))
        #expect(format.place(ofPath: "Localizations.json") == FilePlace())
    }

    @Test func aServersResourceHasItsNumbers() throws {
        let numbers = NStackJSON.Numbers(language: 11, platform: 12, platformName: "mobile")
        let tag = try #require(LanguageTag("da-DK"))
        let entry = ExportEntry(
            string: StringID(section: "main", key: "ok"), source: Value("OK"), value: Value("Ok"))
        let result = try NStackJSON(numbers: numbers).write(
            [entry], language: tag, options: ExportOptions(defaultSection: "main", isSource: false))
        let text = String(decoding: try #require(result.files.first?.bytes), as: UTF8.self)
        #expect(text.contains(#""id": 11,"#))
        #expect(text.contains(#""platform": {"#))
        #expect(text.contains(#""slug": "mobile""#))
        #expect(text.contains(#""ok": "Ok""#))
        let plain = try format.write(
            [entry], language: tag, options: ExportOptions(defaultSection: "main", isSource: false))
        let file = String(decoding: try #require(plain.files.first?.bytes), as: UTF8.self)
        #expect(!file.contains("platform"))
        #expect(file.contains(#""id": 0,"#))
    }
}
