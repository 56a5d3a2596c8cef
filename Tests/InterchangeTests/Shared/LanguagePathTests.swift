import Interchange
import Languages
import Testing
import Texts
import Translation

/// The paths of a project's languages, and the languages that are read from them.
@Suite struct LanguagePathTests {
    /// The languages of CLDR, and others that systems without scripts cannot tell apart.
    static let languages: Set<LanguageTag> = {
        let more = [
            "zh-TW", "zh-CN", "uz-UZ", "uz-Latn-UZ", "sr-RS", "sr-Cyrl-RS", "sr-Latn-RS",
            "sr-RS-ekavsk", "sr-Cyrl-RS-ekavsk", "sr-Latn-RS-ekavsk", "zh-Hant-TW", "zh-Hans-CN",
            "ca-ES-valencia", "de-x-formal", "sl-rozaj", "sl-rozaj-biske", "be-tarask", "he", "id",
            "yi",
            "en-u-nu-latn",
        ]
        return Set(
            (CLDR.availableTags + more).compactMap {
                (try? CanonicalTag.parse($0).tag).flatMap(LanguageTag.init)
            })
    }()

    /// Two languages with the same path would overwrite each other, and a path that is read as
    /// another language would mix up their texts.
    @Test(arguments: FileFormats.read.filter { !$0.traits.holdsAllLanguages }.map(\.name))
    func noTwoLanguagesOfAProjectHaveOneFile(format: String) throws {
        let format = try #require(FileFormats.named(format))
        let source = try #require(LanguageTag("en"))
        let string = StringID(section: "default", key: "a")
        let entry = ExportEntry(string: string, source: Value("A"), value: Value("B"))
        var paths: Set<String> = []
        for language in Self.languages.sorted() where language != source {
            let options = ExportOptions(
                defaultSection: "default", isSource: false, sourceLanguage: source,
                languages: Self.languages)
            // Android has no names for some languages.
            guard let result = try? format.write([entry], language: language, options: options)
            else {
                #expect(format.name == "android-xml" || format.name == "verid-xml", "\(language)")
                continue
            }
            for file in result.files {
                #expect(paths.insert(file.path).inserted, "\(file.path)")
                let place = format.place(ofPath: file.path, languages: Self.languages)
                // The file name in Ver-ID's format has no script; the file itself does.
                let agrees =
                    format.traits.namesLanguage
                    && place.language.map { LikelySubtags.agree($0, language.rawValue) } ?? false
                #expect(
                    agrees || place.language.flatMap(Self.meant) == language, "\(file.path)")
                for spelling in try format.languages(in: file.bytes) {
                    let read = try CanonicalTag.parse(LanguageSpelling.tag(of: spelling)).tag
                    #expect(read == language.rawValue, "\(file.path): \(spelling)")
                }
            }
        }
    }

    /// Returns the language that an import takes a spelling for: a path may omit a script that the
    /// region implies.
    private static func meant(by spelling: String) -> LanguageTag? {
        guard let read = try? CanonicalTag.parse(LanguageSpelling.tag(of: spelling)).tag else {
            return nil
        }
        return languages.first { $0.rawValue == read }
            ?? languages.first { LanguageSpelling.withoutImpliedScript($0.rawValue) == read }
    }
}
