extension Canonicalization {
    /// Returns the current code of a language, or the given code if CLDR's alias would change the
    /// language.
    mutating func canonicalLanguage(
        _ language: String, in tag: LanguageSubtags
    ) throws(LanguageTagError) -> String {
        let isRegistered = SubtagRegistry.contains(language, as: .language)
        guard let alias = AliasTable.alias(of: language, .language),
            let replacement = alias.replacements.first
        else {
            guard isRegistered else {
                throw Self.unregistered(.language, language, in: tag)
            }
            return language
        }
        if let single = alias.single, Self.names(alias, single, sameLanguageAs: language) {
            warnings.append(.replaced("language", language, by: single))
            return single
        }
        if isRegistered {
            warnings.append(.kept(language, aliasOf: replacement))
            return language
        }
        // In ISO 639, `twi` is `tw`, but CLDR replaces both with `ak`. The two-letter code is used,
        // because the alias would merge different languages.
        if let short = AliasTable.twoLetterCode(of: language) {
            warnings.append(.replaced("language", language, by: short))
            return try canonicalLanguage(short, in: tag)
        }
        // `scc` was the code of Serbian before 2008.
        if let single = alias.single, SubtagRegistry.contains(single, as: .language) {
            warnings.append(.changed(language, to: single))
            return single
        }
        throw Self.unregistered(.language, language, in: tag, better: replacement)
    }

    /// Returns whether an alias only renames a language, so that both codes mean the same language
    /// in ISO 639.
    ///
    /// CLDR gives `iw` → `he` (a renaming) and `mo` → `ro` (a merge) the same reason. The
    /// difference is that Moldavian has its own three-letter code `mol`, which also has an alias in
    /// CLDR, while `iw` and `he` share their three-letter code.
    private static func names(
        _ alias: AliasTable.Alias, _ replacement: String, sameLanguageAs language: String
    ) -> Bool {
        let present = AliasTable.threeLetterCode(of: replacement)
        switch alias.reason {
        case .bibliographic: return true
        case .overlong: return present == language
        case .macrolanguage, .legacy: return false
        case .deprecated:
            guard language.utf8.count == 2, let old = AliasTable.threeLetterCode(of: language)
            else { return false }
            return old == present || AliasTable.alias(of: old, .language) == nil
        }
    }

    /// Returns the language that an extended language denotes on its own: `yue` for `zh-yue` (RFC
    /// 5646 4.5).
    mutating func canonicalExtendedLanguage(
        of tag: LanguageSubtags
    ) throws(LanguageTagError) -> String? {
        guard let language = tag.language, let extended = tag.extendedLanguage else {
            return tag.language
        }
        // CLDR does not list extended languages, but an alias for the combination identifies one.
        let whole = "\(language)-\(extended)"
        let isTied =
            AliasTable.alias(of: whole, .language)?.single == extended
            || AliasTable.alias(of: extended, .language)?.replacements.first == language
        if isTied, SubtagRegistry.contains(extended, as: .language) {
            warnings.append(.replaced("language", whole, by: extended))
            return try canonicalLanguage(extended, in: tag)
        }
        throw Self.misplacedLanguage(extended, in: tag)
    }

    /// Returns the error for three letters after a language, which may be another language or a
    /// region's three-letter code.
    private static func misplacedLanguage(
        _ subtag: String, in tag: LanguageSubtags
    ) -> LanguageTagError {
        if let region = AliasTable.alias(of: subtag.uppercased(), .territory)?.single,
            tag.region == nil
        {
            var better = tag
            better.extendedLanguage = nil
            better.region = region
            return unregistered(.region, subtag, in: tag, better: better.description)
        }
        let error = unregistered(.language, subtag, in: tag)
        guard SubtagRegistry.contains(subtag, as: .language) else {
            return LanguageTagError(
                .unregistered, "`\(subtag)` is not a registered part of a language tag.",
                hint: error.hint)
        }
        var alone = tag
        alone.language = subtag
        alone.extendedLanguage = nil
        return LanguageTagError(
            .unregistered, "`\(subtag)` is a language and can't follow another one.",
            hint: "If you mean that language, use `\(alone)`. " + (error.hint ?? ""))
    }
}
