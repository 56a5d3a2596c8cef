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
    /// Cost: one row; with a chain, one pass over the strings.
    public func status(of locale: LanguageTag, chain: [LanguageTag]) throws -> StatusRow {
        chain.contains { $0 != locale }
            ? try countedStatus(of: locale, chain: chain) : try keptStatus(of: locale)
    }

    /// The counts that ``Coverage`` keeps, which know nothing of chains.
    private func keptStatus(of locale: LanguageTag) throws -> StatusRow {
        let (strings, own) = try read { db in
            (
                try Coverage.counts(of: "", in: db),
                try Coverage.counts(of: locale.rawValue, in: db)
            )
        }
        return StatusRow(
            locale: locale, total: strings[0], translated: own[1], reviewed: own[2], stale: own[3],
            inherited: 0, inheritedStale: 0, flagged: own[4], conflicts: own[5], proposed: own[6],
            missing: strings[0] - own[1], words: strings[7] - own[7])
    }

    private func countedStatus(
        of locale: LanguageTag, chain: [LanguageTag]
    ) throws -> StatusRow {
        let ancestors = InheritedText(of: locale, chain: chain)
        let row = try read { db in
            try Row.fetchOne(
                db,
                sql: """
                    SELECT count(*), total(u.event IS NOT NULL),
                      total(u.event IS NOT NULL AND u.is_reviewed),
                      total(u.event IS NOT NULL AND u.is_stale),
                      total(u.event IS NULL AND i.event IS NOT NULL),
                      total(u.event IS NULL AND i.is_stale),
                      total(u.event IS NOT NULL AND u.is_flagged),
                      total(u.has_conflict), total(u.open_proposals > 0),
                      total(u.event IS NULL AND i.event IS NULL),
                      total(iif(
                        coalesce(iif(u.event IS NULL, i.is_stale, u.is_stale), 1), s.words, 0))
                    FROM (SELECT *, \(ancestors.expression) AS heir FROM string s) s
                    LEFT JOIN unit u ON u.locale = ? AND u.string = s.subject
                    LEFT JOIN unit i ON u.event IS NULL AND i.subject = s.heir
                    WHERE s.is_existing AND s.is_translatable
                    """, arguments: ancestors.arguments + [locale.rawValue])
        }
        func count(_ column: Int) -> Int { row.map { Int($0[column] as Double? ?? 0) } ?? 0 }
        return StatusRow(
            locale: locale, total: count(0), translated: count(1), reviewed: count(2),
            stale: count(3), inherited: count(4), inheritedStale: count(5), flagged: count(6),
            conflicts: count(7), proposed: count(8), missing: count(9), words: count(10))
    }
}
