import GRDB

/// The number of texts in each language, kept up to date so that `status` need not count them.
///
/// The table `coverage` has a row for each language that has or inherits texts for translatable
/// strings. Another row, with an empty language, counts the strings themselves.
///
/// A text's row changes only if its own subject or its string's subject is folded again. Folding a
/// string includes all its texts. The touched subjects are therefore subtracted before the change
/// and added after it. ``Inheritance`` counts the inherited texts.
enum Coverage {
    static let table = """
        CREATE TABLE coverage (
          locale TEXT PRIMARY KEY,
          \(columns.map { "\($0) INTEGER NOT NULL DEFAULT 0" }.joined(separator: ",\n  "))
        ) WITHOUT ROWID;

        """

    /// All counted columns.
    static let columns = ownColumns + Inheritance.columns

    /// The counts of a language's own texts.
    ///
    /// `words` counts the source words of texts that are not stale. In the row for the strings, it
    /// counts all source words.
    private static let ownColumns = [
        "strings", "texts", "reviewed", "stale", "flagged", "conflicts", "proposed", "words",
        "open_proposals",
    ]

    /// The SQL condition under which a string `s` is counted.
    static let isCounted = "s.is_existing AND s.is_translatable"

    /// Subtracts the touched subjects' texts from the counts.
    static func subtractTouched(in db: Database) throws { try add(-1, in: db, Self.touched) }

    /// Adds the touched subjects' texts to the counts.
    static func addTouched(in db: Database) throws { try add(1, in: db, Self.touched) }

    /// Adds all texts to the counts, which must be empty.
    static func addAll(in db: Database) throws {
        try add(1, in: db) { table, _ in table }
    }

    /// Returns the start and end of a statement that adds the result of a query to columns.
    static func addition(to columns: [String]) -> (start: String, end: String) {
        let sums = columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
        return (
            "INSERT INTO coverage (locale, \(columns.joined(separator: ", ")))",
            "ON CONFLICT (locale) DO UPDATE SET \(sums)"
        )
    }

    /// Restricts a table to its touched rows.
    ///
    /// `CROSS JOIN` makes SQLite start with the touched subjects.
    private static func touched(_ table: String, _ name: String) -> String {
        "touched t CROSS JOIN \(table) ON \(name).subject = t.subject"
    }

    private static func add(
        _ sign: Int, in db: Database, _ part: (_ table: String, _ name: String) -> String
    ) throws {
        let addition = addition(to: ownColumns)
        try db.cachedStatement(
            sql: """
                \(addition.start)
                SELECT u.locale, 0, :sign * sum(u.event IS NOT NULL),
                  :sign * sum(u.event IS NOT NULL AND u.is_reviewed),
                  :sign * sum(u.event IS NOT NULL AND u.is_stale),
                  :sign * sum(u.event IS NOT NULL AND u.is_flagged),
                  :sign * sum(u.has_conflict), :sign * sum(u.open_proposals > 0),
                  :sign * sum(iif(u.event IS NOT NULL AND NOT u.is_stale, s.words, 0)),
                  :sign * sum(u.open_proposals)
                FROM \(part("unit_state u", "u"))
                CROSS JOIN string s ON s.subject = u.string
                WHERE \(isCounted) GROUP BY u.locale
                \(addition.end)
                """
        ).execute(arguments: ["sign": sign])
        try db.cachedStatement(
            sql: """
                \(addition.start)
                SELECT '', :sign * count(*), 0, 0, 0, 0, 0, 0, :sign * coalesce(sum(s.words), 0), 0
                FROM \(part("string s", "s"))
                WHERE \(isCounted)
                \(addition.end)
                """
        ).execute(arguments: ["sign": sign])
    }

    /// A row of counts.
    struct Counts {
        var strings = 0
        var texts = 0
        var reviewed = 0
        var stale = 0
        var flagged = 0
        var conflicts = 0
        var proposed = 0
        var words = 0
        var openProposals = 0
        var inherited = 0
        var inheritedStale = 0
        var inheritedWords = 0

        /// Reads the columns in the order of ``Coverage/columns``.
        fileprivate init(_ row: StatementRow) {
            func count(_ index: Int32) -> Int { Int(row.number(index) ?? 0) }
            strings = count(0)
            texts = count(1)
            reviewed = count(2)
            stale = count(3)
            flagged = count(4)
            conflicts = count(5)
            proposed = count(6)
            words = count(7)
            openProposals = count(8)
            inherited = count(9)
            inheritedStale = count(10)
            inheritedWords = count(11)
        }

        /// Creates counts of zero.
        init() {}
    }

    private static let query =
        "SELECT \(columns.joined(separator: ", ")), locale FROM coverage"

    /// Returns the counts of a language, or the counts of the strings if the language is empty.
    static func counts(of locale: String, in db: Database) throws -> Counts {
        var counts = Counts()
        try db.cachedStatement(sql: "\(query) WHERE locale = ?").forEachRow([locale]) {
            counts = Counts($0)
        }
        return counts
    }

    /// Returns the counts of all languages that have any, with the counts of the strings under an
    /// empty language.
    static func allCounts(in db: Database) throws -> [String: Counts] {
        var counts: [String: Counts] = [:]
        try db.cachedStatement(sql: query).forEachRow([]) { row in
            if let locale = row.text(Int32(columns.count)) { counts[locale] = Counts(row) }
        }
        return counts
    }
}
