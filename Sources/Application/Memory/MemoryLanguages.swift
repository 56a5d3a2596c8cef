import Texts

/// Which languages of a memory are of use for a language.
enum MemoryLanguages {
    /// Returns the languages that translations into a language may be in, the best first: itself, its parents from the nearest on, and
    /// those of which it is a parent, by their tags.
    ///
    /// Parents are those of ``Texts/FallbackChain/parents(of:)``, so that simplified Chinese stands in for no traditional one.
    static func useful(for wanted: LanguageTag, among languages: Set<LanguageTag>) -> [LanguageTag]
    {
        let parents = FallbackChain.parents(of: wanted.rawValue).compactMap { LanguageTag($0) }
        let nearest = ([wanted] + parents).filter { languages.contains($0) }
        let others = languages.subtracting(nearest).filter {
            FallbackChain.parents(of: $0.rawValue).contains(wanted.rawValue)
        }
        return nearest + others.sorted { $0.rawValue < $1.rawValue }
    }

    /// Returns the languages that source texts may be in: as ``useful(for:among:)`` has it, and other regions of the language.
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
