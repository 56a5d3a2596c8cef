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
            // CLDR's data have no cycle; a damaged data file must not hang the program.
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
        if let explicit = ParentLocales.shared[tag.description] {
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

/// CLDR's explicit parents: a tag and the tag that it inherits from.
enum ParentLocales {
    /// The table, by tag; `root` is the parent of what inherits from nothing else.
    static let shared: [String: String] = load()

    private static func load() -> [String: String] {
        guard let data = ResourceBundle(named: "supplementalData"),
            let parents = data.child("parentLocales")
        else { return [:] }
        var table: [String: String] = [:]
        for index in 0..<parents.count {
            guard let children = parents.child(at: index), let parent = children.key else {
                continue
            }
            for position in 0..<children.count {
                guard let child = children.text(at: position) else { continue }
                table[tag(child)] = tag(parent)
            }
        }
        return table
    }

    private static func tag(_ identifier: String) -> String {
        identifier.split(separator: "_").joined(separator: "-")
    }
}
