import EventStore
import GRDB
package import ReadModel
import Texts

/// Stores a project's translation memory in a file next to the read model.
///
/// All of its contents can be derived from the log and the imported files.
package final class MemoryStore: Sendable {
    private let database: SideDatabase

    /// Opens or creates the file next to the file of a projection.
    ///
    /// For an in-memory projection, the translation memory is also in memory. Throws a
    /// ``ReadModel/ReadModel/Failure`` if the file cannot be written.
    package init(beside projection: Projection) throws {
        database = try SideDatabase(beside: projection, MemorySchema.tables)
    }

    /// Opens or creates the file next to the read model of a reader.
    init(beside reader: ReadModelReader) throws {
        database = try SideDatabase(beside: reader, MemorySchema.tables)
    }

    /// Creates a memory that is not stored on disk.
    init() throws { database = try SideDatabase(inMemory: MemorySchema.tables) }

    /// Whether the open file is still the file on disk, which anyone may delete at any time.
    ///
    /// Cost: one system call.
    var isInPlace: Bool { database.isInPlace }

    /// Interrupts a read or write in another thread, which then throws.
    func interrupt() { database.interrupt() }

    /// Removes the file; for use after a query found damage in it.
    func removeFile() { database.removeFile() }

    /// Runs `body` in one write transaction, then updates the signatures.
    package func write<Result>(_ body: (MemoryChanges) throws -> Result) throws -> Result {
        try database.write { db in
            let changes = MemoryChanges(db)
            let result = try body(changes)
            try changes.finish()
            return result
        }
    }

    /// Runs `body` in one read transaction.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try database.read(body)
    }

    /// Returns the position of the project's texts, or `nil` if they are from another generation of
    /// the read model.
    func position(in generation: String) throws -> Position? {
        try read { try SideDatabase.position(in: generation, $0) }
    }

    /// Returns the languages of all texts, sorted by tag.
    func languages() throws -> [LanguageTag] {
        try read { db in
            try String.fetchAll(
                db.cachedStatement(sql: "SELECT locale FROM language ORDER BY locale")
            ).compactMap { LanguageTag($0) }
        }
    }

    /// Returns the files with stored pairs, by name.
    func files() throws -> [MemoryFile] {
        try read { try MemoryFile.all(in: $0) }
    }

    /// Returns the number of the project's own pairs.
    ///
    /// Cost: proportional to the number of these pairs.
    func projectPairs() throws -> Int {
        try read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM pair WHERE origin IS NULL") ?? 0
        }
    }
}

/// An imported file with pairs in the memory.
struct MemoryFile: Sendable {
    /// The id of the file in this memory.
    let id: Int64
    let name: String
    /// The metadata of the file at the time of reading.
    ///
    /// If the metadata has changed, the file is read again.
    let stamp: String
    /// The number of the file's pairs.
    let pairs: Int

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
    /// Returns the contents of the tables as sorted lines.
    ///
    /// The lines omit row ids, because these depend on the order of insertion. Tests use this to
    /// compare an updated memory with a rebuilt one. Cost: reads everything.
    func contents() throws -> [String] {
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
                    let body = try StoredText.fetchOne(
                        db, sql: "SELECT body FROM source WHERE id = ?", arguments: [number]
                    )?.string
                    let words = bits[index * size..<(index + 1) * size]
                    lines.append(
                        "signature \(row.text(0) ?? "") \(body ?? "of nothing") \(Array(words))")
                }
            }
            return lines.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        }
    }
}
