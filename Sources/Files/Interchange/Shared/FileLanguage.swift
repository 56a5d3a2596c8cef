import Languages
public import Texts
import Translation

/// Recognizes and writes the spellings of languages in file names.
public enum FileLanguage {
    /// The languages for which CLDR has data.
    private static let known = Set(CLDR.availableTags.map { $0.prefix { $0 != "-" } })

    /// Returns whether a name is a language, such as `pt_BR`, `zh-Hant` or `sr@latin`.
    ///
    /// Many words have three letters. Therefore, a language code with three letters counts only if
    /// CLDR has data for it, or if it is among `others`.
    public static func isSpelling(_ name: String, or others: Set<LanguageTag> = []) -> Bool {
        let tag = LanguageSpelling.tag(of: name)
        let language = tag.prefix { $0 != "_" && $0 != "-" }
        // Words such as `APP` and `App` are not languages.
        guard language.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") }), let canonical = canonical(tag)
        else { return false }
        return language.utf8.count == 2 || known.contains(language) || others.contains(canonical)
    }

    /// Returns whether a name spells one of the given languages.
    static func isSpelling(_ name: String, of languages: Set<LanguageTag>) -> Bool {
        canonical(LanguageSpelling.tag(of: name)).map(languages.contains) ?? false
    }

    private static func canonical(_ tag: String) -> LanguageTag? {
        (try? CanonicalTag.parse(tag).tag).flatMap(LanguageTag.init)
    }

    /// Returns the end of a name such as `core_dag` if it has three letters and is also a language
    /// tag.
    ///
    /// Such an end is not read as a language, but it could be one.
    static func doubtfulEnd(of name: String, after separator: Character) -> String? {
        guard let end = name.split(separator: separator).dropFirst().last.map(String.init),
            end.utf8.count == 3, end == end.lowercased(), isTag(end)
        else { return nil }
        return end
    }

    /// Returns whether a name is a valid tag of any language, regardless of case.
    static func isTag(_ name: String) -> Bool { (try? CanonicalTag.parse(name)) != nil }

    /// Returns whether two spellings identify the same language tag.
    static func isSame(_ a: String, _ b: String) -> Bool {
        guard a != b else { return true }
        guard let tag = try? CanonicalTag.parse(a).tag else { return false }
        return (try? CanonicalTag.parse(b).tag) == tag
    }

    /// Returns the spelling of a language in systems that separate subtags with `_`.
    static func underscored(_ language: LanguageTag) -> String {
        String(language.rawValue.map { $0 == "-" ? "_" : $0 })
    }

    /// Splits a name such as `app_pt_BR` into the part before the language, and the language.
    ///
    /// If possible, the language is one of `others`. Otherwise, it is the longest possible tag. For
    /// example, `my_ar` is the Arabic file of the section `my`.
    static func cut(
        _ name: String, at separator: String, or others: Set<LanguageTag> = []
    ) -> (base: String, language: String)? {
        let bytes = Array(name.utf8)
        guard let mark = separator.utf8.first else { return nil }
        let cuts = bytes.indices.filter { bytes[$0] == mark && $0 > 0 }.map { index in
            (
                base: String(decoding: bytes[..<index], as: UTF8.self),
                language: String(decoding: bytes[(index + 1)...], as: UTF8.self)
            )
        }
        return cuts.first { isSpelling($0.language, of: others) }
            ?? cuts.first { isSpelling($0.language, or: others) }
    }
}
