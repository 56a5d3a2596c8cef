import EventStore
import GRDB
import ReadModel
package import Texts

/// A source text and its translation, for storage.
package struct MemoryPair: Sendable {
    /// The source text, in Form C.
    package var source: String
    package var sourceLanguage: LanguageTag
    package var target: String
    /// The language of the translation.
    package var targetLanguage: LanguageTag
    /// The section of the string, if known.
    package var section: String?
    /// The key of the string, if known.
    package var key: String?
    /// Whether the translation was reviewed.
    package var isReviewed: Bool

    package init(
        source: String, _ sourceLanguage: LanguageTag, target: String,
        _ targetLanguage: LanguageTag, section: String?, key: String?, isReviewed: Bool
    ) {
        self.source = source
        self.sourceLanguage = sourceLanguage
        self.target = target
        self.targetLanguage = targetLanguage
        self.section = section
        self.key = key
        self.isReviewed = isReviewed
    }
}

/// A transaction that changes a memory: its pairs, and the signatures derived from them.
package final class MemoryChanges {
    let db: Database
    private var languages: [LanguageTag: Int64] = [:]
    /// New source texts, which have no signature yet.
    private var added: [SourceGroup: [Int64]] = [:]
    /// Source texts that lost at least one pair, and may have no pairs left.
    private var touched: Set<Int64> = []

    /// The origin of pairs.
    package enum Origin: Sendable {
        /// A string of the project, by its number in the read model.
        case string(Int64)
        /// A file, by its number.
        case file(Int64)
    }

    /// The key by which the signatures of source texts are grouped.
    struct SourceGroup: Hashable, Comparable {
        let language: Int64
        let length: Int

        static func < (a: SourceGroup, b: SourceGroup) -> Bool {
            (a.language, a.length) < (b.language, b.length)
        }
    }

    init(_ db: Database) { self.db = db }

    /// Returns the position of the project's texts, or `nil` if they are from another generation of
    /// the read model.
    func position(in generation: String) throws -> Position? {
        try SideDatabase.position(in: generation, db)
    }

    /// Records the position of the project's texts in a generation of the read model.
    func complete(at position: Position, in generation: String) throws {
        try SideDatabase.setGeneration(generation, db)
        try SideDatabase.setPosition(position, db)
    }

    /// Returns the files with stored pairs, by name.
    func files() throws -> [MemoryFile] { try MemoryFile.all(in: db) }

    /// Adds a pair without checking for duplicates.
    package func add(_ pair: MemoryPair, from origin: Origin) throws {
        let source = try source(pair.source, in: number(of: pair.sourceLanguage))
        let (unit, file): (Int64?, Int64?) =
            switch origin {
            case .string(let number): (number, nil)
            case .file(let number): (nil, number)
            }
        try db.cachedStatement(
            sql: """
                INSERT INTO pair (source, language, target, section, key, is_reviewed, unit, origin)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                source, try number(of: pair.targetLanguage), StoredText(pair.target),
                pair.section.map(StoredText.init), pair.key.map(StoredText.init), pair.isReviewed,
                unit, file,
            ])
    }

    /// Removes the pairs of a string, in one language or in all languages.
    func remove(string: Int64, in locale: LanguageTag? = nil) throws {
        if let locale {
            try remove("unit = ? AND language = ?", [string, number(of: locale)])
        } else {
            try remove("unit = ?", [string])
        }
    }

    /// Removes the project's pairs in a language.
    func remove(_ locale: LanguageTag) throws {
        try remove("unit IS NOT NULL AND language = ?", [number(of: locale)])
    }

    /// Removes all pairs of the project.
    func removeStrings() throws {
        guard try files().isEmpty else { return try remove("unit IS NOT NULL", []) }
        // SQLite empties whole tables without visiting their rows:
        // <https://www.sqlite.org/lang_delete.html>.
        for table in ["pair", "source", "signature"] {
            try db.execute(sql: "DELETE FROM \(table)")
        }
    }

    /// Records a file and removes its previous pairs, so that the caller can add its new pairs.
    func begin(file name: String, stamp: String) throws -> Int64 {
        try remove(file: name)
        try db.cachedStatement(sql: "INSERT INTO origin (name, stamp, pairs) VALUES (?, ?, 0)")
            .execute(arguments: [StoredText(name), stamp])
        return db.lastInsertedRowID
    }

    /// Records a file's number of pairs, once all of them have been added.
    func end(file: Int64, pairs: Int) throws {
        try db.cachedStatement(sql: "UPDATE origin SET pairs = ? WHERE id = ?")
            .execute(arguments: [pairs, file])
    }

    /// Records new metadata for a file with unchanged contents.
    func setStamp(_ stamp: String, of file: Int64) throws {
        try db.cachedStatement(sql: "UPDATE origin SET stamp = ? WHERE id = ?")
            .execute(arguments: [stamp, file])
    }

    /// Removes a file and its pairs.
    func remove(file name: String) throws {
        guard
            let id = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM origin WHERE name = ?"),
                arguments: [StoredText(name)])
        else { return }
        try remove("origin = ?", [id])
        try db.cachedStatement(sql: "DELETE FROM origin WHERE id = ?").execute(arguments: [id])
    }

    private func remove(_ condition: String, _ arguments: StatementArguments) throws {
        touched.formUnion(
            try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT source FROM pair WHERE \(condition)"),
                arguments: arguments))
        try db.cachedStatement(sql: "DELETE FROM pair WHERE \(condition)")
            .execute(arguments: arguments)
    }

    private func source(_ text: String, in language: Int64) throws -> Int64 {
        let hash = Self.hash(text)
        var known: Int64?
        try db.cachedStatement(sql: "SELECT id, body FROM source WHERE language = ? AND hash = ?")
            .forEachRowWhile([language, hash]) { row in
                let isIt = row.bytes(1) { $0.elementsEqual(text.utf8) } ?? false
                if isIt { known = row.number(0) }
                return !isIt
            }
        if let known { return known }
        let length = text.unicodeScalars.count
        try db.cachedStatement(
            sql: "INSERT INTO source (language, length, hash, body) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [language, length, hash, StoredText(text)])
        let id = db.lastInsertedRowID
        if (1...SignatureShape.longest).contains(length) {
            added[SourceGroup(language: language, length: length), default: []].append(id)
        }
        return id
    }

    private func number(of locale: LanguageTag) throws -> Int64 {
        if let number = languages[locale] { return number }
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO language (locale) VALUES (?)")
            .execute(arguments: [locale.rawValue])
        let number =
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM language WHERE locale = ?"),
                arguments: [locale.rawValue]) ?? 0
        languages[locale] = number
        return number
    }

    /// Returns the 64-bit FNV-1a hash, <http://www.isthe.com/chongo/tech/comp/fnv/>.
    ///
    /// If two hashes are equal, the caller compares the texts.
    static func hash(_ text: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }

    // MARK: Signatures

    /// Updates source texts and signatures to match the pairs, at the end of the transaction.
    func finish() throws {
        var gone: [SourceGroup: Set<Int64>] = [:]
        let isUsed = try db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM pair WHERE source = ?)")
        for source in touched.sorted()
        where try !(Bool.fetchOne(isUsed, arguments: [source]) ?? false) {
            guard
                let row = try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT language, length FROM source WHERE id = ?"),
                    arguments: [source])
            else { continue }
            gone[SourceGroup(language: row[0], length: row[1]), default: []].insert(source)
            try db.cachedStatement(sql: "DELETE FROM source WHERE id = ?")
                .execute(arguments: [source])
        }
        for (group, sources) in gone.sorted(by: { $0.key < $1.key }) {
            try removeSignatures(of: sources, in: group)
        }
        for (group, sources) in added.sorted(by: { $0.key < $1.key }) {
            let here = gone[group] ?? []
            try addSignatures(of: sources.filter { !here.contains($0) }[...], in: group)
        }
        touched = []
        added = [:]
    }

    private func removeSignatures(of sources: Set<Int64>, in group: SourceGroup) throws {
        let size = SignatureShape(length: group.length).words * 8
        var rows: [(id: Int64, sources: [UInt8], bits: [UInt8])] = []
        try db.cachedStatement(
            sql: "SELECT id, sources, bits FROM signature WHERE language = ? AND length = ?"
        ).forEachRow([group.language, group.length]) { row in
            guard let id = row.number(0) else { return }
            let isConcerned =
                row.bytes(1) { bytes in
                    (0..<bytes.count / 8).contains { sources.contains(Self.source($0, of: bytes)) }
                } ?? false
            guard isConcerned, let ids = row.blob(1), let bits = row.blob(2) else { return }
            rows.append((id, ids, bits))
        }
        for row in rows {
            var ids: [UInt8] = []
            var bits: [UInt8] = []
            row.sources.withUnsafeBytes { bytes in
                for index in 0..<bytes.count / 8
                where !sources.contains(Self.source(index, of: bytes)) {
                    ids += row.sources[index * 8..<index * 8 + 8]
                    bits += row.bits[index * size..<(index + 1) * size]
                }
            }
            try write(row: row.id, in: group, ids, bits)
        }
    }

    private func addSignatures(of sources: ArraySlice<Int64>, in group: SourceGroup) throws {
        let shape = SignatureShape(length: group.length)
        var rest = sources
        while !rest.isEmpty {
            var row: (id: Int64?, sources: [UInt8], bits: [UInt8]) = (nil, [], [])
            try db.cachedStatement(
                sql: """
                    SELECT id, sources, bits FROM signature
                    WHERE language = ? AND length = ? AND count < ? LIMIT 1
                    """
            ).forEachRow([group.language, group.length, MemorySchema.signaturesInRow]) {
                row = ($0.number(0), $0.blob(1) ?? [], $0.blob(2) ?? [])
            }
            let room = max(1, MemorySchema.signaturesInRow - row.sources.count / 8)
            for source in rest.prefix(room) {
                var scalars: [UInt32] = []
                try db.cachedStatement(sql: "SELECT body FROM source WHERE id = ?")
                    .forEachRow([source]) { found in
                        found.bytes(0) { scalars = Scalars.all(in: $0) }
                    }
                withUnsafeBytes(of: source) { row.sources += $0 }
                TextSignature(scalars, shape: shape).words.withUnsafeBytes { row.bits += $0 }
            }
            rest = rest.dropFirst(room)
            try write(row: row.id, in: group, row.sources, row.bits)
        }
    }

    private func write(
        row id: Int64?, in group: SourceGroup, _ sources: [UInt8], _ bits: [UInt8]
    ) throws {
        if sources.isEmpty {
            try db.cachedStatement(sql: "DELETE FROM signature WHERE id = ?")
                .execute(arguments: [id])
        } else {
            try db.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO signature (id, language, length, count, sources, bits)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """
            ).execute(
                arguments: [
                    id, group.language, group.length, sources.count / 8, sources.blob, bits.blob,
                ])
        }
    }

    /// Returns the id of the source text at an index in a row of signatures.
    static func source(_ index: Int, of bytes: UnsafeRawBufferPointer) -> Int64 {
        bytes.loadUnaligned(fromByteOffset: index * 8, as: Int64.self)
    }
}
