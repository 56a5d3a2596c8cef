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

    /// The current replacement of a subtag, or several replacements if a country was divided.
    struct Alias {
        let reason: Reason
        /// The replacements, which are subtags or tags with `-`.
        let replacements: [String]

        /// The only replacement, if it is a single subtag; otherwise nil.
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

    /// Returns the three-letter ISO 639 code for a two-letter code, or nil if there is none.
    static func threeLetterCode(of language: String) -> String? {
        CLDRTables.threeLetterCodes[language] ?? CLDRTables.formerThreeLetterCodes[language]
    }

    /// Returns the registered two-letter code for a three-letter code, even if it is obsolete, or
    /// nil if there is none.
    static func twoLetterCode(of code: String) -> String? {
        func key(of table: CLDRTable) -> String? {
            table.records.first { $0.hasSuffix("=" + code) }.map { String($0.prefix(2)) }
        }
        if let short = key(of: CLDRTables.threeLetterCodes)
            ?? key(of: CLDRTables.formerThreeLetterCodes)
        {
            return short
        }
        // A code that is missing in both tables can share its CLDR alias with a two-letter code:
        // both `hbs` and `sh` are replaced with `sr-Latn`.
        let own = alias(of: code, .language)?.replacements
        return CLDRTables.languageAliases.keys.first { short in
            short.utf8.count == 2
                && alias(of: short, .language).map { $0.replacements == own } ?? false
        }
    }
}
