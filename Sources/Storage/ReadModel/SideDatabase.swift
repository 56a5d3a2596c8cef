package import EventStore
package import GRDB

/// A database in a file beside the read model, for data that can be recreated.
///
/// The file may be deleted at any time. Any number of processes may use the file; only one of them
/// writes at a time. An instance can be shared between threads, and serves one thread at a time.
package final class SideDatabase: Sendable {
    private let database: DatabaseQueue
    private let file: DatabaseFile?
    private let identity: DatabaseFile.Identity?

    /// The tables of a side database, and a version that identifies them.
    package struct Tables: Sendable {
        /// The suffix that the file's name adds to the read model's name.
        let suffix: String
        let version: String
        let sql: String
        /// Prepares each connection before it uses the tables.
        let setUp: @Sendable (Database) -> Void

        /// Describes tables; `sql` must create a table `meta` with the columns `name` and `value`.
        package init(
            suffix: String, version: String, sql: String,
            setUp: @escaping @Sendable (Database) -> Void = { _ in }
        ) {
            self.suffix = suffix
            self.version = version
            self.sql = sql
            self.setUp = setUp
        }
    }

    /// Opens or creates the file beside a projection's file.
    ///
    /// If the projection is in memory, so is the database. Replaces a damaged file, and tables with
    /// a different version. Throws a ``ReadModel/Failure`` if the file cannot be written.
    package convenience init(beside projection: Projection, _ tables: Tables) throws {
        try self.init(
            projection.path.map {
                DatabaseFile(path: $0, share: projection.share).beside(tables.suffix)
            }, tables)
    }

    /// Opens or creates the file beside a reader's read model.
    package convenience init(beside reader: ReadModelReader, _ tables: Tables) throws {
        try self.init(reader.file(withSuffix: tables.suffix), tables)
    }

    /// Creates a database in memory.
    package convenience init(inMemory tables: Tables) throws { try self.init(nil, tables) }

    private init(_ file: DatabaseFile?, _ tables: Tables) throws {
        self.file = file
        (identity, database) = try ReadModel.naming {
            guard let file else {
                let database = try DatabaseQueue(configuration: Projection.configuration())
                try tables.prepare(database)
                return (nil, database)
            }
            file.removeStrangers()
            let identity = file.identity
            do {
                return try Self.open(file, tables)
            } catch let error as DatabaseError where error.isDamage {
                file.remove(ifIts: identity)
                return try Self.open(file, tables)
            }
        }
    }

    private static func open(
        _ file: DatabaseFile, _ tables: Tables
    ) throws -> (DatabaseFile.Identity?, DatabaseQueue) {
        try file.whileItStays {
            let database = try Projection.connection(to: file)
            try tables.prepare(database)
            return (file.identity, database)
        }
    }

    /// Whether the file is still the one that was opened; anyone may delete it at any time.
    ///
    /// Cost: one system call.
    package var isInPlace: Bool { file?.identity == identity }

    /// Interrupts a read or write in another thread, which then throws.
    package func interrupt() { database.interrupt() }

    /// Removes the file after damage was found in it.
    package func removeFile() { file?.remove(ifIts: identity) }

    /// Runs `body` in one read transaction.
    package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try ReadModel.naming { try database.read(body) }
    }

    /// Runs `body` in one write transaction.
    package func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.writeWithoutTransaction { db in
                var result: Result?
                try db.inTransaction(.immediate) {
                    result = try body(db)
                    return .commit
                }
                guard let result else { throw CancellationError() }
                return result
            }
        }
    }

    /// Returns the position for which the tables are complete.
    ///
    /// Returns `nil` if the tables are incomplete, or belong to another generation of the read
    /// model.
    package static func position(in generation: String, _ db: Database) throws -> Position? {
        guard
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT value FROM meta WHERE name = 'generation'"))
                == generation
        else { return nil }
        return try Position.stored(in: db)
    }

    /// Records the generation of the read model to which the tables belong.
    package static func setGeneration(_ generation: String, _ db: Database) throws {
        try Tables.set("generation", generation, in: db)
    }

    /// Records the position for which the tables are complete.
    package static func setPosition(_ position: Position, _ db: Database) throws {
        try position.store(in: db)
    }
}

extension SideDatabase.Tables {
    /// Creates the tables, unless they already exist in this version.
    fileprivate func prepare(_ database: DatabaseQueue) throws {
        try database.writeWithoutTransaction { db in
            setUp(db)
            // The tables nearly always exist, and another process may hold the lock for a long
            // time.
            guard try !isCurrent(db) else { return }
            try db.inTransaction(.immediate) {
                guard try !isCurrent(db) else { return .rollback }
                try Schema.drop(in: db)
                try db.execute(sql: sql)
                try Self.set("version", version, in: db)
                return .commit
            }
        }
    }

    private func isCurrent(_ db: Database) throws -> Bool {
        guard
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'meta')") ?? false
        else { return false }
        return try String.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'version'")
            == version
    }

    fileprivate static func set(_ name: String, _ value: String, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
            .execute(arguments: [name, value])
    }
}
