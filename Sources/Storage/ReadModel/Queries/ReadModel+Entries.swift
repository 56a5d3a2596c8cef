import GRDB
public import Texts
import Translation

extension ReadModel {
    /// Returns the existing strings with their texts in a language.
    ///
    /// The order is by section, position in the section and key. Strings without a position come
    /// last. `chain` lists the languages from which texts are inherited, nearest first; see
    /// ``lenders(to:)``. Cost: reads the strings in the section, or all strings.
    public func entries(
        locale: LanguageTag, chain: [LanguageTag], filter: EntryFilter = EntryFilter()
    ) throws -> [Entry] {
        let matcher = EntryMatcher(filter)
        let ancestors = InheritedText(of: locale, chain: chain, filter)
        var conditions = ["s.is_existing"]
        var arguments: StatementArguments = ancestors.arguments + [locale.rawValue]
        if let section = filter.string?.section ?? filter.section {
            conditions.append("s.section = ?")
            arguments += [StoredText(section)]
        }
        if let key = filter.string?.key {
            conditions.append("s.key = ?")
            arguments += [StoredText(key)]
        }
        if let place = filter.after {
            // This is the order of `ORDER BY`: strings without a position come last.
            conditions.append(
                "(s.section, s.position IS NULL, ifnull(s.position, 0), s.key) > (?, ?, ?, ?)")
            arguments += [
                StoredText(place.section), place.order == nil, place.order ?? 0,
                StoredText(place.key),
            ]
        }
        if let candidates = filter.candidates {
            conditions.append(Self.isCandidate)
            arguments += [Self.list(candidates)]
        }
        let text = filter.isReviewedOnly ? Self.reviewedText : Self.text
        return try read { db in
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: """
                        SELECT \(Self.entryColumns(text))
                        FROM (SELECT *, \(ancestors.expression) AS inherited FROM string s) s
                        LEFT JOIN unit_state u ON u.locale = ? AND u.string = s.subject
                        LEFT JOIN unit_state i ON i.subject = s.inherited
                        WHERE \(conditions.joined(separator: " AND "))
                        ORDER BY s.section, s.position IS NULL, s.position, s.key
                        """), arguments: arguments)
            var entries: [Entry] = []
            while entries.count < filter.limit ?? .max, let row = try cursor.next() {
                guard matcher.matchesKey(try row.requiredText(1)),
                    let entry = try Entry(row, omitsStale: filter.omitsStale),
                    matcher.matches(entry)
                else { continue }
                entries.append(entry)
            }
            return entries
        }
    }

    /// The condition that a string `s` has a number in a JSON array.
    static let isCandidate = "s.subject IN (SELECT value FROM json_each(?))"

    /// Returns a JSON array of numbers.
    static func list(_ numbers: [Int64]) -> String {
        "[" + numbers.map(String.init).joined(separator: ",") + "]"
    }

    /// The number of columns for a text.
    static let textWidth = 10

    /// Returns the columns of an entry: of the string `s`, its text `u` and its fallback text `i`.
    static func entryColumns(_ text: (String) -> String = ReadModel.text) -> String {
        """
        s.section, s.key, s.event, s.definition, u.has_conflict, u.open_proposals, \(text("u")), \(text("i"))
        """
    }

    private static func text(_ table: String) -> String {
        """
        \(table).locale, \(table).event, \(table).value, \(table).author_name, \(table).author_email,
        \(table).reviewer_name, \(table).reviewer_email, \(table).is_reviewed, \(table).is_flagged,
        \(table).is_stale
        """
    }

    /// Returns the columns of the last reviewed text.
    ///
    /// The reviewer is known only if this is also the current text.
    private static func reviewedText(_ table: String) -> String {
        """
        \(table).locale, \(table).reviewed_event, \(table).reviewed_value,
        \(table).reviewed_author_name, \(table).reviewed_author_email,
        iif(\(table).reviewed_event = \(table).event, \(table).reviewer_name, NULL),
        iif(\(table).reviewed_event = \(table).event, \(table).reviewer_email, NULL), 1, 0,
        \(table).reviewed_is_stale
        """
    }
}

/// The query for the fallback text of a string, which is the first text along a chain.
struct InheritedText {
    /// An SQL expression for the subject of the fallback text of a string `s`.
    let expression: String
    /// The languages, as values for the parameters of ``expression``.
    let arguments: StatementArguments

    /// The maximum length of a chain, because SQLite allows a function at most 127 arguments.
    static let longestChain = 100

    init(of locale: LanguageTag, chain: [LanguageTag], _ filter: EntryFilter = EntryFilter()) {
        let reviewed = filter.isReviewedOnly ? "reviewed_" : ""
        let current = filter.omitsStale ? " AND NOT c.\(reviewed)is_stale" : ""
        let chain = chain.filter { $0 != locale }.prefix(Self.longestChain)
        let lookup = """
            (SELECT c.subject FROM unit_state c
             WHERE c.locale = ? AND c.string = s.subject AND c.\(reviewed)event IS NOT NULL\(current))
            """
        // `coalesce` stops at the first subject that it finds, and requires two arguments.
        let lookups = chain.map { _ in lookup } + ["NULL", "NULL"]
        expression = "coalesce(\(lookups.joined(separator: ", ")))"
        arguments = StatementArguments(chain.map(\.rawValue))
    }
}

extension Entry {
    /// Reads the columns of ``ReadModel/entryColumns(_:)``.
    init?(_ row: Row, omitsStale: Bool = false) throws {
        guard let definitionID = row.eventID(2), let json = try row.json(3) else { return nil }
        var own = try EntryText(row, at: 6)
        if omitsStale, own?.isStale == true { own = nil }
        self.init(
            string: try row.stringID(0), definition: try Definition(json: json),
            definitionID: definitionID, text: own,
            inherited: own == nil ? try EntryText(row, at: 6 + ReadModel.textWidth) : nil,
            hasConflict: row[4] as Bool? ?? false, openProposals: row[5] as Int? ?? 0)
    }
}

extension EntryText {
    fileprivate init?(_ row: Row, at index: Int) throws {
        guard let locale = row.tag(index), let id = row.eventID(index + 1),
            let value = try row.storedValue(index + 2)
        else { return nil }
        self.init(
            locale: locale, id: id, value: value, author: try row.actor(index + 3),
            reviewer: try row.actor(index + 5), isReviewed: row[index + 7],
            isFlagged: row[index + 8], isStale: row[index + 9])
    }
}
