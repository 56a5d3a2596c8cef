/// CLDR's aliases: the current forms of subtags and tags.
enum AliasTable {
    /// The kinds of aliases.
    enum Kind {
        case language, script, territory, variant
    }

    /// The reason for an alias, as given by CLDR.
    enum Reason: String {
        case deprecated = "d"
        case overlong = "o"
        case macrolanguage = "m"
        case legacy = "l"
        case bibliographic = "b"
    }

    /// An alias: the current replacement of a subtag; several if a country was divided.
    struct Alias {
        let reason: Reason
        /// Tags with `-`, or subtags.
        let replacements: [String]

        /// The replacement, if there is only one and it is a single subtag.
        var single: String? {
            guard replacements.count == 1, let only = replacements.first, !only.contains("-")
            else { return nil }
            return only
        }
    }

    /// Returns the alias for a subtag or tag in canonical case, or nil.
    static func alias(of tag: String, _ kind: Kind) -> Alias? {
        let table =
            switch kind {
            case .language: CLDRTables.languageAliases
            case .script: CLDRTables.scriptAliases
            case .territory: CLDRTables.regionAliases
            case .variant: CLDRTables.variantAliases
            }
        guard let parts = table[tag]?.split(separator: " ").map(String.init),
            let reason = parts.first.flatMap(Reason.init(rawValue:))
        else { return nil }
        return Alias(reason: reason, replacements: Array(parts.dropFirst()))
    }

    /// Returns the three-letter ISO 639 code of a two-letter one, or nil if there is none.
    static func threeLetterCode(of language: String) -> String? {
        CLDRTables.threeLetterCodes[language] ?? CLDRTables.formerThreeLetterCodes[language]
    }

    /// Returns the registered two-letter code of a three-letter one, even if it is obsolete, or
    /// nil.
    static func twoLetterCode(of code: String) -> String? {
        func key(of table: CLDRTable) -> String? {
            table.records.first { $0.hasSuffix("=" + code) }.map { String($0.prefix(2)) }
        }
        if let short = key(of: CLDRTables.threeLetterCodes)
            ?? key(of: CLDRTables.formerThreeLetterCodes)
        {
            return short
        }
        // ISO 639 has no code of its own for those that CLDR replaces: `tl` for `tgl`, and `sh` for
        // `hbs`, which share their alias.
        let own = alias(of: code, .language)?.replacements
        return CLDRTables.languageAliases.keys.first { short in
            short.utf8.count == 2
                && alias(of: short, .language).map { $0.replacements == own } ?? false
        }
    }
}
