import GRDB
public import Texts
import Translation

/// How far a language is.
///
/// Strings that are not to be translated are left out. `translated` + `inherited` + `missing` = `total`.
public struct StatusRow: Hashable, Sendable {
    /// The language.
    public let locale: LanguageTag
    /// How many strings there are to translate.
    public let total: Int
    /// How many have a text of the language's own; in the source language all.
    public let translated: Int
    /// How many own texts came through review.
    public let reviewed: Int
    /// How many own texts were made for another source text.
    public let stale: Int
    /// How many have no own text, and one along the chain.
    public let inherited: Int
    /// How many of the inherited texts were made for another source text.
    public let inheritedStale: Int
    /// How many own texts are in need of work, as somebody said.
    public let flagged: Int
    /// How many strings writers disagree about.
    public let conflicts: Int
    /// How many strings have open proposals.
    public let proposed: Int
    /// How many proposals are open.
    public let openProposals: Int
    /// How many have no text at all.
    public let missing: Int
    /// How many words the sources have of what is missing or stale.
    public let words: Int
}

extension ReadModel {
    /// How far a language is.
    ///
    /// Cost: one row of ``Coverage``.
    public func status(of locale: LanguageTag) throws -> StatusRow {
        try read { db in
            StatusRow(
                locale, try Coverage.counts(of: locale.rawValue, in: db),
                of: try Coverage.counts(of: "", in: db))
        }
    }

    /// How far languages are; cheaper than one after the other, where they are most.
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
