import CICU

/// CLDR's aliases: subtags and tags that have another form today.
///
/// Each question opens ICU's data, which are mapped and cost microseconds; nothing is kept.
enum AliasTable {
    /// The kinds of aliases, named as CLDR's data name them.
    enum Kind: String {
        case language, script, territory, variant
    }

    /// Why there is an alias, as CLDR says.
    enum Reason: String {
        case deprecated, overlong, macrolanguage, legacy, bibliographic
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
        let key = String(tag.map { $0 == "-" ? "_" : $0 })
        guard let data = ResourceBundle(named: "metadata"),
            let aliases = data.child("alias"),
            let table = aliases.child(kind.rawValue),
            let entry = table.child(key),
            let reason = entry.text("reason").flatMap(Reason.init(rawValue:)),
            let text = entry.text("replacement")
        else { return nil }
        let replacements = text.split(separator: " ").map {
            $0.split(separator: "_").joined(separator: "-")
        }
        return Alias(reason: reason, replacements: replacements)
    }

    /// Returns ISO 639's three letters for a language, or nil if ICU has none.
    static func threeLetterCode(of language: String) -> String? {
        guard let code = icu_uloc_getISO3Language(language) else { return nil }
        let text = String(cString: code)
        return text.isEmpty ? nil : text
    }

    /// Returns the registered two-letter code of a three-letter one, also one that is out of use, or nil.
    static func twoLetterCode(of code: String) -> String? {
        if let present = presentTwoLetterCode(of: code) { return present }
        // ICU does not list those that CLDR has another code for: `tl` of `tgl`, and `sh` of `hbs`, which share their alias.
        let own = alias(of: code, .language)?.replacements
        let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Character(Unicode.Scalar($0)) }
        let codes = letters.flatMap { first in letters.map { "\(first)\($0)" } }
        return codes.first { threeLetterCode(of: $0) == code }
            ?? codes.first { short in
                alias(of: short, .language).map { $0.replacements == own } ?? false
            }
    }

    private static func presentTwoLetterCode(of code: String) -> String? {
        guard var list = icu_uloc_getISOLanguages() else { return nil }
        while let entry = list.pointee {
            let language = String(cString: entry)
            if language.utf8.count == 2, threeLetterCode(of: language) == code { return language }
            list += 1
        }
        return nil
    }
}
