import GRDB
public import Texts
import Translation

/// The translation progress of a language.
///
/// Counts only strings that need translation. `translated` + `inherited` + `missing` = `total`.
public struct StatusRow: Hashable, Sendable {
    /// The language of the texts.
    public let locale: LanguageTag
    /// The number of strings that need translation.
    public let total: Int
    /// The number of strings with the language's own text; in the source language, all strings.
    public let translated: Int
    /// The number of the language's own texts that were reviewed.
    public let reviewed: Int
    /// The number of the language's own texts that are stale.
    public let stale: Int
    /// The number of strings whose text is inherited along the chain.
    public let inherited: Int
    /// The number of inherited texts that are stale.
    public let inheritedStale: Int
    /// The number of the language's own texts that are flagged.
    public let flagged: Int
    /// The number of strings with a conflict.
    public let conflicts: Int
    /// The number of strings with open proposals.
    public let proposed: Int
    /// The number of open proposals.
    public let openProposals: Int
    /// The number of strings with neither a text in the language nor an inherited text.
    public let missing: Int
    /// The number of words in the sources of missing and stale texts.
    public let words: Int
}

extension ReadModel {
    /// Returns the progress of a language.
    ///
    /// Cost: reads two rows of ``Coverage``.
    public func status(of locale: LanguageTag) throws -> StatusRow {
        try read { db in
            StatusRow(
                locale, try Coverage.counts(of: locale.rawValue, in: db),
                of: try Coverage.counts(of: "", in: db))
        }
    }

    /// Returns the progress of several languages.
    ///
    /// For most of a project's languages, this is cheaper than one call for each.
    public func status(of locales: [LanguageTag]) throws -> [StatusRow] {
        let counts = try read { try Coverage.allCounts(in: $0) }
        let strings = counts[""] ?? Coverage.Counts()
        return locales.map { StatusRow($0, counts[$0.rawValue] ?? Coverage.Counts(), of: strings) }
    }
}

extension StatusRow {
    fileprivate init(_ locale: LanguageTag, _ own: Coverage.Counts, of strings: Coverage.Counts) {
        self.init(
            locale: locale, total: strings.strings, translated: own.texts,
            reviewed: own.reviewed, stale: own.stale, inherited: own.inherited,
            inheritedStale: own.inheritedStale, flagged: own.flagged, conflicts: own.conflicts,
            proposed: own.proposed, openProposals: own.openProposals,
            missing: strings.strings - own.texts - own.inherited,
            words: strings.words - own.words - own.inheritedWords)
    }
}
