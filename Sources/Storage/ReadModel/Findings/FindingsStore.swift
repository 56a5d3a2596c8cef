package import EventStore
import GRDB
import Translation

/// Keeps the findings of a project's texts in a file beside the read model.
///
/// It holds nothing that the log and the checks do not say, and may be deleted at any moment. One thread writes to it; a
/// ``ReadModelReader`` joins it with the read model. A value may be used from several threads and serves one of them at a time.
package final class FindingsStore: Sendable {
    private let database: DatabaseQueue
    private let file: DatabaseFile
    private let identity: DatabaseFile.Identity?

    /// Opens the file beside the read model that a reader reads; tables of other checks are emptied.
    ///
    /// `program` is the version of the program, whose checks are another's. A file that is damaged is replaced. Throws a
    /// ``ReadModel/Failure`` if no file can be written there.
    package init(beside reader: ReadModelReader, program: String) throws {
        let file = reader.findingsFile
        self.file = file
        let key = FindingsSchema.key(program)
        (identity, database) = try ReadModel.naming {
            file.removeStrangers()
            do {
                let identity = file.identity
                do {
                    return try Self.open(file, key)
                } catch let error as DatabaseError where error.isDamage {
                    file.remove(ifIts: identity)
                    return try Self.open(file, key)
                }
            }
        }
    }

    private static func open(
        _ file: DatabaseFile, _ key: String
    ) throws -> (DatabaseFile.Identity?, DatabaseQueue) {
        try file.whileItStays {
            let database = try Projection.connection(to: file)
            try database.writeWithoutTransaction { db in
                try db.inTransaction(.immediate) {
                    if try storedKey(in: db) != key {
                        try Schema.drop(in: db)
                        try db.execute(sql: FindingsSchema.sql)
                        try set("key", key, in: db)
                    }
                    return .commit
                }
            }
            return (file.identity, database)
        }
    }

    /// Whether the file is still the one that was opened: anybody may delete it at any moment.
    ///
    /// Cost: one system call.
    package var isInPlace: Bool { file.identity == identity }

    private static func storedKey(in db: Database) throws -> String? {
        guard
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'meta')") ?? false
        else { return nil }
        return try String.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'key'")
    }

    private static func set(_ name: String, _ value: String?, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
            .execute(arguments: [name, value])
    }

    /// The position that all findings are for, if they are of this generation of the read model and complete.
    package func position(in generation: String) throws -> Position? {
        try ReadModel.naming {
            try database.read { db in
                guard
                    try String.fetchOne(
                        db, sql: "SELECT value FROM meta WHERE name = 'generation'") == generation
                else { return nil }
                return try Position.stored(in: db)
            }
        }
    }

    /// Empties the tables, for findings of another generation of the read model.
    package func empty(for generation: String) throws {
        try write { changes in
            let db = changes.db
            for table in ["meta", "language", "unit", "finding", "tally", "source", "text"] {
                try db.execute(
                    sql: "DELETE FROM \(table)\(table == "meta" ? " WHERE name <> 'key'" : "")")
            }
            try Self.set("generation", generation, in: db)
            try db.execute(sql: "DROP INDEX IF EXISTS text_hash")
        }
    }

    /// Adds the index that ``empty(for:)`` dropped.
    package func addIndexes() throws {
        try write { try $0.db.execute(sql: FindingsSchema.textIndex) }
    }

    /// Says that all findings are for a position.
    package func complete(at position: Position) throws {
        try write { try position.store(in: $0.db) }
    }

    /// Writes in one transaction.
    package func write<Result>(_ body: (FindingsChanges) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.writeWithoutTransaction { db in
                var result: Result?
                try db.inTransaction(.immediate) {
                    let changes = FindingsChanges(db)
                    result = try body(changes)
                    try changes.finish()
                    return .commit
                }
                guard let result else { throw CancellationError() }
                return result
            }
        }
    }
}
