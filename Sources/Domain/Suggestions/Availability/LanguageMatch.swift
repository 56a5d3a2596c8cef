import Texts

/// Finds the best match for a language among the languages of an engine.
enum LanguageMatch {
    /// Returns true if two tags have the same language, regardless of script, region and variant.
    static func isSameLanguage(_ a: LanguageSubtags, _ b: LanguageSubtags) -> Bool {
        language(a) == language(b)
    }

    /// Returns the best match for the wanted language among the offered ones, or nil if there is
    /// none.
    ///
    /// Language and script must be equal once likely subtags are added: `fr` matches `fr-JP`, but
    /// `zh` does not match `zh-TW`. An offer with the same region is preferred to an offer without
    /// a region, which is preferred to an offer with another region. An offer with variants matches
    /// only if the wanted language has the same variants.
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
        // The result must not depend on the order of a set.
        return offers.compactMap { offer in rank(offer).map { (offer, $0) } }
            .min { ($0.1, $0.0.description) < ($1.1, $1.0.description) }?.0
    }

    /// Returns the language, treating unspecified Norwegian as Bokmål because most Norwegian texts
    /// are in Bokmål.
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
