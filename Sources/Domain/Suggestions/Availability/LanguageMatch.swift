import Texts

/// Finds a wanted language among those of an engine.
enum LanguageMatch {
    /// Returns true if two tags are of one language, whatever their scripts, regions and variants.
    static func isSameLanguage(_ a: LanguageSubtags, _ b: LanguageSubtags) -> Bool {
        language(a) == language(b)
    }

    /// Returns the offered language that serves a wanted one best; nil if none does.
    ///
    /// Language and script have to agree once likely subtags are added: `fr-JP` is served by `fr`, `zh-TW` is not served by `zh`. An
    /// offer with the region comes before one without, and that before one for another region. Variants are served by the same variants
    /// or none.
    static func best(
        for wanted: LanguageSubtags, among offers: some Collection<LanguageSubtags>
    ) -> LanguageSubtags? {
        func rank(_ offer: LanguageSubtags) -> Int? {
            guard isSameLanguage(wanted, offer), script(wanted) == script(offer),
                offer.variants.isEmpty || offer.variants == wanted.variants
            else { return nil }
            let variants = offer.variants == wanted.variants ? 0 : 10
            if offer.region == wanted.region { return variants }
            if offer.region == nil { return variants + 1 }
            return variants + (offer.region == region(wanted) ? 2 : isUsual(offer) ? 3 : 4)
        }
        // The order of a set must not decide.
        return offers.compactMap { offer in rank(offer).map { (offer, $0) } }
            .min { ($0.1, $0.0.description) < ($1.1, $1.0.description) }?.0
    }

    /// Norwegian without more is Bokmål, as in most texts.
    private static func language(_ tag: LanguageSubtags) -> String? {
        tag.language == "no" ? "nb" : tag.language
    }

    private static func script(_ tag: LanguageSubtags) -> String? {
        LikelySubtags.script(of: tag.keepingRegion.description)
    }

    private static func region(_ tag: LanguageSubtags) -> String? {
        (try? LanguageSubtags(LikelySubtags.maximized(tag.keepingRegion.description)))?.region
    }

    private static func isUsual(_ tag: LanguageSubtags) -> Bool {
        LikelySubtags.minimized(tag.description) == tag.language
    }
}
