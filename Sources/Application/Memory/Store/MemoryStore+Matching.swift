import GRDB
import ReadModel
import Texts

extension MemoryStore {
    /// The maximum work of one lookup.
    ///
    /// The unit is one comparison of a 64-scalar word. Reading a text costs ``workOfRow``.
    ///
    /// The limit stops lookups with a low minimum in a large memory, and lookups among thousands of
    /// long similar texts, after about a second. A lookup at 75% among a million texts needs about
    /// 2% of the limit.
    static let mostWork = 200_000_000
    /// The cost of reading a text, in the unit of ``mostWork``.
    static let workOfRow = 1_000

    /// Returns the best translations of similar texts, best first, without duplicate translations.
    ///
    /// Equal texts are found by their hash, and others by their signatures. All texts that are
    /// similar enough are found, with two exceptions. Texts with more than
    /// ``SignatureShape/longest`` scalars are found only if they are equal. If the search reaches
    /// ``mostWork``, only the texts with the most similar signatures have been compared. Cost:
    /// reads the signatures of all source texts of similar lengths.
    package func matches(_ query: MemoryQuery) throws -> [FoundPair] {
        guard query.limit > 0, (1...100).contains(query.minimum) else { return [] }
        return try read { db in
            let numbers = try Self.numbers(in: db)
            let sources = query.sources.compactMap { numbers[$0] }
            let targets = query.targets.enumerated().compactMap { place, tag in
                numbers[tag].map { (place: place, tag: tag, number: $0) }
            }
            guard !sources.isEmpty, !targets.isEmpty else { return [] }
            let search = PairSearch(db, query, targets)
            let equal = try sources.flatMap { try Self.equal(to: query.text, in: $0, db) }
            for source in equal { try search.add(source, percent: 100) }
            guard query.minimum < 100, search.count < query.limit else { return search.ranked }
            let near = NearTexts(db, query)
            for source in sources { try near.look(in: source, except: Set(equal)) }
            for percent in stride(from: 99, through: query.minimum, by: -1) {
                for source in try near.texts(of: percent) {
                    try search.add(source, percent: percent)
                }
                if search.count >= query.limit { break }
            }
            return search.ranked
        }
    }

    private static func numbers(in db: Database) throws -> [LanguageTag: Int64] {
        var numbers: [LanguageTag: Int64] = [:]
        try db.cachedStatement(sql: "SELECT id, locale FROM language").forEachRow([]) { row in
            guard let tag = row.text(1).flatMap({ LanguageTag($0) }) else { return }
            numbers[tag] = row.number(0)
        }
        return numbers
    }

    private static func equal(
        to text: String, in language: Int64, _ db: Database
    ) throws -> [Int64] {
        var found: [Int64] = []
        try db.cachedStatement(sql: "SELECT id, body FROM source WHERE language = ? AND hash = ?")
            .forEachRow([language, MemoryChanges.hash(text)]) { row in
                guard row.bytes(1, { $0.elementsEqual(text.utf8) }) ?? false,
                    let id = row.number(0)
                else { return }
                found.append(id)
            }
        return found
    }
}

/// Source texts similar to a text, ordered by similarity.
private final class NearTexts {
    private let db: Database
    private let minimum: Int
    private let distance: TextDistance
    private var filter: SignatureFilter
    /// The candidates, grouped by the highest percentage that they can reach.
    private var candidates: [[(source: Int64, length: Int)]]
    /// The compared texts, grouped by their percentage.
    private var compared: [[Int64]]
    private var workLeft = MemoryStore.mostWork

    init(_ db: Database, _ query: MemoryQuery) {
        self.db = db
        minimum = query.minimum
        distance = TextDistance(query.text)
        filter = SignatureFilter(
            query.text.unicodeScalars.map(\.value), minimum: query.minimum)
        candidates = Array(repeating: [], count: 101)
        compared = Array(repeating: [], count: 101)
    }

    /// Adds the candidates in a language.
    func look(in language: Int64, except known: Set<Int64>) throws {
        guard let lengths = filter.lengths else { return }
        try db.cachedStatement(
            sql: """
                SELECT length, sources, bits FROM signature
                WHERE language = ? AND length BETWEEN ? AND ?
                """
        ).forEachRow([language, lengths.lowerBound, lengths.upperBound]) { row in
            let length = Int(row.number(0) ?? 0)
            row.bytes(1) { sources in
                _ = row.bytes(2) { bits in
                    filter.forEachCandidate(length: length, bits) { index, percent in
                        let source = MemoryChanges.source(index, of: sources)
                        guard !known.contains(source) else { return }
                        candidates[percent].append((source, length))
                    }
                }
            }
        }
    }

