import Languages
import Texts
import Translation

/// The facts about a language that checks need.
///
/// Create a profile once and use it for many texts.
struct LanguageProfile: Sendable {
    let tag: String
    /// The first subtag, such as `fr`.
    let language: String
    /// The scripts that the language is written in.
    let scripts: Set<Script>
    /// The punctuation that ends sentences.
    let punctuation: PunctuationSigns
    /// The plural categories required in cardinal and ordinal choices.
    let categories: PluralCategories

    /// Looks up a language in CLDR.
    init(_ tag: String) {
        self.tag = tag
        language = String(tag.prefix { $0 != "-" })
        scripts = Script.scripts(of: tag)
        punctuation = PunctuationSigns(
            locale: tag.split(separator: "-").joined(separator: "_"), scripts: scripts)
        categories = PluralCategories(of: tag)
    }
}
