import Languages
import Testing
import Texts

@Suite("Languages of MediaWiki")
struct MediaWikiLanguagesTests {
    @Test func eachIsATagInItsOneForm() throws {
        for (name, tag) in MediaWikiLanguages.tags {
            let canonical = try CanonicalTag.parse(tag)
            #expect(canonical.tag == tag, "\(name)")
            #expect(canonical.warnings.isEmpty, "\(name)")
        }
    }

    @Test func documentationIsNone() {
        #expect(MediaWikiLanguages.tags[MediaWikiLanguages.documentation] == nil)
    }

    @Test(arguments: [
        ("sr-Cyrl", ["sr"]), ("zh-Hant-HK", ["zh-Hant", "zh-Hant-TW", "zh", "zh-Hans"]),
        ("nn", ["no", "nb"]), ("de-x-formal", ["de"]), ("be-tarask", ["be"]),
        ("gsw", ["de"]), ("ab", ["ru"]),
    ])
    func fallbacksAreMediaWikis(tag: String, chain: [String]) {
        #expect(MediaWikiLanguages.fallbacks(of: tag) == chain)
    }

    @Test func languagesWithoutAFallbackHaveNone() {
        #expect(MediaWikiLanguages.fallbacks(of: "de") == nil)
    }
}
