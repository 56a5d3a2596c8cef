/// The MediaWiki language codes that differ from BCP 47.
///
/// The data is from MediaWiki 1.39: `getNonstandardLanguageCodeMapping()` in the class
/// `LanguageCode`. It lists codes that MediaWiki has since renamed, and codes that no standard
/// registers. See <https://doc.wikimedia.org/mediawiki-core/REL1_39/php/classLanguageCode.html>.
public enum MediaWikiLanguages {
    /// The name of the file that documents each string instead of translating it.
    public static let documentation = "qqq"

    /// The member of each file that lists its authors.
    public static let metadata = "@metadata"

    /// BCP 47 tags by MediaWiki code.
    ///
    /// All other codes are already tags.
    public static let tags = [
        // Renamed in MediaWiki.
        "als": "gsw", "bat-smg": "sgs", "be-x-old": "be-tarask", "fiu-vro": "vro",
        "roa-rup": "rup", "zh-classical": "lzh", "zh-min-nan": "nan", "zh-yue": "yue",
        // Not registered, or registered with a different meaning.
        "cbk-zam": "cbk", "de-formal": "de-x-formal", "eml": "egl", "en-rtl": "en-x-rtl",
        "es-formal": "es-x-formal", "hu-formal": "hu-x-formal", "map-bms": "jv-x-bms",
        "mo": "ro-Cyrl-MD", "nrm": "nrf", "nl-informal": "nl-x-informal",
        "roa-tara": "nap-x-tara", "simple": "en-simple", "sr-ec": "sr-Cyrl", "sr-el": "sr-Latn",
        // Chinese by region, with the script used there.
        "zh-cn": "zh-Hans-CN", "zh-sg": "zh-Hans-SG", "zh-my": "zh-Hans-MY",
        "zh-tw": "zh-Hant-TW", "zh-hk": "zh-Hant-HK", "zh-mo": "zh-Hant-MO",
    ]
}
