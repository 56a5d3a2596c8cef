/// The conversion of a tag to canonical form, with the warnings collected so far.
struct Canonicalization {
    var warnings: [LanguageTagWarning] = []

    /// Returns the canonical form of a well-formed tag.
    mutating func canonical(
        _ given: LanguageSubtags
    ) throws(LanguageTagError) -> LanguageSubtags {
        var tag = given
        guard let language = given.language else { return tag }
        tag.language = try canonicalLanguage(language, in: given)
        if given.extendedLanguage != nil {
            tag.language = try canonicalExtendedLanguage(of: given)
            tag.extendedLanguage = nil
        }
        if let script = given.script { tag.script = try canonicalScript(script, in: given) }
        if let region = given.region { tag.region = try canonicalRegion(region, in: tag) }
        tag.variants = try canonicalVariants(of: given)
        tag.extensions = try Self.canonicalExtensions(of: given)
        warnOfWholeAlias(tag)
        warnOfImplicitScript(tag)
        warnOfLaos(tag)
        return tag
    }

    private func canonicalScript(
        _ script: String, in tag: LanguageSubtags
    ) throws(LanguageTagError) -> String {
        // The only script alias (`Qaai`, `Zinh`) is registered for private use, so it stays.
        guard SubtagRegistry.contains(script, as: .script) else {
            throw Self.unregistered(.script, script, in: tag)
        }
        return script
    }

    private mutating func canonicalVariants(
        of tag: LanguageSubtags
    ) throws(LanguageTagError) -> [String] {
        var variants: [String] = []
        for given in tag.variants {
            var variant = given
            if let replacement = AliasTable.alias(of: given, .variant)?.single {
                variant = replacement
                warnings.append(.replaced("variant", given, by: replacement))
            }
            guard SubtagRegistry.contains(variant, as: .variant) else {
                throw Self.unregistered(.variant, variant, in: tag)
            }
            guard !variants.contains(variant) else {
                throw LanguageTagError(.syntax, "The variant `\(variant)` appears twice.")
            }
            variants.append(variant)
        }
        // CLDR sorts variants, so that each set of variants has only one spelling:
        // https://www.unicode.org/reports/tr35/#Canonical_Unicode_Locale_Identifiers
        return variants.sorted()
    }

    /// Warns about aliases for several parts, such as `sgn-BR` and `hy-arevmda`.
    private mutating func warnOfWholeAlias(_ tag: LanguageSubtags) {
        guard let language = tag.language else { return }
        var candidates: [String] = []
        if let region = tag.region { candidates.append("\(language)-\(region)") }
        candidates += tag.variants.map { "\(language)-\($0)" }
        for candidate in candidates {
            guard let alias = AliasTable.alias(of: candidate, .language),
                let replacement = alias.replacements.first
            else { continue }
            warnings.append(.kept(candidate, aliasOf: replacement))
        }
    }

    /// Warns about `es-LA`, which some systems use for Latin America.
    private mutating func warnOfLaos(_ tag: LanguageSubtags) {
        guard tag.region == "LA", tag.language == "es" || tag.language == "pt" else { return }
        var better = tag
        better.region = "419"
        warnings.append(.latinAmerica(tag.description, better: better.description))
    }

    /// Warns if the region implies a script that is not the language's usual one.
    private mutating func warnOfImplicitScript(_ tag: LanguageSubtags) {
        guard tag.script == nil, tag.region != nil else { return }
        var alone = tag.keepingRegion
        alone.region = nil
        guard let full = LikelySubtags.maximized(tag), let script = full.script,
            script != LikelySubtags.maximized(alone)?.script
        else { return }
        let name = tag.keepingRegion.description
        warnings.append(
            LanguageTagWarning(
                kind: .implicitScript, subtag: name, replacement: full.description,
                message: "CLDR reads `\(name)` as `\(full.description)`; the tag is kept as it is.")
        )
    }

    /// Returns the error for an unregistered subtag, with a hint such as its private-use form.
    static func unregistered(
        _ kind: SubtagRegistry.Kind, _ subtag: String, in tag: LanguageSubtags,
        better: String? = nil
    ) -> LanguageTagError {
        let language = tag.language ?? "und"
        let own = subtag.lowercased()
        let hint =
            if let better {
                "Use `\(better)`."
            } else if language == own, own == "root" || own == "posix" {
                "Specify a language, such as `en`."
            } else if language == own {
                "For a variety of a language, use a private form such as `en-x-\(own)`."
            } else {
                "Use the private form `\(privateForm(of: tag, without: kind, own))`."
            }
        return LanguageTagError(
            .unregistered, "`\(subtag)` is not a registered \(kind.rawValue).", hint: hint)
    }

    /// Returns the tag with the unregistered part moved after `x-`.
    private static func privateForm(
        of tag: LanguageSubtags, without kind: SubtagRegistry.Kind, _ subtag: String
    ) -> String {
        var form = tag
        switch kind {
        case .language: form.extendedLanguage = nil
        case .script: form.script = nil
        case .region: form.region = nil
        case .variant: form.variants.removeAll { $0 == subtag }
        }
        form.privateUse.insert(subtag, at: 0)
        return form.description
    }
}
