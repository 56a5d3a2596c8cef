import Languages
import Testing

@Suite("Names of languages")
struct LanguageNameTests {
    @Test(
        arguments: [
            ("fr-CA", "Français (Canada)", "French (Canada)"), ("de", "Deutsch", "German"),
            ("ja", "日本語", "Japanese"), ("ar", "العربية", "Arabic"), ("da", "Dansk", "Danish"),
            ("zh-Hant", "中文（繁體）", "Chinese (Traditional)"),
            ("en-GB", "English (United Kingdom)", "English (United Kingdom)"),
            ("es-419", "Español (Latinoamérica)", "Spanish (Latin America)"),
        ])
    func names(tag: String, own: String, english: String) {
        #expect(LanguageName.own(tag) == own)
        #expect(LanguageName.english(tag) == english)
    }

    @Test(
        "Names are also available as CLDR writes them",
        arguments: [
            ("fr-CA", "français (Canada)"), ("de", "Deutsch"), ("sv", "svenska"),
            ("uk", "українська"), ("ja", "日本語"), ("tlh", "Klingon"),
        ])
    func asWritten(tag: String, own: String) {
        #expect(LanguageName.written(tag) == own)
    }

    @Test("A language that CLDR has no names in is named in English")
    func noNames() {
        #expect(LanguageName.own("tlh") == LanguageName.english("tlh"))
        #expect(LanguageName.english("tlh") == "Klingon")
        #expect(LanguageName.english("qaa") == "qaa")
        #expect(LanguageName.english("deu") == "German")
        #expect(LanguageName.own("x-own") == "x-own")
        #expect(LanguageName.own("no tag") == "no tag")
    }

    @Test(
        "What CLDR has no name for follows as it is written",
        arguments: [
            ("de-x-formal", "German (x-formal)"), ("de-AT-x-a-b", "German (Austria) (x-a-b)"),
            ("de-u-co-phonebk", "German (u-co-phonebk)"),
            ("ja-Latn-alalc97", "Japanese (Latin, ALA-LC Romanization, 1997 edition)"),
            ("en-basiceng-x-y", "English (basiceng-x-y)"), ("fr-Qaaa-CA", "French (Qaaa-CA)"),
        ])
    func unnamedParts(tag: String, english: String) {
        #expect(LanguageName.english(tag) == english)
    }

    @Test("Every language of CLDR has a name in itself")
    func all() {
        for tag in CLDR.availableTags { #expect(LanguageName.own(tag) != tag, "\(tag)") }
    }

    @Test("Languages of CLDR are not named by their codes")
    func noCodes() {
        #expect(LanguageName.own("hr") == "Hrvatski")
        #expect(LanguageName.own("sl").lowercased() == "slovenščina")
        #expect(LanguageName.own("it-CH") == "Italiano (Svizzera)")
    }

    @Test("A language alone is named as it is with a region, and among others as alone")
    func alone() {
        let tags = CLDR.availableTags.filter { !$0.contains("-") }.sorted()
        #expect(tags.count > 150)
        let names = LanguageName.english(tags)
        #expect(names == tags.map { LanguageName.english($0) })
        for (tag, name) in zip(tags, names) where name != tag {
            #expect(LanguageName.english("\(tag)-US") == "\(name) (United States)")
        }
    }

    @Test func versions() {
        #expect((Int(CLDR.version.prefix { $0 != "." }) ?? 0) >= 42)
        #expect((Double(CLDR.libraryVersion) ?? 0) >= 72)
    }
}
