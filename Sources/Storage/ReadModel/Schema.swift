import GRDB

/// The tables of the projection.
///
/// `meta` contains the project's facts and the position. `file`, `event` and `problem` contain the
/// contents of the log's files, line by line. The other tables are derived from these, for queries:
///
/// - `subject` contains the subjects of events, and the folded state of texts.
/// - `string`, `proposal` and `conflict` contain other folded state.
/// - `human_text` contains the last text that is not a machine's, for texts that are a machine's.
/// - `unit_state` is a view of the texts in `subject` that have events.
/// - `chain` contains the lenders of each language.
/// - `coverage` contains the number of texts in each language.
/// - `last_event` contains the newest event for each language.
/// - `change` contains the subjects that were folded since the last rebuild, in order. The random
///   number `batch` identifies the transaction.
///
/// User-supplied strings are blobs (see ``StoredText``). Ids, tags and the program's own words are
/// SQLite text.
package enum Schema {
    /// The version number, which increases with each change to a table or its content.
    ///
    /// A different number requires a rebuild.
    package static let version: Int64 = 21

    /// The statements that create the tables and their indexes.
    package static let sql = tables + logIndexes + stateIndexes

    /// The condition that a subject is found by its kind, language, section and key.
    ///
    /// It excludes texts in languages other than the source language. Most subjects are such texts,
    /// and they are found by their strings.
    static let isNamed = "(string IS NULL OR string = id)"

    /// The condition that a row in `event` belongs to the file `:file`.
    ///
    /// A file's number is lower than the row numbers of its events, which are lower than the next
    /// file's number.
    static let isOfFile = """
        row > :file AND row < coalesce((SELECT min(id) FROM file WHERE id > :file), \(Int64.max))
        """

    /// The condition that a text's state row has not been hashed since proposals arrived.
    ///
    /// The row contains all proposals, so hashing it after each new proposal would cost more every
    /// time.
    static let hasNoHash = "row_hash = x''"

    /// The columns of a text in `subject`, in the order in which ``StateWriter`` writes them.
    static let unitColumns = """
        event, value, author_name, author_email, reviewer_name, reviewer_email, is_reviewed, is_flagged, is_stale,
        authorship, reviewed_event, reviewed_value, reviewed_author_name, reviewed_author_email, reviewed_is_stale,
        reviewed_authorship, open_proposals, has_conflict
        """

    /// The tables, with the indexes that a rebuild needs from the start.
    ///
    /// These are the unique indexes on subjects, and indexes that contain only a few of the events.
    private static let tables = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE file (
          id INTEGER PRIMARY KEY,
          path BLOB NOT NULL,
          content TEXT NOT NULL
        );
        CREATE TABLE subject (
          id INTEGER PRIMARY KEY,
          kind INTEGER NOT NULL,
          locale TEXT NOT NULL,
          string INTEGER,
          row_hash BLOB,
          event TEXT,
          value BLOB,
          author_name BLOB,
          author_email BLOB,
          reviewer_name BLOB,
          reviewer_email BLOB,
          is_reviewed INTEGER,
          is_flagged INTEGER,
          is_stale INTEGER,
          authorship TEXT,
          reviewed_event TEXT,
          reviewed_value BLOB,
          reviewed_author_name BLOB,
          reviewed_author_email BLOB,
          reviewed_is_stale INTEGER,
          reviewed_authorship TEXT,
          open_proposals INTEGER,
          has_conflict INTEGER,
          section BLOB NOT NULL,
          key BLOB NOT NULL
        );
        CREATE VIEW unit_state (subject, locale, string, \(unitColumns)) AS
          SELECT id, locale, string, \(unitColumns) FROM subject
          WHERE string IS NOT NULL AND row_hash IS NOT NULL;
        CREATE UNIQUE INDEX subject_name ON subject (kind, locale, section, key) WHERE \(isNamed);
        CREATE UNIQUE INDEX subject_unit ON subject (locale, string) WHERE string IS NOT NULL;
        CREATE TABLE event (
          row INTEGER PRIMARY KEY,
          id TEXT NOT NULL,
          file INTEGER NOT NULL,
          line INTEGER NOT NULL,
          standing INTEGER NOT NULL,
          alias_of TEXT,
          subject INTEGER,
          type BLOB NOT NULL,
          locale TEXT NOT NULL,
          guid BLOB,
          name BLOB,
          email BLOB,
          owner BLOB,
          idem BLOB,
          copies TEXT,
          proposal TEXT,
          is_aside INTEGER NOT NULL,
          body BLOB NOT NULL
        );
        CREATE TABLE problem (
          file INTEGER NOT NULL,
          line INTEGER NOT NULL,
          kind TEXT NOT NULL,
          message BLOB NOT NULL,
          event TEXT,
          version INTEGER
        );
        CREATE TABLE string (
          subject INTEGER PRIMARY KEY,
          section BLOB NOT NULL,
          key BLOB NOT NULL,
          is_existing INTEGER NOT NULL,
          is_translatable INTEGER NOT NULL,
          position INTEGER,
          words INTEGER NOT NULL,
          event TEXT,
          value BLOB,
          definition BLOB
        );
        CREATE TABLE proposal (
          id TEXT PRIMARY KEY,
          number INTEGER NOT NULL,
          subject INTEGER NOT NULL,
          state TEXT NOT NULL,
          guid BLOB NOT NULL,
          origin BLOB NOT NULL,
          decision TEXT,
          is_outdated INTEGER NOT NULL,
          endorsements INTEGER NOT NULL,
          comments INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE conflict (
          subject INTEGER NOT NULL,
          winner TEXT NOT NULL,
          loser TEXT NOT NULL,
          PRIMARY KEY (subject, loser, winner)
        ) WITHOUT ROWID;
        CREATE TABLE human_text (
          subject INTEGER NOT NULL,
          is_reviewed_only INTEGER NOT NULL,
          event TEXT NOT NULL,
          value BLOB NOT NULL,
          is_reviewed INTEGER NOT NULL,
          is_flagged INTEGER NOT NULL,
          is_stale INTEGER NOT NULL,
          authorship TEXT,
          PRIMARY KEY (subject, is_reviewed_only)
        ) WITHOUT ROWID;
        CREATE TABLE change (
          number INTEGER PRIMARY KEY, subject INTEGER NOT NULL, batch INTEGER NOT NULL
        );
        CREATE INDEX event_standing ON event (standing) WHERE standing > 0;
        CREATE INDEX event_idem ON event (owner, idem) WHERE idem IS NOT NULL;
        CREATE INDEX event_alias_of ON event (alias_of) WHERE alias_of IS NOT NULL;
        CREATE INDEX event_copies ON event (copies) WHERE copies IS NOT NULL;
        CREATE INDEX event_proposal ON event (proposal) WHERE proposal IS NOT NULL;

        """ + Inheritance.table + Coverage.table + LastEvents.table

    /// The indexes on the log's contents.
    ///
    /// A rebuild creates them after all lines are added, which is faster than updating them.
    static let logIndexes = """
        CREATE INDEX file_path ON file (path);
        CREATE INDEX subject_string ON subject (string) WHERE string IS NOT NULL;
        CREATE INDEX event_id ON event (id);
        CREATE INDEX event_id_end ON event (substr(id, -4));
        CREATE INDEX event_subject ON event (subject, is_aside, guid) WHERE subject IS NOT NULL;
        CREATE INDEX problem_file ON problem (file);

        """

    /// The indexes on the folded state; a rebuild creates them last.
    static let stateIndexes = """
        CREATE INDEX string_order
          ON string (section, position IS NULL, position, key) WHERE is_existing;
        CREATE INDEX proposal_id_end ON proposal (substr(id, -4));
        CREATE INDEX proposal_number ON proposal (number);
        CREATE INDEX proposal_subject ON proposal (subject);
        CREATE INDEX proposal_guid ON proposal (guid, state);
        CREATE INDEX proposal_state ON proposal (state);

        """

    /// The tables whose contents are derived from the log, with a query for each table.
    ///
    /// The queries omit row numbers, which depend on the order in which events arrived. The rows
    /// are compared as a set, so no query sorts them.
    static let comparisons: [(table: String, sql: String)] = [
        ("file", "SELECT path, content FROM file"),
        (
            "subject",
            """
            SELECT kind, locale, section, key, iif(\(hasNoHash), id, row_hash)
            FROM subject WHERE row_hash IS NOT NULL
            """
        ),
        (
            "event",
            """
            SELECT e.id, f.path, e.line, e.standing, e.alias_of, s.kind, s.locale, s.section, s.key,
              e.type, e.locale, e.guid, e.name, e.email, e.owner, e.idem, e.copies, e.proposal,
              e.is_aside, e.body
            FROM event e JOIN file f ON f.id = e.file LEFT JOIN subject s ON s.id = e.subject
            """
        ),
        (
            "problem",
            """
            SELECT f.path, p.line, p.kind, p.message, p.event, p.version
            FROM problem p JOIN file f ON f.id = p.file
            """
        ),
        (
            "string",
            """
            SELECT section, key, is_existing, is_translatable, position, words, event, value, definition
            FROM string
            """
        ),
        (
            "unit",
            """
            SELECT s.locale, s.section, s.key, u.event, u.value, u.author_name, u.author_email,
              u.reviewer_name, u.reviewer_email, u.is_reviewed, u.is_flagged, u.is_stale,
              u.authorship, u.reviewed_event, u.reviewed_value, u.reviewed_author_name,
              u.reviewed_author_email, u.reviewed_is_stale, u.reviewed_authorship,
              u.open_proposals, u.has_conflict
            FROM unit_state u JOIN subject s ON s.id = u.subject
            """
        ),
        (
            "human_text",
            """
            SELECT s.locale, s.section, s.key, h.is_reviewed_only, h.event, h.value, h.is_reviewed,
              h.is_flagged, h.is_stale, h.authorship
            FROM human_text h JOIN subject s ON s.id = h.subject
            """
        ),
        (
            "proposal",
            """
            SELECT p.id, p.number, s.locale, s.section, s.key, p.state, p.guid, p.origin, p.decision,
              p.is_outdated, p.endorsements, p.comments
            FROM proposal p JOIN subject s ON s.id = p.subject
            """
        ),
        (
            "conflict",
            """
            SELECT s.kind, s.locale, s.section, s.key, c.winner, c.loser
            FROM conflict c JOIN subject s ON s.id = c.subject
            """
        ),
        ("chain", "SELECT * FROM chain"),
        (
            "coverage",
            // Subtracting every text in a language leaves a row of zeros.
            """
            SELECT * FROM coverage WHERE \(Coverage.columns.joined(separator: " OR "))
            """
        ),
        ("last_event", "SELECT * FROM last_event"),
    ]

    /// Creates a project's tables in an empty database.
    ///
    /// If `withIndexes` is false, omits the indexes that a rebuild creates later.
    static func create(
        in db: Database, project: ProjectKey, withIndexes: Bool = true
    ) throws {
        try db.execute(sql: "PRAGMA user_version = \(version)")
        try db.execute(sql: withIndexes ? sql : tables)
        for (name, value) in project.rows {
            try db.execute(
                sql: "INSERT INTO meta (name, value) VALUES (?, ?)", arguments: [name, value])
        }
        // Row numbers are only valid for these tables. Other databases that store row numbers
        // compare this value.
        try db.execute(
            sql: "INSERT INTO meta (name, value) VALUES ('generation', hex(randomblob(16)))")
    }

    /// Returns true if the database contains the tables for this schema and project.
    static func isCurrent(in db: Database, project: ProjectKey) throws -> Bool {
        // `tableExists` would use a cache that misses changes by other processes.
        guard
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'meta')"))
                ?? false
        else { return false }
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT name, value FROM meta"))
        return project.rows.allSatisfy { name, value in
            rows.contains { $0[0] as DatabaseValue == name.databaseValue && $0[1] == value }
        }
    }

    /// Returns true if the database has no tables or views.
    static func isEmpty(_ db: Database) throws -> Bool { try items(in: db).isEmpty }

    /// Drops all tables and views, including tables that other programs created.
    ///
    /// Dropping a virtual table also drops its own tables.
    static func drop(in db: Database) throws {
        for item in try items(in: db) {
            try db.execute(
                sql:
                    "DROP \(item[0] as String) IF EXISTS \((item[1] as String).quotedDatabaseIdentifier)"
            )
        }
    }

    /// Returns the kinds and names of all tables and views.
    private static func items(in db: Database) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT type, name FROM sqlite_schema
                WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*'
                """)
    }
}
