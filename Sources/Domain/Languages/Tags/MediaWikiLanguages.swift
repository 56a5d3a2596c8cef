/// The MediaWiki language codes that differ from BCP 47.
///
/// The facts are MediaWiki's own, of version 1.39: `getNonstandardLanguageCodeMapping()` of its class `LanguageCode`, which has the
/// codes that it has renamed since and those that no standard registers. See
/// <https://doc.wikimedia.org/mediawiki-core/REL1_39/php/classLanguageCode.html>.
public enum MediaWikiLanguages {
    /// The name of the file that has no texts, but says of each string what it is for.
    public static let documentation = "qqq"

    /// The member of each file that says who wrote it.
    public static let metadata = "@metadata"

    /// The tags of BCP 47, by MediaWiki's codes; all other codes are tags.
    public static let tags = [
        // Renamed in MediaWiki.
        "als": "gsw", "bat-smg": "sgs", "be-x-old": "be-tarask", "fiu-vro": "vro",
        "roa-rup": "rup", "zh-classical": "lzh", "zh-min-nan": "nan", "zh-yue": "yue",
        // Not registered, or registered as something else.
        "cbk-zam": "cbk", "de-formal": "de-x-formal", "eml": "egl", "en-rtl": "en-x-rtl",
        "es-formal": "es-x-formal", "hu-formal": "hu-x-formal", "map-bms": "jv-x-bms",
        "mo": "ro-Cyrl-MD", "nrm": "nrf", "nl-informal": "nl-x-informal",
        "roa-tara": "nap-x-tara", "simple": "en-simple", "sr-ec": "sr-Cyrl", "sr-el": "sr-Latn",
        // Chinese of a place, with its script.
        "zh-cn": "zh-Hans-CN", "zh-sg": "zh-Hans-SG", "zh-my": "zh-Hans-MY",
        "zh-tw": "zh-Hant-TW", "zh-hk": "zh-Hant-HK", "zh-mo": "zh-Hant-MO",
    ]
}
