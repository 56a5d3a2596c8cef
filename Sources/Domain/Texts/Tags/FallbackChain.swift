/// The languages that supply texts that are missing in another language.
public enum FallbackChain {
    /// Returns CLDR's parents of a tag, nearest first, without the root: `es-419`, `es` for
    /// `es-MX`.
    ///
    /// The rules, from <https://www.unicode.org/reports/tr35/#Locale_Inheritance>:
    /// - Private use, extensions and variants are removed from the end.
    /// - Then CLDR's explicit parents apply (`en-AU` → `en-001`).
    /// - A region whose script is not the language's usual one is replaced with that script
    ///   (`zh-HK` → `zh-Hant`); any other region is removed.
    /// - A script that is not the language's usual one ends the chain: `sr-Latn` has no parents.
    ///
    /// The source language is not included. An invalid tag has no parents.
    public static func parents(of tag: String) -> [String] {
        guard var current = try? LanguageSubtags(tag) else { return [] }
        var chain: [String] = []
        while let parent = parent(of: current), parent.language != "und" {
            let name = parent.description
            // CLDR's data has no cycles. The limit prevents a faulty rule from causing an endless
            // loop.
            guard !chain.contains(name), chain.count < 16 else { break }
            chain.append(name)
            current = parent
        }
        return chain
    }

    /// Returns the default chain of a language: its parents, and for Nynorsk and plain Norwegian
    /// also Bokmål, the language of most Norwegian texts.
    ///
    /// CLDR assigns the parent `no` to Nynorsk and Bokmål, but projects use `nb`.
    public static func usual(of tag: String) -> [String] {
        var chain = parents(of: tag)
        switch (try? LanguageSubtags(tag))?.language {
        case "nn": chain.insert("nb", at: chain.firstIndex(of: "no") ?? chain.endIndex)
        case "no": chain.append("nb")
        default: break
        }
        return chain
    }

    private static func parent(of tag: LanguageSubtags) -> LanguageSubtags? {
        var parent = tag
        if !tag.privateUse.isEmpty {
            parent.privateUse = []
            return tag.language == nil ? nil : parent
        }
        if !tag.extensions.isEmpty {
            parent.extensions = []
            return parent
        }
        if !tag.variants.isEmpty {
            parent.variants.removeLast()
            return parent
        }
        if let explicit = CLDRTables.parents[tag.description] {
            return explicit == "root" ? nil : try? LanguageSubtags(explicit)
        }
        if tag.region != nil {
            return parentOfRegion(tag)
        }
        guard let script = tag.script else { return nil }
        parent.script = nil
        return LikelySubtags.maximized(parent)?.script == script ? parent : nil
    }

    private static func parentOfRegion(_ tag: LanguageSubtags) -> LanguageSubtags? {
        var parent = tag
        parent.region = nil
        guard tag.script == nil,
            let own = LikelySubtags.maximized(tag)?.script,
            let usual = LikelySubtags.maximized(parent)?.script,
            own != usual
        else { return parent }
        var explicit = tag
        explicit.script = own
        return Self.parent(of: explicit)
    }
}
