import GRDB

/// How many texts of each language there are, kept as the folds change: `status` need not count a million.
///
/// The table `coverage` has a row for each language that has texts of strings that are to be translated, and one for the
/// strings themselves, whose language is empty. What is said of a text changes only when its subject is folded, or its string's,
/// which brings all its texts with it: so the touched subjects are taken out before, and put in after.
enum Coverage {
    static let table = """
        CREATE TABLE coverage (
          locale TEXT PRIMARY KEY,
          strings INTEGER NOT NULL,
          texts INTEGER NOT NULL,
          reviewed INTEGER NOT NULL,
          stale INTEGER NOT NULL,
          flagged INTEGER NOT NULL,
          conflicts INTEGER NOT NULL,
          proposed INTEGER NOT NULL,
          words INTEGER NOT NULL
        ) WITHOUT ROWID;

        """

    /// The columns that are counted; `words` are those of the sources of texts that are not stale, or of the strings.
    static let columns = [
        "strings", "texts", "reviewed", "stale", "flagged", "conflicts", "proposed", "words",
    ]

    /// Takes what the tables say of the touched subjects out of the counts.
    static func subtractTouched(in db: Database) throws { try add(-1, in: db, Self.touched) }

    /// Puts what the tables say of the touched subjects into the counts.
    static func addTouched(in db: Database) throws { try add(1, in: db, Self.touched) }

    /// Puts what the tables say of all subjects into counts that are empty.
    static func addAll(in db: Database) throws {
        try add(1, in: db) { table, _ in table }
    }

    /// What of a table is touched; `CROSS JOIN` makes SQLite begin with that.
    private static func touched(_ table: String, _ name: String) -> String {
        "touched t CROSS JOIN \(table) ON \(name).subject = t.subject"
    }

    private static func add(
        _ sign: Int, in db: Database, _ part: (_ table: String, _ name: String) -> String
    ) throws {
        let counted = "s.is_existing AND s.is_translatable"
        let sums = columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
        try db.execute(
            sql: """
                INSERT INTO coverage (locale, \(columns.joined(separator: ", ")))
                SELECT u.locale, 0, :sign * sum(u.event IS NOT NULL),
                  :sign * sum(u.event IS NOT NULL AND u.is_reviewed),
                  :sign * sum(u.event IS NOT NULL AND u.is_stale),
                  :sign * sum(u.event IS NOT NULL AND u.is_flagged),
                  :sign * sum(u.has_conflict), :sign * sum(u.open_proposals > 0),
                  :sign * sum(iif(u.event IS NOT NULL AND NOT u.is_stale, s.words, 0))
                FROM \(part("unit_state u", "u"))
                CROSS JOIN string s ON s.subject = u.string
                WHERE \(counted) GROUP BY u.locale
                ON CONFLICT (locale) DO UPDATE SET \(sums);
                """, arguments: ["sign": sign])
        try db.execute(
            sql: """
                INSERT INTO coverage (locale, \(columns.joined(separator: ", ")))
                SELECT '', :sign * count(*), 0, 0, 0, 0, 0, 0, :sign * coalesce(sum(s.words), 0)
                FROM \(part("string s", "s"))
                WHERE \(counted)
                ON CONFLICT (locale) DO UPDATE SET \(sums);
                """, arguments: ["sign": sign])
    }

    /// The counts of a language, in the order of ``columns``; those of the strings for the empty one.
    static func counts(of locale: String, in db: Database) throws -> [Int] {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT \(columns.joined(separator: ", ")) FROM coverage WHERE locale = ?"),
            arguments: [locale])
        return columns.indices.map { row?[$0] ?? 0 }
    }
}