    /// Returns the texts with exactly this percentage; calls must use descending percentages.
    ///
    /// A text is compared only if no candidate is left that could reach a higher percentage.
    func texts(of percent: Int) throws -> [Int64] {
        // Candidates at 100 percent are not equal, because equal texts are already known.
        for possible in stride(from: 100, through: percent, by: -1) {
            for candidate in candidates[possible] { try compare(candidate) }
            candidates[possible] = []
        }
        return compared[percent]
    }

    private func compare(_ candidate: (source: Int64, length: Int)) throws {
        workLeft -= distance.work(for: candidate.length) + MemoryStore.workOfRow
        guard workLeft > 0 else { return }
        let longer = max(candidate.length, distance.count)
        let limit = SignatureFilter.limit(longer, minimum: minimum)
        try db.cachedStatement(sql: "SELECT body FROM source WHERE id = ?")
            .forEachRow([candidate.source]) { row in
                let edits = row.bytes(0) {
                    distance.distance(to: $0, length: candidate.length, limit: limit)
                }
                guard case .some(.some(let edits)) = edits else { return }
                compared[SignatureFilter.percent(distance: edits, longer: longer)]
                    .append(candidate.source)
            }
    }
}

/// The pairs of similar source texts, limited to the best pair for each translation.
private final class PairSearch {
    private let db: Database
    private let query: MemoryQuery
    private let targets: [(place: Int, tag: LanguageTag, number: Int64)]
    private var best: [StoredBytes: FoundPair] = [:]
    private var tags: [Int64: LanguageTag] = [:]

    /// A text that is compared by its bytes, because `String` compares by canonical equivalence.
    private struct StoredBytes: Hashable {
        let bytes: [UInt8]
    }

    init(
        _ db: Database, _ query: MemoryQuery,
        _ targets: [(place: Int, tag: LanguageTag, number: Int64)]
    ) {
        self.db = db
        self.query = query
        self.targets = targets
    }

    /// The number of different translations.
    var count: Int { best.count }

    /// The best pairs, up to the limit.
    var ranked: [FoundPair] {
        Array(best.values.sorted { $0.precedes($1) }.prefix(query.limit))
    }

    func add(_ source: Int64, percent: Int) throws {
        for target in targets {
            try db.cachedStatement(
                sql: """
                    SELECT s.body, s.language, p.target, p.section, p.key, p.is_reviewed, o.name
                    FROM pair p JOIN source s ON s.id = p.source LEFT JOIN origin o ON o.id = p.origin
                    WHERE p.source = ? AND p.language = ?
                    """
            ).forEachRow([source, target.number]) { row in
                guard let text = row.blob(2), let language = try tag(of: row.number(1)) else {
                    return
                }
                let pair = MemoryPair(
                    source: row.text(0) ?? "", language,
                    target: String(decoding: text, as: UTF8.self), target.tag,
                    section: row.text(3), key: row.text(4), isReviewed: row.flag(5))
                let found = FoundPair(
                    percent: percent == 100 && isSameString(pair)
                        ? FoundPair.contextPercent : percent,
                    language: target.place, file: row.text(6), pair: pair)
                let key = StoredBytes(bytes: text)
                if let known = best[key], !found.precedes(known) { return }
                best[key] = found
            }
        }
    }

    /// Returns true if a pair's string has the requested key.
    ///
    /// If both sections are known, they must be equal too.
    private func isSameString(_ pair: MemoryPair) -> Bool {
        guard let key = query.key, let other = pair.key, key.utf8.elementsEqual(other.utf8) else {
            return false
        }
        guard let section = query.section, let other = pair.section else { return true }
        return section.utf8.elementsEqual(other.utf8)
    }

    private func tag(of number: Int64?) throws -> LanguageTag? {
        guard let number else { return nil }
        if let known = tags[number] { return known }
        let tag = try String.fetchOne(
            db.cachedStatement(sql: "SELECT locale FROM language WHERE id = ?"),
            arguments: [number]
        ).flatMap { LanguageTag($0) }
        tags[number] = tag
        return tag
    }
}
