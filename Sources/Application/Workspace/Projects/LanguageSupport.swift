import Languages
import ReadModel
public import Texts
import Translation

/// The completeness of a language, for an app that may offer it.
public struct LanguageSupport: Sendable, Equatable {
    /// Whether the language is not marked as planned, and has no missing texts.
    public let isSupported: Bool
    /// Whether a text differs from its newest proposal from a reference list.
    ///
    /// If the newest proposal was rejected, the text does not count as different.
    public let differsFromReference: Bool
}

extension Snapshot {
    /// Returns the completeness of a language; the source language is always complete.
    ///
    /// Cost: reads the texts and proposals in the language.
    public func support(of locale: LanguageTag) throws -> LanguageSupport {
        guard locale != project.source else {
            return LanguageSupport(isSupported: true, differsFromReference: false)
        }
        let isPlanned = try model.locale(locale)?.attributes?.isPlanned ?? false
        let isMissing = try model.status(of: locale).missing > 0
        return LanguageSupport(
            isSupported: !isPlanned && !isMissing,
            differsFromReference: try differsFromReference(locale))
    }

    /// Returns display names for languages, in the given order: the project's own names, otherwise
    /// CLDR's English names.
    ///
    /// Cost: reads the events about the languages. If there are ten or more languages, reads the
    /// events of all languages in one pass.
    public func shownNames(of locales: [LanguageTag]) throws -> [String] {
        var names: [LanguageTag: String] = [:]
        let languages =
            locales.count < 10 ? try locales.compactMap(model.locale) : try model.locales()
        for language in languages { names[language.tag] = language.attributes?.name }
        return locales.map { names[$0] ?? LanguageName.english($0.rawValue) }
    }

    private func differsFromReference(_ locale: LanguageTag) throws -> Bool {
        let references = try model.proposals(ProposalFilter(locale: locale)).filter {
            if case .reference = $0.proposed.origin { true } else { false }
        }
        let newest = Dictionary(references.map { ($0.string, $0) }) { _, later in later }
        return newest.values.contains { row in
            row.state != .rejected
                && row.current.map { !$0.isEquivalent(to: row.proposed.value) } ?? false
        }
    }
}
