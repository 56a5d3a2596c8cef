/// A tag in the normalized form that Apple's systems compare: current language codes, and a script
/// only if it is not the usual one.
struct AppleTag: Hashable {
    /// The normalized tag: `zh` for `zh-Hans`, `zh-Hant-TW` for `zh-TW`.
    let name: String
    let language: String
    /// The explicit or likely script.
    let script: String?
    private let region: String?

    init?(_ tag: String) {
        let dashed = String(tag.map { $0 == "_" ? "-" : $0 })
        guard let canonical = IntlLocale.canonical(dashed),
            var subtags = try? LanguageSubtags(canonical), var language = subtags.language
        else { return nil }
        // Plain Norwegian is Bokmål. CLDR has this alias only for `no-bok`.
        if language == "no" { language = "nb" }
        subtags = subtags.keepingRegion
        subtags.language = language
        var alone = subtags
        alone.region = nil
        alone.script = nil
        let usual = LikelySubtags.maximized(alone)?.script
        var unscripted = subtags
        unscripted.script = nil
        let implied = LikelySubtags.maximized(unscripted)?.script
        let script = subtags.script ?? implied
        subtags.script = script == usual && implied == usual ? nil : script
        name = subtags.description
        self.language = language
        self.script = script
        region = subtags.region
    }

    static func == (left: AppleTag, right: AppleTag) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    // MARK: Parents

    /// The fallback tags, nearest first.
    var parents: [AppleTag] {
        var chain: [AppleTag] = []
        var current = self
        while let parent = current.parent, parent != self, !chain.contains(parent), chain.count < 16
        {
            chain.append(parent)
            current = parent
        }
        return chain
    }

    private var parent: AppleTag? {
        if language == "en", let parent = englishParent { return AppleTag(parent) }
        return FallbackChain.parents(of: name).first.flatMap(AppleTag.init)
    }

    /// The regions whose variety of English has Australian English as its parent on Apple's
    /// systems.
    ///
    /// CLDR uses `en-001` for all of these regions, and also for those in `worldwide` except
    /// Canada. Source: `appleParentMap` in Apple's ICU,
    /// <https://github.com/apple-oss-distributions/ICU>, `ualoc.cpp`.
    private static let nearAustralia: Set<String> = [
        "CC", "CK", "CX", "NF", "NR", "NU", "NZ", "PG", "WS",
    ]
    private static let worldwide: Set<String> = [
        "CA", "CM", "ER", "FM", "IL", "LR", "MG", "PW", "RW", "SX", "TK",
    ]

    /// The parent that Apple assigns to a regional variety of English, or nil if CLDR's parent
    /// applies.
    ///
    /// Apple inserts `en-GB` before `en-001`. European varieties have `en-150` as their parent,
    /// whose parent is `en-GB`.
    private var englishParent: String? {
        guard let region, script == "Latn" else { return nil }
        switch (FallbackChain.parents(of: name).first, region) {
        case (_, "150"): return "en-GB"
        case (_, "001"), (_, "GB"), (nil, _): return nil
        case (_, _) where Self.worldwide.contains(region): return "en-001"
        case ("en-001", _) where Self.nearAustralia.contains(region): return "en-AU"
        case ("en-001", _): return "en-GB"
        case ("en", _) where Self.isInEurope(region): return "en-150"
        default: return nil
        }
    }

    private static func isInEurope(_ region: String) -> Bool {
        CLDRTables.europe[region] != nil
    }

    // MARK: Distance

    /// Returns the distance between this localization and `ancestor`, or nil if it is not a variety
    /// of that tag.
    ///
    /// The language's main region is nearest; groups of countries and `pt-PT` are farthest.
    func distance(to ancestor: AppleTag) -> Int? {
        guard let region, ancestor != self else { return nil }
        if let parent, parent == ancestor {
            if LikelySubtags.maximized(ancestor.name).hasSuffix("-\(region)") { return 0 }
            // These are the main varieties in their groups.
            if name == "en-GB" || name == "es-MX" { return 0 }
            return name == "pt-PT" || region.utf8.count == 3 ? 2 : 1
        }
        guard let plain = AppleTag([language, script].compactMap { $0 }.joined(separator: "-")),
            plain == ancestor
        else { return nil }
        return 1
    }
}
