import ReadModel

/// The tables of a project's translation memory, in a file next to the read model.
///
/// `source` contains each source text once, in Form C. `pair` contains its translations, from the
/// project or from a file (`origin`). For the project, `unit` is the number of the string in one
/// generation of the read model. `signature` contains the signatures of source texts, grouped by
/// language and length. Each row has several signatures, in the layout that ``SignatureFilter``
/// reads.
enum MemorySchema {
    /// The version of the schema, increased with each change of the tables or their contents.
    static let version: Int64 = 2

    /// The number of signatures in a row; adding a text rewrites one row.
    static let signaturesInRow = 256

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
