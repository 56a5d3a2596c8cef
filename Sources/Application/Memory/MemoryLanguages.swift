import Texts

/// The languages in a memory whose texts are useful for another language.
enum MemoryLanguages {
    /// Returns the languages whose translations are acceptable for a language, best first.
    ///
    /// These are the language itself, its parents, nearest first, and the languages of which it is
    /// a parent, sorted by tag. ``Texts/FallbackChain/parents(of:)`` defines the parents, so
    /// Simplified Chinese is never used for Traditional Chinese.
    static func useful(for wanted: LanguageTag, among languages: Set<LanguageTag>) -> [LanguageTag]
    {
        let parents = FallbackChain.parents(of: wanted.rawValue).compactMap { LanguageTag($0) }
        let nearest = ([wanted] + parents).filter { languages.contains($0) }
        let others = languages.subtracting(nearest).filter {
            FallbackChain.parents(of: $0.rawValue).contains(wanted.rawValue)
        }
        return nearest + others.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the acceptable languages for source texts, best first.
    ///
    /// These are the languages of ``useful(for:among:)``, and other languages with the same parent,
    /// such as other regions.
    static func sources(for wanted: LanguageTag, among languages: Set<LanguageTag>) -> [LanguageTag]
    {
        let useful = useful(for: wanted, among: languages)
        let parents = Set(FallbackChain.parents(of: wanted.rawValue))
        let siblings = languages.subtracting(useful).filter {
            !parents.isDisjoint(with: FallbackChain.parents(of: $0.rawValue))
        }
        return useful + siblings.sorted { $0.rawValue < $1.rawValue }
    }
}
