import GRDB
import Texts
import Translation

/// The languages that lend texts to each language, and the number of texts inherited that way.
///
/// The table `chain` lists each of the project's languages at position 0, followed by its lenders,
/// nearest first.
///
/// A change to a text or string also changes the texts inherited from it, in its language and its
/// heirs. These counts are subtracted from ``Coverage`` before the touched subjects are written,
/// and added afterwards. Then the languages whose chains changed are counted again from scratch.
enum Inheritance {
    static let table = """
        CREATE TABLE chain (
          locale TEXT NOT NULL,
          position INTEGER NOT NULL,
          lender TEXT NOT NULL,
          PRIMARY KEY (locale, position)
        ) WITHOUT ROWID;
        CREATE INDEX chain_lender ON chain (lender);

        """

    /// The counted columns; `inherited_words` counts the source words of texts that are not stale.
    static let columns = ["inherited", "inherited_stale", "inherited_words"]

    /// Returns true if a language was added, removed or changed.
    static func hasTouchedLanguage(in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (
                      SELECT 1 FROM touched t CROSS JOIN subject s ON s.id = t.subject
                      WHERE s.kind = \(SubjectKey.Kind.locale.rawValue))
                    """)) ?? false
    }

    /// Subtracts the inherited texts that the touched subjects affect.
    static func subtractTouched(in db: Database) throws {
        try add(touchedPairs, in: db, ["sign": -1])
    }

    /// Adds the inherited texts that the touched subjects affect.
    static func addTouched(in db: Database) throws {
        try add(touchedPairs, in: db, ["sign": 1])
    }

    /// Rebuilds the language chains, and recounts the inherited texts of languages whose chains
    /// changed.
    ///
    /// Cost: reads the languages, and all strings for each changed language.
    static func renew(_ languages: [LocaleState], source: LanguageTag, in db: Database) throws {
        let existing = Set(languages.filter(\.exists).map(\.tag))
        var old = try chainsBefore(in: db)
        for language in languages {
            guard let attributes = language.attributes else { continue }
            let lenders = attributes.lenders(
                to: language.tag, source: source, exists: existing.contains)
            let chain = ([language.tag] + lenders).map(\.rawValue)
            let tag = language.tag.rawValue
            if old.removeValue(forKey: tag) != chain { try replace(tag, by: chain, in: db) }
        }
        for locale in old.keys { try replace(locale, by: [], in: db) }
    }

    private static func chainsBefore(in db: Database) throws -> [String: [String]] {
        var chains: [String: [String]] = [:]
        try db.cachedStatement(
            sql: "SELECT locale, lender FROM chain ORDER BY locale, position"
        ).forEachRow([]) { row in
            guard let locale = row.text(0), let lender = row.text(1) else { return }
            chains[locale, default: []].append(lender)
        }
        return chains
    }

    private static func replace(_ locale: String, by chain: [String], in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM chain WHERE locale = ?")
            .execute(arguments: [locale])
        for (position, lender) in chain.enumerated() {
            try db.cachedStatement(
                sql: "INSERT INTO chain (locale, position, lender) VALUES (?, ?, ?)"
            ).execute(arguments: [locale, position, lender])
        }
        let zeros = columns.map { "\($0) = 0" }.joined(separator: ", ")
        try db.cachedStatement(sql: "UPDATE coverage SET \(zeros) WHERE locale = ?")
            .execute(arguments: [locale])
        guard chain.count > 1 else { return }
        try add(
            "SELECT :heir AS heir, subject AS string FROM string", in: db,
            ["sign": 1, "heir": locale])
    }

    /// The pairs of heir and string that the touched subjects affect.
    ///
    /// A touched subject is a text of the heir or of one of its lenders, or the string itself. The
    /// unary plus keeps SQLite from using an index to look up a row that it has already read.
    private static let touchedPairs = """
        SELECT c.locale AS heir, u.string AS string
        FROM touched t CROSS JOIN subject u ON u.id = t.subject
        CROSS JOIN chain c ON c.lender = u.locale
        WHERE u.string IS NOT NULL AND c.locale IN (\(heirs))
        UNION
        SELECT h.locale, u.id
        FROM touched t CROSS JOIN subject u ON u.id = t.subject CROSS JOIN (\(heirs)) h
        WHERE +u.string = u.id
        """

    /// The languages that have lenders.
    private static let heirs = "SELECT locale FROM chain WHERE position = 1"

    private static func add(
        _ pairs: String, in db: Database, _ arguments: StatementArguments
    ) throws {
        let addition = Coverage.addition(to: columns)
        try db.cachedStatement(
            // The first text along the chain counts. It may be the language's own text.
            sql: """
                \(addition.start)
                SELECT p.heir, :sign * count(*), :sign * sum(i.is_stale),
                  :sign * sum(iif(i.is_stale, 0, s.words))
                FROM (\(pairs)) p CROSS JOIN string s ON s.subject = p.string
                CROSS JOIN unit_state i ON i.subject = (
                  SELECT u.subject FROM chain c
                  CROSS JOIN unit_state u ON u.locale = c.lender AND u.string = p.string
                  WHERE c.locale = p.heir AND c.position <= \(InheritedText.longestChain)
                    AND u.event IS NOT NULL
                  ORDER BY c.position LIMIT 1)
                WHERE \(Coverage.isCounted) AND i.locale <> p.heir
                GROUP BY p.heir
                \(addition.end)
                """
        ).execute(arguments: arguments)
    }
}
