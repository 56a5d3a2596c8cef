/// CLDR's aliases: subtags and tags that have another form today.
enum AliasTable {
    /// The kinds of aliases.
    enum Kind {
        case language, script, territory, variant
    }

    /// The reason for an alias, from CLDR.
    enum Reason: String {
        case deprecated = "d"
        case overlong = "o"
        case macrolanguage = "m"
        case legacy = "l"
        case bibliographic = "b"
    }

    /// An alias: what stands for the subtag today, several where a country was divided.
    struct Alias {
        let reason: Reason
        /// Tags with `-`, or subtags.
        let replacements: [String]

        /// The replacement if there is one, and it is a bare subtag.
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

    /// Returns ISO 639's three letters for a language of two, or nil if there are none.
    static func threeLetterCode(of language: String) -> String? {
        CLDRTables.threeLetterCodes[language] ?? CLDRTables.formerThreeLetterCodes[language]
    }

    /// Returns the registered two-letter code of a three-letter one, also one that is out of use, or nil.
    static func twoLetterCode(of code: String) -> String? {
        func key(of table: CLDRTable) -> String? {
            table.records.first { $0.hasSuffix("=" + code) }.map { String($0.prefix(2)) }
        }
        if let short = key(of: CLDRTables.threeLetterCodes)
            ?? key(of: CLDRTables.formerThreeLetterCodes)
        {
            return short
        }
        // ISO 639 has none for those that CLDR has another code for: `tl` of `tgl`, and `sh` of `hbs`, which share their alias.
        let own = alias(of: code, .language)?.replacements
        return CLDRTables.languageAliases.keys.first { short in
            short.utf8.count == 2
                && alias(of: short, .language).map { $0.replacements == own } ?? false
        }
    }
}
