/// The languages that supply a text where a language has none of its own.
public enum FallbackChain {
    /// Returns CLDR's parents of a tag, nearest first, without the root: `es-419`, `es` for
    /// `es-MX`.
    ///
    /// The rules, of <https://www.unicode.org/reports/tr35/#Locale_Inheritance>: private use,
    /// extensions and variants are cut off from the end; then CLDR's explicit parents count
    /// (`en-AU` → `en-001`); a region whose script is not its language's usual one continues
    /// with that script named (`zh-HK` → `zh-Hant`); else the region is cut off. A script that is
    /// not the language's usual one ends the chain: `sr-Latn` has no parents.
    ///
    /// The source language is not part of it, and a text that is no tag has no parents.
    public static func parents(of tag: String) -> [String] {
        guard var current = try? LanguageSubtags(tag) else { return [] }
        var chain: [String] = []
        while let parent = parent(of: current), parent.language != "und" {
            let name = parent.description
            // CLDR's data have no cycle; a rule that is wrong must not hang the program.
            guard !chain.contains(name), chain.count < 16 else { break }
            chain.append(name)
            current = parent
        }
        return chain
    }

    /// Returns the chain of a language where nobody names one: the parents, and of Nynorsk and of Norwegian as such also Bokmål, which
    /// most texts in Norwegian are in.
    ///
    /// CLDR has `no` as the parent of both, and projects have `nb` in its place.
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
