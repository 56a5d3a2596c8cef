/// Converts language tags, as written by people and programs, to the single form that is stored.
///
/// The rules:
/// - Case and separators follow RFC 5646.
/// - A renamed language, script, region or variant gets its current name, with a warning.
/// - A CLDR alias that would change the language only causes a warning, because following it would
///   merge two languages.
/// - Unregistered subtags are rejected.
///
/// Parsing the result again returns the same tag.
public enum CanonicalTag {
    /// Returns the canonical tag for `input`, with warnings for the user.
    ///
    /// `fr_CA` and `FR-ca` become `fr-CA`; `iw` becomes `he` with a warning. `zh-TW` is kept, with
    /// a warning that CLDR reads it as `zh-Hant-TW`. Private-use subtags are kept, in lower case.
    /// Only the extensions `u` and `t` are accepted; they are sorted by singleton and key.
    ///
    /// Throws a ``LanguageTagError`` for a tag that is malformed or not registered. If there is a
    /// private-use form, the error's hint contains it. A call takes microseconds.
    public static func parse(
        _ input: String
    ) throws(LanguageTagError) -> (tag: String, warnings: [LanguageTagWarning]) {
        let written = try LanguageSubtags.split(input)
        if let whole = try wholeAlias(of: written) { return whole }
        var canonicalization = Canonicalization()
        let subtags = try canonicalization.canonical(LanguageSubtags(input))
        let tag = subtags.description
        // A replacement can be longer than the original.
        guard tag.utf8.count <= LanguageSubtags.maximumLength else {
            throw LanguageTagError(
                .tooLong,
                "A language tag has at most \(LanguageSubtags.maximumLength) characters.")
        }
        return (tag, canonicalization.warnings)
    }

    /// Replaces tags that were registered as a whole, such as `i-klingon` and `en-GB-oed`.
    ///
    /// A tag that also consists of registered parts, such as `sgn-BR`, is handled by the general
    /// rules. An alias that only drops a part (`zh-guoyu`) is not followed, because it would merge
    /// languages.
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

    /// Sets the case of subtags by the rules of RFC 5646 2.1.1, which do not depend on the kinds of
    /// subtags.
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
