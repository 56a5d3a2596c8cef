import Languages
import Testing

/// Languages found by their names.
@Suite struct LanguageSearchTests {
    @Test(arguments: [
        ("Italian", ["it"]), ("italiano", ["it"]), ("ITALIANO ", ["it"]), ("Deutsch", ["de"]),
        ("francais", ["fr"]), ("日本語", ["ja"]), ("العربية", ["ar"]), ("हिन्दी", ["hi"]),
        ("Brazilian Portuguese", ["pt-BR"]), ("Portuguese (Brazil)", ["pt-BR"]),
        ("português, Brasil", ["pt-BR"]), ("Traditional Chinese", ["zh-Hant"]),
        ("繁體中文", ["zh-Hant"]), ("Italienisch", []), ("Klingon of the north", []), ("", []),
        ("()", []),
    ])
    func namesInEnglishAndInTheLanguageItself(name: String, tags: [String]) {
        #expect(LanguageSearch.tags(named: name) == tags)
    }

    @Test func namesInFurtherLanguages() {
        #expect(LanguageSearch.tags(named: "Italienisch", in: ["fr", "de"]) == ["it"])
        #expect(LanguageSearch.tags(named: "portugais (Brésil)", in: ["fr"]) == ["pt-BR"])
        #expect(LanguageSearch.tags(named: "الإيطالية", in: ["ar"]) == ["it"])
        #expect(LanguageSearch.tags(named: "Italienisch", in: ["xx", "tlh"]) == [])
    }

    @Test func beginnings() {
        #expect(LanguageSearch.tags(beginning: "ital", limit: 9).first == "it")
        #expect(LanguageSearch.tags(beginning: "braz", limit: 9).first == "pt-BR")
        #expect(LanguageSearch.tags(beginning: "n", limit: 3).count == 3)
        #expect(LanguageSearch.tags(beginning: " ", limit: 3).isEmpty)
    }

    @Test func scriptsHaveNames() {
        #expect(LanguageName.script("Latn", in: "en") == "Latin")
        #expect(LanguageName.script("Arab", in: "en") == "Arabic")
        #expect(LanguageName.script("Qaax", in: "en") == "Qaax")
    }
}
