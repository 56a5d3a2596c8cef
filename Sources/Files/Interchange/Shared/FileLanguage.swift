import Languages
public import Texts
import Translation

/// The spelling of languages in the names of files.
public enum FileLanguage {
    /// The languages that CLDR has data for.
    private static let known = Set(CLDR.availableTags.map { $0.prefix { $0 != "-" } })

    /// Returns whether a name is that of a language, such as `pt_BR`, `zh-Hant` or `sr@latin`.
    ///
    /// Of the languages with three letters, which many words are, only those that CLDR has data for count, and
    /// `others`.
    public static func isSpelling(_ name: String, or others: Set<LanguageTag> = []) -> Bool {
        let tag = LanguageSpelling.tag(of: name)
        let language = tag.prefix { $0 != "_" && $0 != "-" }
        // Words such as `APP` and `App` are none.
        guard language.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") }), let canonical = canonical(tag)
        else { return false }
        return language.utf8.count == 2 || known.contains(language) || others.contains(canonical)
    }

    /// Returns whether a name spells one of these languages.
    static func isSpelling(_ name: String, of languages: Set<LanguageTag>) -> Bool {
        canonical(LanguageSpelling.tag(of: name)).map(languages.contains) ?? false
    }

    private static func canonical(_ tag: String) -> LanguageTag? {
        (try? CanonicalTag.parse(tag).tag).flatMap(LanguageTag.init)
    }

    /// The end of a name such as `core_dag` that is a language too, if any, though it is not taken for one.
    static func doubtfulEnd(of name: String, after separator: Character) -> String? {
        guard let end = name.split(separator: separator).dropFirst().last.map(String.init),
            end.utf8.count == 3, end == end.lowercased(), isTag(end)
        else { return nil }
        return end
    }

    /// Returns whether a name is a registered tag, with any languages, in any case.
    static func isTag(_ name: String) -> Bool { (try? CanonicalTag.parse(name)) != nil }

    /// Returns whether two spellings are the same tag.
    static func isSame(_ a: String, _ b: String) -> Bool {
        guard a != b else { return true }
        guard let tag = try? CanonicalTag.parse(a).tag else { return false }
        return (try? CanonicalTag.parse(b).tag) == tag
    }

    /// Returns a language as systems that separate subtags by `_` spell it.
    static func underscored(_ language: LanguageTag) -> String {
        String(language.rawValue.map { $0 == "-" ? "_" : $0 })
    }

    /// Cuts a name such as `app_pt_BR` into what precedes the language, and the language.
    ///
    /// That is one of `others` where it can be, and else as long as may be: of the section `my`, `my_ar` is the file in Arabic.
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
