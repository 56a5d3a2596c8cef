import GRDB
import JSON
package import Languages
public import Texts
public import Translation

/// A string that a search found in one language.
public struct SearchHit: Sendable {
    /// The part of a string in which the phrase occurs; the first part that matches counts.
    public enum Part: Sendable {
        /// The key, with its section if the phrase contains a colon.
        case key
        /// The source text.
        case source
        /// The comment for translators.
        case description
        /// The language's own text.
        case text
        /// An open proposal, with its text.
        case proposal(Value)
        /// The note of a proposal.
        case note(String)
        /// A comment on the string or on a proposal.
        case comment(String)
    }

    /// The section and key of the string.
    public let string: StringID
    /// The source text with its metadata.
    public let definition: Definition
    /// The language's own text.
    public let text: Value?
    /// The part that matched.
    public let part: Part
    /// The string's position in the order of entries.
    package let place: EntryFilter.Place
}

/// The strings that a search found in one language.
public struct SearchHits: Sendable {
    /// The strings, in the order in which they were added to the project.
    public let hits: [SearchHit]
    /// True if there may be more strings.
    public let hasMore: Bool
}

extension ReadModel {
    /// Returns the strings that contain a phrase in one language.
    ///
    /// In the source language, keys, sources and comments for translators count. In each language,
    /// open proposals, comments and notes count as well. `candidates` are the results of an index,
    /// or `nil` to compare all strings. Cost: reads the texts that are compared.
    package func searchHits(
        _ phrase: SearchPhrase, in locale: LanguageTag, section: String?,
        candidates: SearchIndex.Candidates?, limit: Int
    ) throws -> SearchHits {
        try read { db in
            var matcher = HitMatcher(model: self, phrase: phrase, locale: locale, db: db)
            matcher.section = section
            var hits: [SearchHit] = []
            var isCut = false
            func add(_ string: Int64) throws -> Bool {
                guard let hit = try matcher.hit(string) else { return true }
                isCut = hits.count == limit
                if !isCut { hits.append(hit) }
                return !isCut
            }
            if let candidates {
                for string in candidates.strings where try !add(string) { break }
                return SearchHits(hits: hits, hasMore: isCut || candidates.hasMore)
            }
            try db.makeStatement(
                sql:
                    "SELECT string FROM subject WHERE locale = ? AND string IS NOT NULL ORDER BY string"
            ).forEachRowWhile([locale.rawValue]) { row in try row.number(0).map(add) ?? true }
            return SearchHits(hits: hits, hasMore: isCut)
        }
    }
}

/// Compares strings with a phrase.
private struct HitMatcher {
    let model: ReadModel
    let phrase: SearchPhrase
    let locale: LanguageTag
    let db: Database
    var section: String?

    private static let query = """
        SELECT s.section, s.key, s.position, s.definition, u.value FROM string s
        LEFT JOIN subject u ON u.locale = ? AND u.string = s.subject
        WHERE s.subject = ? AND s.is_existing
        """

    func hit(_ number: Int64) throws -> SearchHit? {
        var hit: SearchHit?
        try db.cachedStatement(sql: Self.query).forEachRow([locale.rawValue, number]) { row in
            let string = StringID(section: row.text(0) ?? "", key: row.text(1) ?? "")
            guard section?.utf8.elementsEqual(string.section.utf8) ?? true,
                let part = try part(row, string) ?? remark(on: number), let json = row.blob(3)
            else { return }
            hit = SearchHit(
                string: string, definition: try Definition(json: .parse(json)),
                text: try row.storedValue(4), part: part,
                place: EntryFilter.Place(
                    section: string.section, order: row.number(2), key: string.key))
        }
        return hit
    }

    private func part(_ row: StatementRow, _ string: StringID) throws -> SearchHit.Part? {
        guard locale == model.project.source else {
            guard row.bytes(4, phrase.mayMatch) ?? false, let value = try row.storedValue(4),
                phrase.matches(value)
            else { return nil }
            return .text
        }
        let hasColon = phrase.bytes.contains(UInt8(ascii: ":"))
        if phrase.matches(hasColon ? "\(string.section):\(string.key)" : string.key) {
            return .key
        }
        guard row.bytes(3, phrase.mayMatch) ?? false, let json = row.blob(3) else { return nil }
        let definition = try Definition(json: .parse(json))
        if phrase.matches(definition.value) { return .source }
        return definition.comment.map(phrase.matches) ?? false ? .description : nil
    }

    private func remark(on number: Int64) throws -> SearchHit.Part? {
        var part: SearchHit.Part?
        try model.forEachRemark(in: locale, after: number - 1, through: number, db) { _, remark in
            switch remark {
            case .proposed(let value): if phrase.matches(value) { part = .proposal(value) }
            case .note(let text): if phrase.matches(text) { part = .note(text) }
            case .comment(let text): if phrase.matches(text) { part = .comment(text) }
            }
            return part == nil
        }
        return part
    }
}
