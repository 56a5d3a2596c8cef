/// Canonicalizes tags like JavaScript's `Intl.getCanonicalLocales`, which follows all CLDR aliases,
/// including those that change the language.
///
/// Source: <https://www.unicode.org/reports/tr35/#LocaleId_Canonicalization>. Repositories use
/// ``CanonicalTag``; this type is for compatibility with JavaScript programs.
enum IntlLocale {
    /// Returns the canonical form of a tag, or nil if `Intl` rejects it.
    static func canonical(_ tag: String) -> String? {
        // `Intl` rejects underscores, extended languages, and tags that consist only of private-use
        // subtags.
        guard !tag.contains("_"), let given = try? LanguageSubtags(tag),
            given.language.map({ [2, 3, 5, 6, 7, 8].contains($0.utf8.count) }) == true,
            given.extendedLanguage == nil, Set(given.variants).count == given.variants.count,
            let extensions = try? Canonicalization.canonicalExtensions(of: given)
        else { return nil }
        var subtags = given
        subtags.extensions = extensions
        subtags.variants.sort()
        replaceLanguage(of: &subtags)
        if let script = subtags.script,
            let present = AliasTable.alias(of: script, .script)?.single
        {
            subtags.script = present
        }
        replaceRegion(of: &subtags)
        subtags.variants = subtags.variants.map {
            AliasTable.alias(of: $0, .variant)?.single ?? $0
        }.sorted()
        return subtags.description
    }

    /// Follows the aliases of a language, starting with those that include its region or a variant.
    private static func replaceLanguage(of subtags: inout LanguageSubtags) {
        // CLDR's aliases need at most two steps. The limit prevents an endless loop.
        for _ in 0..<4 {
            guard let language = subtags.language else { return }
            var whole: [(tag: String, drop: (inout LanguageSubtags) -> Void)] = []
            for variant in subtags.variants {
                whole.append(
                    ("\(language)-\(variant)", { $0.variants.removeAll { $0 == variant } }))
            }
            if let region = subtags.region {
                whole.append(("\(language)-\(region)", { $0.region = nil }))
            }
            whole.append((language, { _ in }))
            let found = whole.lazy.compactMap { candidate in
                replacement(of: candidate.tag).map { ($0, candidate.drop) }
            }.first
            guard let (present, drop) = found, present.language != language || whole.count > 1
            else {
                return
            }
            let before = subtags
            drop(&subtags)
            if present.language != "und" { subtags.language = present.language }
            subtags.script = subtags.script ?? present.script
            subtags.region = subtags.region ?? present.region
            subtags.variants = Array(Set(subtags.variants + present.variants)).sorted()
            guard subtags != before else { return }
        }
    }

    private static func replacement(of tag: String) -> LanguageSubtags? {
        guard let alias = AliasTable.alias(of: tag, .language), alias.replacements.count == 1 else {
            return nil
        }
        return alias.replacements.first.flatMap { try? LanguageSubtags($0) }
    }

    /// Replaces an outdated region with its successor.
    ///
    /// If there are several successors, the language's likely region is preferred, then the first
    /// successor.
    private static func replaceRegion(of subtags: inout LanguageSubtags) {
        guard let region = subtags.region,
            let successors = AliasTable.alias(of: region, .territory)?.replacements
        else { return }
        var home = subtags.keepingRegion
        home.region = nil
        let likely = LikelySubtags.maximized(home)?.region
        subtags.region = successors.first { $0 == likely } ?? successors.first
    }
}
