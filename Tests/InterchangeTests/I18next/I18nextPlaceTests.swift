import Interchange
import Testing
import Texts
import Translation

struct I18nextPlaceTests {
    @Test(arguments: [
        ("en/common.json", "en", "common"),
        ("locales/en/common.json", "en", "common"),
        ("./public/locales/pt_BR/common.json", "pt_BR", "common"),
        ("locales/en/admin/users.json", "en", "admin/users"),
        ("de/shop/zh-Hant-HK/a/b/c.json", "zh-Hant-HK", "a/b/c"),
        ("en/translation.json", "en", "translation"),
        ("sl-rozaj-1994/x.json", "sl-rozaj-1994", "x"),
        ("de-x-formal/auth.json", "de-x-formal", "auth"),
        ("es-419/auth.JSON", "es-419", "auth"),
        ("en/\u{301}a/\u{600}.json", "en", "\u{301}a/\u{600}"),
        ("locales/fil.json", "fil", nil),
        ("src/en.json", "en", nil),
        ("pt-rBR/common.json", "pt-rBR", "common"),
        ("b+sr+Latn/common.json", "b+sr+Latn", "common"),
        ("sr_RS@latin.json", "sr_RS@latin", nil),
        ("de_DE.UTF-8.json", "de_DE.UTF-8", nil),
        ("en.common.json", nil, nil),
        ("locales/fr-CA.json", "fr-CA", nil),
        ("/tmp/out/common.json", nil, nil),
        ("src/components/texts.json", nil, nil),
        ("mw/en.json", "en", nil), ("fr/en.json", "fr", "en"), ("mw/common.json", "mw", "common"),
        ("common.json", nil, nil),
        ("", nil, nil),
    ])
    func saysLanguageAndSection(path: String, language: String?, section: String?) {
        let place = I18nextJSON().place(ofPath: path)
        let isDistant = section?.utf8.contains(UInt8(ascii: "/")) ?? false
        #expect(
            place == FilePlace(language: language, section: section, isDistant: isDistant))
    }

    /// The project's languages and sections come first; the file's own name precedes a directory
    /// that is not the project's.
    @Test(arguments: [
        ("it/proj/ban/strings.json", ["ban"], "ban", "strings"),
        ("mw/ban.json", ["en", "ban"], "ban", nil),
        ("it/proj/de.json", ["de"], "de", nil),
        ("fr/de/x/y.json", ["fr"], "fr", "de/x/y"),
        ("fr/en.json", ["en", "fr"], "fr", "en"),
    ])
    func languagesOfTheProjectComeFirst(
        path: String, languages: [String], language: String, section: String?
    ) {
        let place = I18nextJSON().place(
            ofPath: path, languages: Set(languages.compactMap(LanguageTag.init)))
        #expect(place.language == language)
        #expect(place.section == section)
    }

    @Test func knowsItsFiles() {
        let format = I18nextJSON()
        #expect(format.recognizes(path: "en.json", bytes: []))
        #expect(format.recognizes(path: "texts", bytes: Array("\n {".utf8)))
        #expect(!format.recognizes(path: "fr_CA.xml", bytes: Array("<?xml".utf8)))
        #expect(FileFormats.named("i18next-json") is I18nextJSON)
    }
}
