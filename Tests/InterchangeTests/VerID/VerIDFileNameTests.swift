import Interchange
import Testing
import Texts
import Translation

@Suite("Ver-ID XML: names")
struct VerIDFileNameTests {
    @Test(arguments: [
        ("fr-CA", "fr_CA.xml"), ("vi", "vi.xml"), ("sr-Latn-RS", "sr-Latn_RS.xml"),
        ("es-419", "es_419.xml"), ("de-x-formal", "de-x-formal.xml"), ("sr-Latn", "sr-Latn.xml"),
        ("sr-Cyrl-ME", "sr-Cyrl_ME.xml"), ("ca-ES-valencia", "ca-ES-valencia.xml"),
        ("de-x-us", "de-x-us.xml"), ("sl-rozaj-1994", "sl-rozaj-1994.xml"),
    ])
    func namesBothWays(tag: String, name: String) throws {
        let language = try #require(LanguageTag(tag))
        #expect(VerIDFileName.name(of: language) == name)
        #expect(VerIDXML().place(ofPath: "Resources/" + name) == FilePlace(language: tag))
        let template = try VerIDXML.template(originals: ["a"], language: language)
        #expect(try VerIDSample.read(template).language == tag)
    }

    /// Apps look up a language and a region, but never a script.
    @Test(arguments: [
        ("zh-Hant-HK", "zh_HK.xml", [], true), ("sr-Cyrl", "sr.xml", [], true),
        ("zh-Hans", "zh.xml", [], true), ("zh-Hant", "zh_TW.xml", [], true),
        ("zh-Hant", "zh-Hant.xml", ["zh-Hant-TW"], false),
        ("zh-Hant-TW", "zh_TW.xml", ["zh-Hant"], true),
        ("zh-Hant-TW", "zh-Hant_TW.xml", ["zh-TW"], false),
        ("sr-Cyrl", "sr-Cyrl.xml", ["sr"], false), ("sr-Latn", "sr-Latn.xml", [], false),
        ("sr-Latn-ME", "sr_ME.xml", [], true), ("ca-ES-valencia", "ca-ES-valencia.xml", [], false),
        ("fr-CA", "fr_CA.xml", ["fr"], true),
    ])
    func namesAreThoseThatAppsLookFor(
        tag: String, name: String, others: [String], canBeChosen: Bool
    ) throws {
        let language = try #require(LanguageTag(tag))
        let languages = Set((others + [tag]).compactMap(LanguageTag.init))
        #expect(VerIDFileName.name(of: language, among: languages) == name)
        #expect(VerIDFileName.canBeChosen(language, among: languages) == canBeChosen)
        let entry = ExportEntry(
            string: StringID(section: "default", key: "a"), source: Value("a"), value: Value("b"))
        let result = try VerIDXML().write(
            [entry], language: language,
            options: ExportOptions(
                defaultSection: "default", isSource: false, languages: languages))
        #expect(result.files.map(\.path) == [name])
        #expect(result.notices.isEmpty == canBeChosen)
        #expect(try VerIDXML().languages(in: result.files[0].bytes) == [tag])
    }

    @Test(arguments: [
        ("es-419.xml", "es-419"), ("FR_ca.XML", "FR-ca"), ("/a/b.c/zh_Hant_HK.xml", "zh-Hant-HK"),
        ("en-u-ca-buddhist.xml", "en-u-ca-buddhist"),
    ])
    func readsOtherSpellings(path: String, tag: String) {
        #expect(VerIDFileName.language(ofPath: path) == tag)
    }

    @Test(arguments: [
        "template.xml", "strings.xml", "e.xml", "fr.json", "fr", ".xml", "", "/", "fr_.xml",
        "fr CA.xml", "12.xml", "fr-u.xml", "fr-x.xml", "fr_C.xml", "fr.xml/", "frçais.xml",
    ])
    func takesOnlyTags(path: String) {
        #expect(VerIDFileName.language(ofPath: path) == nil || path == "fr.xml/")
    }

    @Test(arguments: [
        ("a.xml", "<strings/>", true),
        ("-", "\u{FEFF} <?xml?>\n<!-- <a> -->\n<strings a='b'>", true),
        ("a.xml", "<resources>", false), ("a.xml", "", true), ("a.json", "{}", false),
        ("-", "<stringsx/>", false), ("a.XML", "<!DOCTYPE a>", true), ("-", "<!--", false),
        ("-", "<!DOCTYPE strings [<!-- > ] --><!ENTITY a \"]>\">]><strings/>", true),
    ])
    func recognizes(path: String, text: String, expected: Bool) {
        #expect(VerIDXML().recognizes(path: path, bytes: Array(text.utf8)) == expected)
    }
}
