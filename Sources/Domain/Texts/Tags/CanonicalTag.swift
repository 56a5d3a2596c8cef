/// Reads language tags as people and programs write them, into the one form that is stored.
///
/// The rules: case and separators are RFC 5646's; a language, script, region or variant that was
/// renamed gets its present name, with a warning; an alias of CLDR that would make another
/// language of it is only warned about, since two languages would become one; subtags that are
/// not registered are refused. Parsing the result again gives the same tag.
public enum CanonicalTag {
    /// Returns the canonical tag for `input`, with what its user should know about it.
    ///
    /// `fr_CA` and `FR-ca` give `fr-CA`; `iw` gives `he` with a warning; `zh-TW` stays, with a
    /// warning that CLDR reads it as `zh-Hant-TW`. Private use stays as it is, in lower case; of
    /// extensions, `u` and `t` are taken, in order of their singletons and keys.
    ///
    /// Throws a ``LanguageTagError`` for anything that is no registered tag, with a hint that
    /// names the private form where there is one. Takes microseconds.
    public static func parse(
        _ input: String
    ) throws(LanguageTagError) -> (tag: String, warnings: [LanguageTagWarning]) {
        let written = try LanguageSubtags.split(input)
        if let whole = try wholeAlias(of: written) { return whole }
        var canonicalization = Canonicalization()
        let subtags = try canonicalization.canonical(LanguageSubtags(input))
        let tag = subtags.description
        // A replacement can be longer than what it replaces.
        guard tag.utf8.count <= LanguageSubtags.maximumLength else {
            throw LanguageTagError(
                .tooLong,
                "A language tag has at most \(LanguageSubtags.maximumLength) characters.")
        }
        return (tag, canonicalization.warnings)
    }

    /// Replaces tags that were registered whole, such as `i-klingon` and `en-GB-oed`.
    ///
    /// A tag that is also well made of registered parts, such as `sgn-BR`, is left to the general
    /// rules. An alias that just drops a part (`zh-guoyu`) isn't followed: it would merge.
    private static func wholeAlias(
        of written: [String]
    ) throws(LanguageTagError) -> (tag: String, warnings: [LanguageTagWarning])? {
        guard written.count > 1 else { return nil }
        let tag = cased(written)
        guard let alias = AliasTable.alias(of: tag, .language),
            alias.replacements.count == 1, let replacement = alias.replacements.first,
            !replacement.hasPrefix("und"), !tag.hasPrefix(replacement + "-"),
            !isRegistered(tag)
        else { return nil }
        let result = try parse(replacement)
        let warning = LanguageTagWarning.replaced("tag", tag, by: result.tag)
        return (result.tag, [warning] + result.warnings)
    }

    private static func isRegistered(_ tag: String) -> Bool {
        var canonicalization = Canonicalization()
        guard let subtags = try? LanguageSubtags(tag) else { return false }
        return (try? canonicalization.canonical(subtags)) != nil
    }

    /// Cases subtags by RFC 5646 2.1.1, which needs no knowledge of their kinds.
    private static func cased(_ subtags: [String]) -> String {
        var afterSingleton = false
        var cased: [String] = []
        for subtag in subtags {
            switch subtag.utf8.count {
            case 2 where !cased.isEmpty && !afterSingleton: cased.append(subtag.uppercased())
            case 4 where !cased.isEmpty && !afterSingleton:
                cased.append(subtag.prefix(1).uppercased() + subtag.dropFirst())
            default: cased.append(subtag)
            }
            afterSingleton = subtag.utf8.count == 1
        }
        return cased.joined(separator: "-")
    }
}
