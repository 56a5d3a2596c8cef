package import EventStore
import GRDB
import Translation

/// Keeps the findings of a project's texts in a file beside the read model.
///
/// It holds nothing that the log and the checks do not say. One thread writes to it; a ``ReadModelReader`` joins it with the read model.
package final class FindingsStore: Sendable {
    private let database: SideDatabase

    /// Opens the file beside the read model that a reader reads; tables of other checks are emptied.
    ///
    /// `program` is the version of the program, whose checks are another's. A file that is damaged is replaced. Throws a
    /// ``ReadModel/Failure`` if no file can be written there.
    package init(beside reader: ReadModelReader, program: String) throws {
        database = try SideDatabase(beside: reader, FindingsSchema.tables(of: program))
    }

    /// Whether the file is still the one that was opened: anybody may delete it at any moment.
    ///
    /// Cost: one system call.
    package var isInPlace: Bool { database.isInPlace }

    /// The position that all findings are for, if they are of this generation of the read model and complete.
    package func position(in generation: String) throws -> Position? {
        try database.read { try SideDatabase.position(in: generation, $0) }
    }

    /// Empties the tables, for findings of another generation of the read model.
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

    /// Adds the index that ``empty(for:)`` dropped.
    package func addIndexes() throws {
        try write { try $0.db.execute(sql: FindingsSchema.textIndex) }
    }

    /// Records that all findings are computed for a position.
    package func complete(at position: Position) throws {
        try write { try SideDatabase.setPosition(position, $0.db) }
    }

    /// Writes in one transaction.
    package func write<Result>(_ body: (FindingsChanges) throws -> Result) throws -> Result {
        try database.write { db in
            let changes = FindingsChanges(db)
            let result = try body(changes)
            try changes.finish()
            return result
        }
    }
}
