import Languages
import Texts
import Translation

/// The facts about a language that checks need; created once for many texts.
struct LanguageProfile: Sendable {
    /// The tag.
    let tag: String
    /// Its first subtag, such as `fr`.
    let language: String
    /// The scripts that the language is written in.
    let scripts: Set<Script>
    /// The punctuation that ends its sentences.
    let punctuation: PunctuationSigns
    /// The plural categories that a cardinal and an ordinal choice need.
    let categories: PluralCategories

    /// Asks CLDR about a language.
    init(_ tag: String) {
        self.tag = tag
        language = String(tag.prefix { $0 != "-" })
        scripts = Script.scripts(of: tag)
        punctuation = PunctuationSigns(
            locale: tag.split(separator: "-").joined(separator: "_"), scripts: scripts)
        categories = PluralCategories(of: tag)
    }
}
