import Languages
import Testing
import Texts

@Suite("Fallback chains")
struct FallbackChainTests {
    @Test(
        "Parents are those of CLDR",
        arguments: [
            ("es-MX", ["es-419", "es"]), ("es-ES", ["es"]), ("fr-CA", ["fr"]), ("fr", []),
            ("zh-HK", ["zh-Hant"]), ("zh-TW", ["zh-Hant"]), ("zh-Hant", []), ("zh-CN", ["zh"]),
            ("zh-Hans-SG", ["zh-Hans", "zh"]), ("zh-Hant-MO", ["zh-Hant-HK", "zh-Hant"]),
            ("zh-MO", ["zh-Hant-HK", "zh-Hant"]), ("en-AU", ["en-001", "en"]), ("en-US", ["en"]),
            ("en-CH", ["en-150", "en-001", "en"]), ("sr-Latn", []), ("sr-Latn-RS", ["sr-Latn"]),
            ("sr-ME", ["sr-Latn"]), ("sr-Cyrl", ["sr"]), ("de-x-formal", ["de"]),
            ("de-AT-x-formal", ["de-AT", "de"]), ("pt-AO", ["pt-PT", "pt"]), ("pt-BR", ["pt"]),
            ("nb", ["no"]), ("nn-NO", ["nn", "no"]), ("ca-ES-valencia", ["ca-ES", "ca"]),
            ("sl-1994-biske-rozaj", ["sl-1994-biske", "sl-1994", "sl"]), ("uz-Cyrl", []),
            ("en-Cyrl", []), ("de-u-co-phonebk", ["de"]), ("x-own", []), ("und-Latn", []),
            ("qaa-XA", ["qaa"]), ("no tag", []), ("", []),
        ] as [(String, [String])])
    func parents(tag: String, expected: [String]) {
        #expect(FallbackChain.parents(of: tag) == expected)
    }

    @Test("No chain of CLDR's languages has a language twice or the root")
    func finite() {
        for tag in CLDR.availableTags {
            let chain = FallbackChain.parents(of: tag)
            #expect(Set(chain + [tag]).count == chain.count + 1, "\(tag)")
            #expect(!chain.contains("und") && !chain.contains("root"), "\(tag)")
        }
    }

    @Test(
        "Likely subtags fill in what a tag leaves out",
        arguments: [
            ("zh-HK", "zh-Hant-HK"), ("en", "en-Latn-US"), ("sr", "sr-Cyrl-RS"),
            ("az-Arab", "az-Arab-IR"), ("de-x-formal", "de-Latn-DE"), ("x-own", "x-own"),
        ])
    func maximized(tag: String, expected: String) {
        #expect(LikelySubtags.maximized(tag) == expected)
    }

    @Test func scripts() {
        #expect(LikelySubtags.script(of: "sr") == "Cyrl")
        #expect(LikelySubtags.script(of: "sr-Latn") == "Latn")
        #expect(LikelySubtags.script(of: "pa-PK") == "Arab")
        #expect(LikelySubtags.script(of: "x-own") == nil)
        #expect(LikelySubtags.script(of: "qaa") == nil)
    }

    /// Projects use `nb` while CLDR uses `no`.
    @Test(arguments: [
        ("nn", ["nb", "no"]), ("nn-NO", ["nn", "nb", "no"]), ("no", ["nb"]), ("nb", ["no"]),
        ("da", []), ("es-MX", ["es-419", "es"]),
    ])
    func norwegianFallsBackOnBokmål(tag: String, chain: [String]) {
        #expect(FallbackChain.usual(of: tag) == chain)
    }
}
