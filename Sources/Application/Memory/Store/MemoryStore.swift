package import EventStore
import GRDB
package import Texts
import Translation

/// Keeps a project's translation memory in a file beside the read model.
///
/// It holds nothing that the log and the imported files do not say, and may be deleted at any moment. Any number of processes may use
/// it; one of them writes at a time. A value may be used from several threads and serves one of them at a time.
package final class MemoryStore: Sendable {
    let database: DatabaseQueue
    private let file: DatabaseFile?
    private let identity: DatabaseFile.Identity?

    /// Opens the file beside a projection's, or makes it; a projection in memory gets a memory in memory.
    ///
    /// A file that is damaged, or has tables of another version, is replaced. Throws a ``ReadModel/Failure`` if no file can be written
    /// there.
    package convenience init(beside projection: Projection) throws {
        if let path = projection.path {
            try self.init(DatabaseFile(path: path + Self.suffix, share: projection.share))
        } else {
            try self.init()
        }
    }

    /// Opens the file beside the read model that a reader reads.
    package convenience init(beside reader: ReadModelReader) throws {
        try self.init(reader.memoryFile)
    }

    /// What the file's name has after that of the read model.
    static let suffix = "-memory"

    /// Makes a memory that lasts as long as the value.
    package init() throws {
        file = nil
        identity = nil
        database = try ReadModel.naming {
            let database = try DatabaseQueue(configuration: Projection.configuration())
            try Self.prepare(database)
            return database
        }
    }

    private init(_ file: DatabaseFile) throws {
        self.file = file
        (identity, database) = try ReadModel.naming {
            file.removeStrangers()
            let identity = file.identity
            do {
                return try Self.open(file)
            } catch let error as DatabaseError where error.isDamage {
                file.remove(ifIts: identity)
                return try Self.open(file)
            }
        }
    }

    private static func open(
        _ file: DatabaseFile
    ) throws -> (DatabaseFile.Identity?, DatabaseQueue) {
        try file.whileItStays {
            let database = try Projection.connection(to: file)
            try prepare(database)
            return (file.identity, database)
        }
    }

    private static func prepare(_ database: DatabaseQueue) throws {
        try database.writeWithoutTransaction { db in
            // Most often the tables are there, and somebody may be writing for long.
            guard try !isCurrent(db) else { return }
            try db.inTransaction(.immediate) {
                guard try !isCurrent(db) else { return .rollback }
                try Schema.drop(in: db)
                try db.execute(sql: MemorySchema.sql)
                try set("version", "\(MemorySchema.version)", in: db)
                return .commit
            }
        }
    }

    private static func isCurrent(_ db: Database) throws -> Bool {
        guard
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'meta')") ?? false
        else { return false }
        return try String.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'version'")
            == "\(MemorySchema.version)"
    }

    static func set(_ name: String, _ value: String?, in db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
            .execute(arguments: [name, value])
    }

    /// Whether the file is still the one that was opened: anybody may delete it at any moment.
    ///
    /// Cost: one system call.
    package var isInPlace: Bool { file?.identity == identity }

    /// Ends a reading or writing that goes on in another thread: it throws then.
    package func interrupt() { database.interrupt() }

    /// Removes the file after damage was found in it.
    package func removeFile() { file?.remove(ifIts: identity) }

    /// Writes in one transaction.
    package func write<Result>(_ body: (MemoryChanges) throws -> Result) throws -> Result {
        try ReadModel.naming {
            try database.writeWithoutTransaction { db in
                var result: Result?
                try db.inTransaction(.immediate) {
                    let changes = MemoryChanges(db)
                    result = try body(changes)
                    try changes.finish()
                    return .commit
                }
                guard let result else { throw CancellationError() }
                return result
            }
        }
    }

    /// Reads in one transaction.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try ReadModel.naming { try database.read(body) }
    }

    /// The position that the project's texts are of, if they are of this generation of the read model.
    package func position(in generation: String) throws -> Position? {
        try read { try Self.position(in: generation, $0) }
    }

    static func position(in generation: String, _ db: Database) throws -> Position? {
        guard
            try String.fetchOne(
                db.cachedStatement(sql: "SELECT value FROM meta WHERE name = 'generation'"))
                == generation
        else { return nil }
        return try Position.stored(in: db)
    }

    /// The languages that there are texts in, by their tags.
    package func languages() throws -> [LanguageTag] {
        try read { db in
            try String.fetchAll(
                db.cachedStatement(sql: "SELECT locale FROM language ORDER BY locale")
            ).compactMap { LanguageTag($0) }
        }
    }

    /// The files whose pairs are here, by name.
    package func files() throws -> [MemoryFile] {
        try read { try MemoryFile.all(in: $0) }
    }

    /// How many pairs come from the project itself.
    ///
    /// Cost: these pairs.
    package func projectPairs() throws -> Int {
        try read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM pair WHERE origin IS NULL") ?? 0
        }
    }
}

/// A file whose pairs are in the memory.
package struct MemoryFile: Sendable {
    /// The number of the file in this memory.
    package let id: Int64
    /// The name.
    package let name: String
    /// What was known of the file when it was read: if it is no longer so, the file is read again.
    package let stamp: String
    /// How many pairs it has.
    package let pairs: Int

    static func all(in db: Database) throws -> [MemoryFile] {
        var files: [MemoryFile] = []
        try db.cachedStatement(sql: "SELECT id, name, stamp, pairs FROM origin ORDER BY name")
            .forEachRow([]) { row in
                guard let id = row.number(0), let name = row.text(1), let stamp = row.text(2) else {
                    return
                }
                files.append(
                    MemoryFile(id: id, name: name, stamp: stamp, pairs: Int(row.number(3) ?? 0)))
            }
        return files
    }
}

extension MemoryStore {
    /// What the tables say, without the numbers of rows, which depend on the order of arrival: lines in an order of their own.
    ///
    /// For comparing a memory that was caught up with one that was made anew. Cost: everything.
    package func contents() throws -> [String] {
        try read { db in
            var lines: [String] = []
            try db.cachedStatement(
                sql: """
                    SELECT l.locale, s.body, t.locale, p.target, p.section, p.key, p.is_reviewed, o.name
                    FROM pair p JOIN source s ON s.id = p.source JOIN language l ON l.id = s.language
                    JOIN language t ON t.id = p.language LEFT JOIN origin o ON o.id = p.origin
                    """
            ).forEachRow([]) { row in
                lines.append(
                    "pair " + (0..<8).map { row.text($0) ?? "-" }.joined(separator: "\t"))
            }
            try db.cachedStatement(
                sql: """
                    SELECT l.locale, g.length, g.count, g.sources, g.bits
                    FROM signature g JOIN language l ON l.id = g.language
                    """
            ).forEachRow([]) { row in
                let size = SignatureShape(length: Int(row.number(1) ?? 0)).words * 8
                guard let sources = row.blob(3), let bits = row.blob(4),
                    sources.count / 8 == Int(row.number(2) ?? 0),
                    bits.count == sources.count / 8 * size
                else { return lines.append("signature of no form") }
                for index in 0..<sources.count / 8 {
                    let number = sources.withUnsafeBytes {
                        MemoryChanges.source(index, of: $0)
                    }
                    let body = try Row.fetchOne(
                        db, sql: "SELECT body FROM source WHERE id = ?", arguments: [number]
                    )?.requiredText(0)
                    let words = bits[index * size..<(index + 1) * size]
                    lines.append(
                        "signature \(row.text(0) ?? "") \(body ?? "of nothing") \(Array(words))")
                }
            }
            return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
