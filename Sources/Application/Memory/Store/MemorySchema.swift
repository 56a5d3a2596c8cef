import ReadModel

/// The tables of a project's translation memory, in a file beside the read model.
///
/// `source` has each source text once, in Form C; `pair` has what it is translated by, from the project (`unit` is then the number of the
/// string in one generation of the read model) or from a file (`origin`). `signature` has the signatures of source texts of one
/// language and length, so many to a row, as ``SignatureFilter`` reads them.
enum MemorySchema {
    /// Increases with each change of the tables or of what is written into them.
    static let version: Int64 = 2

    /// How many signatures stand in a row: a new text means that one row is written again.
    static let signaturesInRow = 256

    /// The tables, in a file beside that of the read model.
    static let tables = SideDatabase.Tables(suffix: "-memory", version: "\(version)", sql: sql)

    private static let sql = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE language (id INTEGER PRIMARY KEY, locale TEXT NOT NULL UNIQUE);
        CREATE TABLE origin (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, stamp TEXT NOT NULL, pairs INTEGER NOT NULL);
        CREATE TABLE source (
          id INTEGER PRIMARY KEY, language INTEGER NOT NULL, length INTEGER NOT NULL,
          hash INTEGER NOT NULL, body BLOB NOT NULL
        );
        CREATE INDEX source_hash ON source (language, hash);
        CREATE TABLE pair (
          id INTEGER PRIMARY KEY, source INTEGER NOT NULL, language INTEGER NOT NULL,
          target BLOB NOT NULL, section BLOB, key BLOB, is_reviewed INTEGER NOT NULL,
          unit INTEGER, origin INTEGER
        );
        CREATE INDEX pair_source ON pair (source, language);
        CREATE INDEX pair_unit ON pair (unit, language) WHERE unit IS NOT NULL;
        CREATE TABLE signature (
          id INTEGER PRIMARY KEY, language INTEGER NOT NULL, length INTEGER NOT NULL,
          count INTEGER NOT NULL, sources BLOB NOT NULL, bits BLOB NOT NULL
        );
        CREATE INDEX signature_length ON signature (language, length);
        """
}
