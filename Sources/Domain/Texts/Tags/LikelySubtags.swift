/// The likely scripts and regions of tags that lack them, from CLDR.
///
/// Source: <https://www.unicode.org/reports/tr35/#Likely_Subtags>.
public enum LikelySubtags {
    /// Returns the tag with its likely language, script and region, such as `zh-Hant-HK` for
    /// `zh-HK`.
    ///
    /// Variants, extensions and private use are omitted. A tag unknown to CLDR is returned
    /// unchanged.
    public static func maximized(_ tag: String) -> String {
        guard let subtags = try? LanguageSubtags(tag), let full = maximized(subtags) else {
            return tag
        }
        return full.description
    }

    /// Returns the script of a language, such as `Cyrl` for `sr`; nil if it is unknown to CLDR.
    public static func script(of tag: String) -> String? {
        guard let subtags = try? LanguageSubtags(tag) else { return nil }
        return subtags.script ?? maximized(subtags)?.script
    }

    /// Returns whether two tags are the same after likely subtags are added, such as `zh-CN` and
    /// `zh-Hans`.
    public static func agree(_ a: String, _ b: String) -> Bool {
        guard let a = try? LanguageSubtags(a), let b = try? LanguageSubtags(b) else {
            return a == b
        }
        func rest(_ subtags: LanguageSubtags) -> LanguageSubtags {
            var rest = subtags
            (rest.language, rest.script, rest.region) = (nil, nil, nil)
            return rest
        }
        return rest(a) == rest(b)
            && (maximized(a) ?? a.keepingRegion) == (maximized(b) ?? b.keepingRegion)
    }

    /// Returns the shortest tag with the same likely subtags, such as `zh-TW` for `zh-Hant-TW`.
    ///
    /// Variants, extensions and private use are omitted. A tag unknown to CLDR is returned
    /// unchanged.
    public static func minimized(_ tag: String) -> String {
        guard let subtags = try? LanguageSubtags(tag), let full = maximized(subtags) else {
            return tag
        }
        var (alone, region, script) = (full, full, full)
        (alone.script, alone.region, region.script, script.region) = (nil, nil, nil, nil)
        let shortest = [alone, region, script].first { maximized($0) == full }
        return (shortest ?? full).description
    }

    static func maximized(_ subtags: LanguageSubtags) -> LanguageSubtags? {
        var given = subtags.keepingRegion
        guard let language = given.language else { return nil }
        // `Zzzz` and `ZZ` mean unknown, so they are treated like missing subtags.
        if given.script == "Zzzz" { given.script = nil }
        if given.region == "ZZ" { given.region = nil }
        let keys = [
            [language, given.script, given.region], [language, given.script],
            [language, given.region], [language],
        ]
        for (index, key) in keys.enumerated() where !key.contains(nil) {
            let name = key.compactMap { $0 }.joined(separator: "-")
            guard let value = CLDRTables.likelySubtags[name],
                let likely = try? LanguageSubtags(
                    value.first?.isUppercase == true ? "\(language)-\(value)" : value)
            else { continue }
            var full = given
            full.language = likely.language
            // A group of regions is replaced with its likely region, as in ICU.
            full.script = index < 2 ? likely.script : given.script ?? likely.script
            full.region = index == 0 || index == 2 ? likely.region : given.region ?? likely.region
            return full
        }
        return subtags.keepingRegion
    }
}
