import Checks
import ReadModel
import Texts
import Translation
import Workspace

extension Snapshot {
    /// Returns the terms of the glossary that have a translation in a language.
    ///
    /// Cost: linear in all terms.
    func glossary(in locale: LanguageTag) throws -> Glossary {
        guard try hasGlossary else { return Glossary([]) }
        let entries = try model.entries(
            locale: locale, chain: model.lenders(to: locale),
            filter: EntryFilter(section: GlossaryCheck.section))
        return Glossary(
            entries.compactMap { entry in
                entry.shownValue.map { (source: entry.definition.value, target: $0) }
            })
    }

    /// Returns the other languages except the source, the most useful first: the fallback chain,
    /// variants of the same language, then the remaining languages.
    func languages(relatedTo locale: LanguageTag) throws -> [LanguageTag] {
        func base(_ tag: LanguageTag) -> Substring { tag.rawValue.prefix { $0 != "-" } }
        let all = try model.localeTags()
        let chain = try model.locale(locale)?.attributes?.fallback ?? []
        let related = all.filter { base($0) == base(locale) }
        var seen: Set<LanguageTag> = [locale, project.source]
        return (chain + related + all).filter { seen.insert($0).inserted }
    }
}
