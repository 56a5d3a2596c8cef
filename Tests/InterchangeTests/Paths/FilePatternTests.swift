import Interchange
import Testing
import Texts

/// The paths of a resource's files.
@Suite struct FilePatternTests {
    private func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

    @Test(arguments: [
        ("locales/{locale}.json", "pt-BR", false, "locales/pt-BR.json"),
        ("locales/{locale_with_underscore}.json", "pt-BR", false, "locales/pt_BR.json"),
        ("res/values-{locale}/strings.xml", "pt-BR", false, "res/values-pt-rBR/strings.xml"),
        ("res/values-{locale}/strings.xml", "en", true, "res/values/strings.xml"),
        ("ios/{locale}.lproj/a.strings", "en", true, "ios/en.lproj/a.strings"),
        ("{locale}/app_{locale}.arb", "fr", false, "fr/app_fr.arb"),
        ("App/Localizable.xcstrings", "fr", false, "App/Localizable.xcstrings"),
    ])
    func aLanguageHasAPath(
        pattern: String, language: String, isSource: Bool, path: String
    ) throws {
        let pattern = try #require(FilePattern(pattern))
        #expect(pattern.path(of: try tag(language), isSource: isSource) == path)
    }

    @Test(arguments: [
        "", "/etc/{locale}", "../{locale}.json", "a//{locale}", "{lang}.json", "{locale", "a}b",
        "a\\{locale}", ".git/{locale}", "{locale}\u{0}",
    ])
    func othersAreNoPatterns(text: String) { #expect(FilePattern(text) == nil) }

    @Test(arguments: [
        ("i18next-json", "locales/en.json", "en", "locales/{locale}.json"),
        ("i18next-json", "public/de/common.json", "de", "public/{locale}/common.json"),
        ("i18next-json", "no/no.json", "no", "{locale}/no.json"),
        ("arb", "l10n/fr/app_fr.arb", "fr", "l10n/{locale}/app_{locale}.arb"),
        (
            "android-xml", "app/res/values-iw/strings.xml", "he",
            "app/res/values-{locale}/strings.xml"
        ),
        ("android-xml", "app/res/values/strings.xml", "en", "app/res/values-{locale}/strings.xml"),
        ("apple-strings", "ios/Base.lproj/A.strings", "en", "ios/{locale}.lproj/A.strings"),
        ("arb", "lib/l10n/app_fr.arb", "fr", "lib/l10n/app_{locale}.arb"),
        (
            "java-properties", "src/messages_pt_BR.properties", "pt_BR",
            "src/messages_{locale}.properties"
        ),
        ("po", "locale/fr/LC_MESSAGES/app.po", "fr", "locale/{locale}/LC_MESSAGES/app.po"),
    ])
    func aPathIsOneOfAPattern(
        format: String, path: String, spelling: String, pattern: String
    ) throws {
        let format = try #require(FileFormats.named(format))
        #expect(format.pattern(ofPath: path, spellings: [spelling])?.text == pattern)
    }

    @Test(arguments: [
        ("src/messages.properties", "src/messages_{locale_with_underscore}.properties"),
        ("po/app.pot", "po/{locale_with_underscore}.po"),
        ("app.pot", "{locale_with_underscore}.po"),
        ("locale/app.pot", "locale/{locale_with_underscore}/LC_MESSAGES/app.po"),
        ("src/locale/messages.xlf", "src/locale/messages.{locale}.xlf"),
        ("texts.json", nil), (".pot", nil), ("a{b}.pot", "{locale_with_underscore}.po"),
        ("a{b}.xlf", nil),
    ])
    func translationsHaveAPlaceBesideASource(path: String, pattern: String?) throws {
        let format = try #require(FileFormats.named("po"))
        #expect(format.pattern(besideSource: path)?.text == pattern)
    }

    @Test func pathsWithoutALanguageHaveNone() throws {
        let format = try #require(FileFormats.named("po"))
        #expect(format.pattern(ofPath: "po/app.pot", spellings: ["en"]) == nil)
        let android = try #require(FileFormats.named("android-xml"))
        #expect(android.pattern(ofPath: "res/values-night/strings.xml", spellings: ["en"]) == nil)
    }

    @Test func pluralsOfATableAreBesideTheTable() {
        func path(_ file: String, at place: String) -> String {
            FilePattern.path(of: OutputFile(path: file, bytes: []), at: place)
        }
        let place = "App/fr.lproj/Main.strings"
        #expect(path("fr.lproj/Main.strings", at: place) == place)
        #expect(
            path("fr.lproj/Main.stringsdict", at: place) == "App/fr.lproj/Main.stringsdict")
        #expect(path("fr.lproj/Main.stringsdict", at: "App/fr.json") == "App/fr.json")
    }
}
