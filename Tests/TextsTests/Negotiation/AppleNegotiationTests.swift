import Testing
import Texts

@Suite("Apple's localizations")
struct AppleNegotiationTests {
    private static let chinese = [
        ["zh_CN", "zh_TW"], ["zh_CN", "zh_TW", "zh_HK"], ["zh_CN", "zh_TW", "zh_HK", "zh_MO"],
        ["zh_Hans", "zh_Hant", "zh_Hant_HK"], ["zh_CN", "zh_TW", "zh_Hans", "zh_Hant"],
        ["zh_CN", "zh_TW", "zh_HK", "zh_Hans", "zh_Hant", "zh_Hant_HK"],
    ]
    private static let english = [
        ["English"], ["en", "en_AU", "en_GB"], ["en", "en_AU", "en_GB", "en_CA"],
        ["en", "en_AU", "en_GB", "en_CA", "en_IN", "en_US"], ["en", "en_AU", "en_GB", "en_001"],
        ["en", "en_AU", "en_GB", "en_001", "en_150"],
    ]
    private static let spanish = [
        ["Spanish"], ["es", "es_MX"], ["es", "es_419"], ["es", "es_419", "es_MX"],
        ["es", "es_ES", "es_MX"], ["es", "es_ES", "es_419", "es_MX"],
    ]
    private static let portuguese = [["pt", "pt_PT"], ["pt", "pt_BR", "pt_PT"], ["pt", "pt_BR"]]

    /// The first result that Apple's header `ualoc.h` gives for each set.
    static let examples: [(sets: [[String]], request: String, chosen: String)] = [
        (chinese, "zh", "zh_CN zh_CN zh_CN zh_Hans zh_Hans zh_Hans"),
        (chinese, "zh-Hans", "zh_CN zh_CN zh_CN zh_Hans zh_Hans zh_Hans"),
        (chinese, "zh-Hant", "zh_TW zh_TW zh_TW zh_Hant zh_Hant zh_Hant"),
        (chinese, "zh-Hans-SG", "zh_CN zh_CN zh_CN zh_Hans zh_Hans zh_Hans"),
        (chinese, "zh-Hant-TW", "zh_TW zh_TW zh_TW zh_Hant zh_TW zh_TW"),
        (chinese, "zh-Hant-MO", "zh_TW zh_HK zh_MO zh_Hant_HK zh_Hant zh_Hant_HK"),
        (chinese, "zh-Hans-HK", "zh_CN zh_CN zh_CN zh_Hans zh_Hans zh_Hans"),
        (chinese, "zh-CN", "zh_CN zh_CN zh_CN zh_Hans zh_CN zh_CN"),
        (chinese, "zh-SG", "zh_CN zh_CN zh_CN zh_Hans zh_Hans zh_Hans"),
        (chinese, "zh-TW", "zh_TW zh_TW zh_TW zh_Hant zh_TW zh_TW"),
        (chinese, "zh-HK", "zh_TW zh_HK zh_HK zh_Hant_HK zh_Hant zh_HK"),
        (english, "en", "English en en en en en"), (english, "en-US", "English en en en_US en en"),
        (english, "en-AU", "English en_AU en_AU en_AU en_AU en_AU"),
        (english, "en-CA", "English en en_CA en_CA en_001 en_001"),
        (english, "en-GB", "English en_GB en_GB en_GB en_GB en_GB"),
        (english, "en-IN", "English en_GB en_GB en_IN en_GB en_GB"),
        (english, "en-FR", "English en_GB en_GB en_GB en_GB en_150"),
        (english, "en-IL", "English en en en en_001 en_001"),
        (english, "en-001", "English en en en en_001 en_001"),
        (english, "en-150", "English en_GB en_GB en_GB en_GB en_150"),
        (english, "en-NZ", "English en_AU en_AU en_AU en_AU en_AU"),
        (spanish, "es", "Spanish es es es es es"),
        (spanish, "es-ES", "Spanish es es es es_ES es_ES"),
        (spanish, "es-419", "Spanish es es_419 es_419 es es_419"),
        (spanish, "es-MX", "Spanish es_MX es_419 es_MX es_MX es_MX"),
        (spanish, "es-AR", "Spanish es es_419 es_419 es es_419"),
        (portuguese, "pt", "pt pt pt"), (portuguese, "pt-BR", "pt pt_BR pt_BR"),
        (portuguese, "pt-PT", "pt_PT pt_PT pt"), (portuguese, "pt-MO", "pt_PT pt_PT pt"),
    ]

    @Test("The examples of Apple's header hold", arguments: examples.indices)
    func example(index: Int) {
        let (sets, request, chosen) = Self.examples[index]
        let found = sets.map {
            AppleNegotiation(available: $0, development: "xx").choose([request]).chosen?.tag ?? "-"
        }
        #expect(found.joined(separator: " ") == chosen, "\(request)")
    }

    @Test(
        "The next language of the user's is taken",
        arguments: [
            (["en", "fr", "de"], ["it", "de-AT", "fr"], ["de"], .parent),
            (["en", "fr", "fr-CA"], ["fr-CA"], ["fr-CA", "fr"], .exact),
            (["en", "de"], ["fr-CA", "de"], ["de"], .exact),
            (["en", "fr-CA"], ["fr-FR"], ["fr-CA"], .sibling),
            (["en", "fr-FR", "fr-CA"], ["fr-BE"], ["fr-FR"], .sibling),
            (["en", "fr-CA"], ["fr-FR", "en"], ["fr-CA"], .sibling),
            (["en-GB", "fr-CA"], ["fr", "fr-CA"], ["fr-CA"], .exact),
            (["pt-BR", "en"], ["pt-PT", "en"], ["en"], .exact),
            (["pt-BR", "en"], ["pt-PT"], ["pt-BR"], .sibling),
            (["en", "he"], ["iw"], ["he"], .exact), (["en", "nb"], ["no"], ["nb"], .exact),
            (["en", "sr"], ["sr-Latn-RS"], ["en"], .standard),
            (["en", "zh-Hans"], ["zh-Hant"], ["en"], .standard),
            (["en", "fr"], ["ja"], ["en"], .standard), (["fr", "de"], ["ja"], ["fr"], .standard),
            (["en-GB"], ["ja"], ["en-GB"], .standard), ([], ["fr"], [], nil),
            (["en", "fr"], [], ["en"], .standard),
            (["en", "French"], ["fr-CA"], ["French"], .parent),
            (["en", "fr"], ["", "-", "root!", "fr"], ["fr"], .exact),
        ] as [([String], [String], [String], Negotiation.Match?)])
    func next(
        available: [String], preferred: [String], chosen: [String], match: Negotiation.Match?
    ) {
        let found = AppleNegotiation(available: available, development: "en").choose(preferred)
        #expect(found.languages.map(\.tag) == chosen)
        #expect(found.chosen?.match == match)
    }
}
