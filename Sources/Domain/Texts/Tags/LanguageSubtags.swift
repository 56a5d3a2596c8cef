/// The parts of a BCP 47 language tag, well-formed and cased as RFC 5646 2.1.1 recommends.
///
/// The parts need not be registered; ``CanonicalTag`` checks that they are.
public struct LanguageSubtags: Hashable, Sendable, CustomStringConvertible {
    /// The language, such as `fr`; nil if the whole tag is for private use (`x-…`).
    public package(set) var language: String?
    /// The extended language, such as `yue` in `zh-yue`.
    public package(set) var extendedLanguage: String?
    /// The script, such as `Hant`.
    public package(set) var script: String?
    /// The region, such as `CA` or `419`.
    public package(set) var region: String?
    /// The variants, such as `valencia`, in the tag's order.
    public package(set) var variants: [String] = []
    /// The extensions, in the tag's order.
    public package(set) var extensions: [Extension] = []
    /// The private-use subtags, which follow `x-`.
    public package(set) var privateUse: [String] = []

    /// A part of a tag defined by another standard, such as `u-nu-latn`.
    public struct Extension: Hashable, Sendable {
        /// The character that identifies the standard, such as `u` or `t`.
        public package(set) var singleton: String
        /// The subtags after the singleton.
        public package(set) var subtags: [String]
    }

    /// The tag, with `-` between its subtags.
    public var description: String {
        var subtags = [language, extendedLanguage, script, region].compactMap { $0 } + variants
        for item in extensions { subtags += [item.singleton] + item.subtags }
        if !privateUse.isEmpty { subtags += ["x"] + privateUse }
        return subtags.joined(separator: "-")
    }

    /// The language, script and region alone.
    public var keepingRegion: LanguageSubtags {
        var bare = LanguageSubtags()
        bare.language = language
        bare.script = script
        bare.region = region
        return bare
    }

    package init() {}
}
