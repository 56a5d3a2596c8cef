import Languages
import Testing
import Texts

@Suite("Spellings of languages")
struct LanguageSpellingTests {
    @Test(
        "Other systems' spellings are read",
        arguments: [
            ("de_DE.UTF-8", "de-DE"), ("sr_RS@latin", "sr-Latn-RS"),
            ("sr_RS.UTF-8@latin", "sr-Latn-RS"),
            ("ca_ES@valencia", "ca-ES-valencia"), ("uz_UZ@cyrillic", "uz-Cyrl-UZ"),
            ("sd_IN@devanagari", "sd-Deva-IN"), ("tt_RU@iqtelif", "tt-Latn-RU"),
            ("de_DE@euro", "de-DE"), ("zh_CN", "zh-CN"), ("zh_TW.Big5", "zh-TW"),
            ("pt-rBR", "pt-BR"),
            ("b+sr+Latn", "sr-Latn"), ("b+es+419", "es-419"), ("values-pt-rBR", "pt-BR"),
            ("values-b+sr+Latn", "sr-Latn"), ("values-fr", "fr"),
            ("values-mcc310-mnc004-en-rUS-land", "en-US"),
            ("values-zh-rTW-night-v21", "zh-TW"), ("values-iw", "he"), ("values-fil", "fil"),
            ("sl__ROZAJ", "sl-rozaj"), ("sr_Latn__EKAVSK", "sr-Latn-ekavsk"),
            ("pt-BR.lproj", "pt-BR"), ("zh_CN.lproj", "zh-CN"), ("French.lproj", "fr"),
            ("fr-CA", "fr-CA"), ("en-UK", "en-GB"), ("sr_YU", "sr-RS"), ("zh-TW", "zh-TW"),
        ])
    func reads(spelling: String, tag: String) throws {
        #expect(try CanonicalTag.parse(LanguageSpelling.tag(of: spelling)).tag == tag)
    }

    @Test(
        "Directories without a language say none",
        arguments: [
            "values", "values-night", "values-land", "values-v21", "values-car", "values-sw600dp",
        ])
    func noLanguage(directory: String) {
        #expect(LanguageSpelling.tag(ofAndroidDirectory: directory) == nil)
    }

    @Test(
        "What no system spells so is refused all the same",
        arguments: [
            "C.UTF-8", "POSIX", "de_DE@", "de.DE.UTF-8", "@latin", ".UTF-8", "de_DE.UTF/8", "b+",
            "values-",
            "de_DE@no/such", "sl__", "__ROZAJ", "de___1996", "pt-rbr", "values-b+", "Base.lproj",
            ".lproj", "fr@klingonese-x",
        ])
    func refuses(spelling: String) {
        #expect(throws: LanguageTagError.self) {
            try CanonicalTag.parse(LanguageSpelling.tag(of: spelling))
        }
    }

    @Test(
        "Tags are written as each system has them",
        arguments: [
            ("pt-BR", "pt_BR", "pt-rBR", "pt_BR"), ("fr", "fr", "fr", "fr"),
            ("sr-Latn", "sr@latin", "b+sr+Latn", "sr_Latn"),
            ("sr-Latn-RS", "sr_RS@latin", "b+sr+Latn+RS", "sr_Latn_RS"),
            ("zh-Hans", "zh_Hans", "b+zh+Hans", "zh_Hans"),
            ("zh-Hans-CN", "zh_CN", "b+zh+Hans+CN", "zh_Hans_CN"),
            ("es-419", "es_419", "b+es+419", "es_419"),
            ("ca-ES-valencia", "ca_ES@valencia", "b+ca+ES+valencia", "ca_ES_VALENCIA"),
            ("car", "car", "b+car", "car"), ("he", "he", "iw", "he"),
            ("he-IL", "he_IL", "iw-rIL", "he_IL"),
            ("id", "id", "in", "id"),
            ("fil-PH", "fil_PH", "fil-rPH", "fil_PH"),
            ("sl-rozaj", "sl@rozaj", "b+sl+rozaj", "sl__ROZAJ"),
        ])
    func writes(tag: String, posix: String, android: String, java: String) {
        #expect(LanguageSpelling.posix(tag) == posix)
        #expect(LanguageSpelling.android(tag) == android)
        #expect(LanguageSpelling.androidDirectory(tag) == "values-" + android)
        #expect(LanguageSpelling.appleDirectory(tag) == tag + ".lproj")
        #expect(LanguageSpelling.java(tag) == java)
    }

    @Test(
        "A script that the region implies can be left out",
        arguments: [
            ("zh-Hant-TW", "zh-TW"), ("zh-Hans-CN", "zh-CN"), ("uz-Latn-UZ", "uz-UZ"),
            ("sr-Cyrl-RS-ekavsk", "sr-RS-ekavsk"), ("sr-Latn-RS", nil), ("zh-Hant", nil),
            ("zh-TW", nil), ("x-own", nil),
        ])
    func withoutImpliedScript(tag: String, short: String?) {
        #expect(LanguageSpelling.withoutImpliedScript(tag) == short)
    }

    @Test(
        "What a system can't say is nothing", arguments: ["de-x-formal", "x-own", "en-u-nu-latn"])
    func unsayable(tag: String) {
        #expect(LanguageSpelling.posix(tag) == nil)
        #expect(LanguageSpelling.android(tag) == nil)
        #expect(LanguageSpelling.java(tag) == nil)
    }

    @Test(
        "Android's and Apple's spellings lead back to every tag of CLDR",
        arguments: CLDR.availableTags)
    func leadsBack(tag: String) throws {
        let canonical = try CanonicalTag.parse(tag).tag
        guard let android = LanguageSpelling.androidDirectory(canonical) else { return }
        #expect(try CanonicalTag.parse(LanguageSpelling.tag(of: android)).tag == canonical)
        let apple = LanguageSpelling.appleDirectory(canonical)
        #expect(LanguageSpelling.tag(of: apple) == canonical)
        // POSIX omits a script that the region implies.
        let posix = try #require(LanguageSpelling.posix(canonical))
        #expect(
            try LikelySubtags.maximized(CanonicalTag.parse(LanguageSpelling.tag(of: posix)).tag)
                == LikelySubtags.maximized(canonical))
    }
}
