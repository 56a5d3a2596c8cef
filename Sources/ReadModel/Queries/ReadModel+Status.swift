import GRDB
public import Translation

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
    /// How many have no text at all.
    public let missing: Int
    /// How many words the sources have of what is missing or stale.
    public let words: Int
}

extension ReadModel {
    /// Counts how far a language is; `chain` as for ``entries(locale:chain:filter:)``.
    ///
    /// Cost: one row of ``Coverage``; with a chain, the texts of its languages.
    public func status(of locale: LanguageTag, chain: [LanguageTag]) throws -> StatusRow {
        let ancestors = chain.filter { $0 != locale }.prefix(InheritedText.longestChain)
        let (strings, own, inherited) = try read { db in
            (
                try Coverage.counts(of: "", in: db),
                try Coverage.counts(of: locale.rawValue, in: db),
                try ancestors.indices.map { index in
                    try Inherited(
                        from: ancestors[index], hiddenBy: [locale] + ancestors[..<index], in: db)
                }
            )
        }
        let count = inherited.reduce(0) { $0 + $1.count }
        return StatusRow(
            locale: locale, total: strings[0], translated: own[1], reviewed: own[2], stale: own[3],
            inherited: count, inheritedStale: inherited.reduce(0) { $0 + $1.stale },
            flagged: own[4], conflicts: own[5], proposed: own[6],
            missing: strings[0] - own[1] - count,
            words: strings[7] - own[7] - inherited.reduce(0) { $0 + $1.words })
    }

    /// What one language of a chain lends.
    private struct Inherited {
        /// How many texts.
        let count: Int
        /// How many of them were made for another source text.
        let stale: Int
        /// How many words the sources have of the others.
        let words: Int

        /// Counts the texts of a language that none of those before it has.
        init(from ancestor: LanguageTag, hiddenBy nearer: [LanguageTag], in db: Database) throws {
            let isHidden = nearer.map { _ in
                """
                 AND NOT EXISTS (SELECT 1 FROM unit_state n
                   WHERE n.locale = ? AND n.string = i.string AND n.event IS NOT NULL)
                """
            }
            let row = try Row.fetchOne(
                db.cachedStatement(
                    // From the texts in the order of their strings, which is that of the pages.
                    sql: """
                        SELECT count(*), total(i.is_stale), total(iif(i.is_stale, 0, s.words))
                        FROM unit_state i CROSS JOIN string s ON s.subject = i.string
                        WHERE i.locale = ? AND i.event IS NOT NULL
                          AND s.is_existing AND s.is_translatable\(isHidden.joined())
                        """),
                arguments: StatementArguments(([ancestor] + nearer).map(\.rawValue)))
            count = row?[0] ?? 0
            stale = row.map { Int($0[1] as Double) } ?? 0
            words = row.map { Int($0[2] as Double) } ?? 0
        }
    }
}
