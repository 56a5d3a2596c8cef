import CICU

/// What CLDR holds for likely where a tag leaves its script or region out.
///
/// Source: <https://www.unicode.org/reports/tr35/#Likely_Subtags>.
public enum LikelySubtags {
    /// Returns the tag with its likely language, script and region, such as `zh-Hant-HK` for
    /// `zh-HK`.
    ///
    /// Variants, extensions and private use are left out. The tag comes back as it is where CLDR
    /// knows nothing.
    public static func maximized(_ tag: String) -> String {
        guard let subtags = try? LanguageSubtags(tag), let full = maximized(subtags) else {
            return tag
        }
        return full.description
    }

    /// Returns the script that the language is written in, such as `Cyrl` for `sr`; nil if CLDR
    /// doesn't know.
    public static func script(of tag: String) -> String? {
        guard let subtags = try? LanguageSubtags(tag) else { return nil }
        return subtags.script ?? maximized(subtags)?.script
    }

    /// Returns whether two tags name one language once likely subtags are filled in, as `zh-CN` and `zh-Hans` do.
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

    static func maximized(_ subtags: LanguageSubtags) -> LanguageSubtags? {
        let bare = subtags.keepingRegion
        guard let language = bare.language else { return nil }
        let identifier = [language, bare.script, bare.region].compactMap { $0 }
            .joined(separator: "_")
        let full = ICUBuffer.readASCII { icu_uloc_addLikelySubtags(identifier, $0, $1, &$2) }
        return full.flatMap { try? LanguageSubtags($0) }
    }
}
