package import EventStore
import GRDB
import Translation

/// Stores the findings of a project's texts in a file beside the read model.
///
/// The file can be rebuilt from the log and the checks. One thread writes to the file. A
/// ``ReadModelReader`` reads it together with the read model.
package final class FindingsStore: Sendable {
    private let database: SideDatabase

    /// Opens the file beside a reader's read model, and empties its tables if they were filled by
    /// other checks.
    ///
    /// `program` is the version of the program, because other versions may have different checks.
    /// Replaces a damaged file. Throws a ``ReadModel/Failure`` if no file can be written there.
    package init(beside reader: ReadModelReader, program: String) throws {
        database = try SideDatabase(beside: reader, FindingsSchema.tables(of: program))
    }

    /// Whether the file is still the one that was opened; anyone may delete it at any time.
    ///
    /// Cost: one system call.
    package var isInPlace: Bool { database.isInPlace }

    /// Returns the position for which the findings were computed.
    ///
    /// Returns `nil` if the findings are incomplete, or belong to another generation of the read
    /// model.
    package func position(in generation: String) throws -> Position? {
        try database.read { try SideDatabase.position(in: generation, $0) }
    }

    /// Empties the tables, and prepares them for another generation of the read model.
    package func empty(for generation: String) throws {
        try write { changes in
            let db = changes.db
            for table in ["meta", "language", "unit", "finding", "tally", "source", "text"] {
                try db.execute(
                    sql: "DELETE FROM \(table)\(table == "meta" ? " WHERE name <> 'version'" : "")"
                )
            }
            try SideDatabase.setGeneration(generation, db)
            try db.execute(sql: "DROP INDEX IF EXISTS text_hash")
        }
    }

    /// Creates the index that ``empty(for:)`` dropped.
    package func addIndexes() throws {
        try write { try $0.db.execute(sql: FindingsSchema.textIndex) }
    }

    /// Records that all findings are computed for a position.
    package func complete(at position: Position) throws {
        try write { try SideDatabase.setPosition(position, $0.db) }
    }

    /// Runs `body`, which writes findings, in one transaction.
    package func write<Result>(_ body: (FindingsChanges) throws -> Result) throws -> Result {
        try database.write { db in
            let changes = FindingsChanges(db)
            let result = try body(changes)
            try changes.finish()
            return result
        }
    }
}
