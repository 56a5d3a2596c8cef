import GRDB
package import Languages
package import Texts
import Translation

/// An index of the searchable texts of a project, in a file beside the read model.
///
/// For each text, string and remark, FTS5 stores the groups of three characters that occur in it,
/// without their positions. A search in the index yields the strings that may contain a phrase;
/// ``ReadModel/searchHits(_:in:section:strings:limit:)`` compares them. The index may therefore
/// contain more than the texts, such as previous texts, but never less: changes that it lacks are
/// read from the read model.
package final class SearchIndex: Sendable {
    private let database: SideDatabase

    /// Calls a closure with the read model at its newest state.
    package typealias Reading = ((ReadModel) throws -> Void) throws -> Void

    /// The number of subjects below which a search without an index is fast enough.
    package static let smallest: Int64 = 20_000
    /// The number of texts to read in one transaction of the read model.
    private static let textsAtATime = 10_000
    /// The memory in bytes that FTS5 collects before it writes a segment of the index.
    private static let hashSize = 48 << 20

    /// Opens or creates the index beside a projection's file.
    ///
    /// Returns `nil` if the projection is in memory. Throws a ``ReadModel/Failure`` if the file
    /// cannot be written.
    package init?(beside projection: Projection) throws {
        guard projection.path != nil else { return nil }
        database = try SideDatabase(beside: projection, Self.tables)
    }

    /// Opens or creates the index beside a reader's read model.
    package init(beside reader: ReadModelReader) throws {
        database = try SideDatabase(beside: reader, Self.tables)
    }

    private static let tables = SideDatabase.Tables(
        suffix: "-search", version: "1",
        sql: """
            CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
            CREATE TABLE language (id INTEGER PRIMARY KEY, locale TEXT NOT NULL UNIQUE);
            CREATE VIRTUAL TABLE gram USING fts5(
              text, content='', columnsize=0, detail=none, tokenize='\(GramTokenizer.name)', prefix='1 2'
            );
            INSERT INTO gram (gram, rank) VALUES ('hashsize', \(hashSize));
            """
    ) { $0.add(tokenizer: GramTokenizer.self) }

    /// Whether the file is still the one that was opened; anyone may delete it at any time.
    package var isInPlace: Bool { database.isInPlace }

    /// Removes the file after damage was found in it.
    package func removeFile() { database.removeFile() }

    // MARK: Searching

    /// The strings that may contain a phrase in one language.
    package struct Candidates: Sendable {
        /// The numbers of the strings, in ascending order.
        package fileprivate(set) var strings: [Int64]
        /// True if there are more strings than the limit.
        package let hasMore: Bool
    }

    /// Returns the strings whose texts in each language may contain a phrase.
    ///
    /// The source language's texts include keys and the comments of strings. Returns `nil` if the
    /// index is incomplete or unreadable, or belongs to another generation of the read model, and
    /// omits languages that are not in the index. Removes a damaged file. Cost: a few milliseconds,
    /// and proportional to the results.
    package func candidates(
        for phrase: SearchPhrase, in locales: [LanguageTag], limit: Int, model: ReadModel
    ) throws -> [LanguageTag: Candidates]? {
        guard let query = SearchGrams(phrase.bytes).query,
            let (mark, candidates) = try read(
                model, { try Self.candidates(query, Set(locales), limit, $0) }),
            let changed = try model.changedTexts(after: mark)
        else { return nil }
        return candidates.reduce(into: [:]) { result, found in
            var candidates = found.value
            if let changed = changed[found.key] {
                candidates.strings = Set(candidates.strings).union(changed).sorted()
            }
            result[found.key] = candidates
        }
    }

    /// Returns true if searches in a state of the read model can use the index.
    package func isUsable(in model: ReadModel) throws -> Bool {
        guard let (mark, _) = try read(model, { _ in () }) else { return false }
        return try model.knows(mark)
    }

    /// Reads the index, together with the last change that it contains.
    ///
    /// Returns `nil` if the index is incomplete or unreadable, or belongs to another generation of
    /// the read model. Removes a damaged file.
    private func read<Result>(
        _ model: ReadModel, _ body: (Database) throws -> Result
    ) throws -> (ChangeMark, Result)? {
        let generation = try model.generation
        do {
            return try database.read { db in
                guard let mark = try Self.mark(in: generation, db) else { return nil }
                return (mark, try body(db))
            }
        } catch let failure as ReadModel.Failure {
            // Searches work without an index, and the next update creates it again.
            if failure.kind == .damage { removeFile() }
            return nil
        }
    }

    private static func candidates(
        _ query: String, _ locales: Set<LanguageTag>, _ limit: Int, _ db: Database
    ) throws -> [LanguageTag: Candidates] {
        var numbers: [(number: Int64, locale: LanguageTag)] = []
        try db.cachedStatement(sql: "SELECT id, locale FROM language ORDER BY id").forEachRow([]) {
            guard let number = $0.number(0), let locale = $0.text(1).flatMap({ LanguageTag($0) }),
                locales.contains(locale)
            else { return }
            numbers.append((number, locale))
        }
        // Most searches find little, and one query then suffices for all languages.
        let first = try db.cachedStatement(
            sql: "SELECT rowid FROM gram WHERE gram MATCH ? ORDER BY rowid LIMIT ?")
        var rows: [Int64] = []
        try first.forEachRow([query, limit + 1]) { rows.append($0.number(0) ?? 0) }
        if rows.count <= limit {
            let byLanguage = Dictionary(grouping: rows) { $0 >> shift }
            return numbers.reduce(into: [:]) { result, language in
                let strings = (byLanguage[language.number] ?? []).map { $0 & mask }
                result[language.locale] = Candidates(strings: strings, hasMore: false)
            }
        }
        let each = try db.cachedStatement(
            sql: """
                SELECT rowid FROM gram WHERE gram MATCH ? AND rowid BETWEEN ? AND ?
                ORDER BY rowid LIMIT ?
                """)
        return try numbers.reduce(into: [:]) { result, language in
            let start = language.number << shift
            var strings: [Int64] = []
            try each.forEachRow([query, start, start + mask, limit + 1]) {
                strings.append((($0.number(0) ?? 0) & mask))
            }
            result[language.locale] = Candidates(
                strings: Array(strings.prefix(limit)), hasMore: strings.count > limit)
        }
    }

    /// The row number of a document is the number of its language, shifted, and of its string.
    private static let shift: Int64 = 40
    private static let mask: Int64 = 1 << shift - 1

    // MARK: Updating

    /// Updates the index to the newest state.
    ///
    /// Returns false and does nothing if another process is updating the index. Also does nothing
    /// if the project has fewer than `smallest` subjects. `read` may be called often, in short
    /// transactions. Throws a ``ReadModel/Failure``. Cost: proportional to the changed texts; to all
    /// texts if the read model was rebuilt, or if many changes are missing.
    @discardableResult
    package func catchUp(
        smallest: Int64 = SearchIndex.smallest, progress: (_ done: Int, _ total: Int) -> Void,
        with read: @escaping Reading
    ) throws -> Bool {
        do {
            guard try needsUpdate(smallest, read) else { return true }
            do {
                try update(progress, read)
            } catch is OtherGeneration {
                try update(progress, read)
            }
            return true
        } catch let failure as ReadModel.Failure where failure.kind == .busy {
            return false
        } catch let failure as ReadModel.Failure where failure.kind == .damage {
            removeFile()
            throw failure
        }
    }

    /// The error thrown when the read model's tables were rebuilt meanwhile.
    private struct OtherGeneration: Error {}

    private func needsUpdate(_ smallest: Int64, _ read: Reading) throws -> Bool {
        var needsUpdate = false
        try read { model in
            guard try model.lastSubject >= smallest else { return }
            let state = try database.read { db in
                (try Self.mark(in: model.generation, db), try Self.locales(db))
            }
            needsUpdate =
                try state.0 != model.lastChange
                || !state.1.isSuperset(of: [model.project.source] + model.localeTags())
        }
        return needsUpdate
    }

    private func update(_ progress: (Int, Int) -> Void, _ read: @escaping Reading) throws {
        try database.write { db in
            var generation: String?
            func readSame(_ body: (ReadModel) throws -> Void) throws {
                try read { model in
                    let now = try model.generation
                    guard generation == nil || now == generation else { throw OtherGeneration() }
                    generation = now
                    try body(model)
                }
            }
            let insertion = RowStatement(db, "INSERT INTO gram (rowid, text) VALUES (?, ?)")
            var mark = ChangeMark.start
            var locales: [LanguageTag] = []
            try readSame { model in
                mark = try model.lastChange
                locales = try [model.project.source] + model.localeTags()
                let known = try Self.mark(in: try model.generation, db)
                let changed = try known.flatMap { try model.changedTexts(after: $0) }
                // Previous texts stay in the index, so it is created again when it has many.
                let previous = try Self.number("previous", db) ?? 0
                guard let changed, try previous < model.lastSubject / 2 else {
                    return try Self.empty(db)
                }
                let indexed = try Self.locales(db)
                var count: Int64 = 0
                for locale in changed.keys.sorted(by: { $0.rawValue < $1.rawValue })
                where indexed.contains(locale) {
                    let number = try Self.number(of: locale, db)
                    for string in changed[locale] ?? [] {
                        for document in try model.searchDocuments(
                            in: locale, after: string - 1, through: string, limit: 1)
                        {
                            try Self.add(document, number, insertion)
                        }
                        count += 1
                    }
                }
                try Self.set("previous", previous + count, db)
            }
            let indexed = try Self.locales(db)
            let missing = locales.filter { !indexed.contains($0) }
            for (index, locale) in missing.enumerated() {
                progress(index, missing.count)
                let number = try Self.number(of: locale, db)
                var after: Int64? = 0
                while let start = after {
                    try readSame { model in
                        let documents = try model.searchDocuments(
                            in: locale, after: start, through: .max, limit: Self.textsAtATime)
                        for document in documents { try Self.add(document, number, insertion) }
                        after = documents.last?.string
                    }
                }
            }
            if let generation { try SideDatabase.setGeneration(generation, db) }
            try Self.set("mark", mark.number, db)
            try Self.set("batch", mark.batch, db)
        }
    }

    private static func add(
        _ document: SearchDocument, _ language: Int64, _ insertion: RowStatement
    ) throws {
        guard !document.bytes.isEmpty else { return }
        try insertion.execute {
            $0.add(language << shift | document.string)
            $0.add(text: String(decoding: document.bytes, as: UTF8.self))
        }
    }

    private static func empty(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO gram (gram) VALUES ('delete-all');
                DELETE FROM language; DELETE FROM meta WHERE name <> 'version'
                """)
    }

    /// Returns the last change in the index, or `nil` if the index is incomplete.
    private static func mark(in generation: String, _ db: Database) throws -> ChangeMark? {
        let stored = try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE name = 'generation'"))
        guard stored == generation, let change = try number("mark", db),
            let batch = try number("batch", db)
        else { return nil }
        return ChangeMark(number: change, batch: batch)
    }

    private static func number(_ name: String, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE name = ?"), arguments: [name])
    }

    private static func set(_ name: String, _ value: Int64, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)")
            .execute(arguments: [name, value])
    }

    private static func locales(_ db: Database) throws -> Set<LanguageTag> {
        Set(
            try String.fetchAll(db.cachedStatement(sql: "SELECT locale FROM language"))
                .compactMap { LanguageTag($0) })
    }

    private static func number(of locale: LanguageTag, _ db: Database) throws -> Int64 {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO language (locale) VALUES (?)")
            .execute(arguments: [locale.rawValue])
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM language WHERE locale = ?"),
            arguments: [locale.rawValue]) ?? 0
    }
}
