import GRDB
import ReadModel
import Texts

extension MemoryStore {
    /// Returns the pairs whose source text or translation contains a text, shortest first.
    ///
    /// The search ignores case. `locale` is the language of the translations; without `locale`, all
    /// languages are searched. Cost: reads all texts; a few hundred thousand take a tenth of a
    /// second.
    func search(
        _ text: String, in locale: LanguageTag?, limit: Int
    ) throws -> [FoundPair] {
        guard let needle = FoldedNeedle(text), limit > 0 else { return [] }
        return try read { db in
            var hits: Set<Hit> = []
            try db.cachedStatement(sql: "SELECT id, length, body FROM source").forEachRow([]) {
                row in
                guard row.bytes(2, needle.isFound) ?? false, let source = row.number(0),
                    let length = row.number(1)
                else { return }
                hits.insert(Hit(length: Int(length), source: source, pair: nil))
            }
            let language = try locale.map { locale in
                try Int64.fetchOne(
                    db.cachedStatement(sql: "SELECT id FROM language WHERE locale = ?"),
                    arguments: [locale.rawValue]) ?? -1
            }
            try db.cachedStatement(sql: "SELECT id, source, target, language FROM pair")
                .forEachRow([]) { row in
                    guard language == nil || row.number(3) == language,
                        let source = row.number(1), let pair = row.number(0)
                    else { return }
                    let length = row.bytes(2) { needle.isFound(in: $0) ? $0.count : nil }
                    guard case .some(.some(let length)) = length else { return }
                    hits.insert(Hit(length: length, source: source, pair: pair))
                }
            var found: [FoundPair] = []
            var seen: Set<Int64> = []
            for hit in hits.sorted() where found.count < limit {
                for pair in try pairs(of: hit, in: language, db)
                where seen.insert(pair.id).inserted && found.count < limit {
                    found.append(pair.found)
                }
            }
            return found
        }
    }

    /// A matching text: a source text, or the translation of a pair.
    private struct Hit: Hashable, Comparable {
        let length: Int
        let source: Int64
        let pair: Int64?

        static func < (a: Hit, b: Hit) -> Bool {
            (a.length, a.source, a.pair ?? 0) < (b.length, b.source, b.pair ?? 0)
        }
    }

    private func pairs(
        of hit: Hit, in language: Int64?, _ db: Database
    ) throws -> [(id: Int64, found: FoundPair)] {
        var pairs: [(id: Int64, found: FoundPair)] = []
        try db.cachedStatement(
            sql: """
                SELECT p.id, s.body, l.locale, p.target, t.locale, p.section, p.key, p.is_reviewed, o.name
                FROM pair p JOIN source s ON s.id = p.source JOIN language l ON l.id = s.language
                JOIN language t ON t.id = p.language LEFT JOIN origin o ON o.id = p.origin
                WHERE p.source = :source AND (:pair IS NULL OR p.id = :pair)
                  AND (:language IS NULL OR p.language = :language)
                ORDER BY t.locale, p.origin IS NOT NULL, NOT p.is_reviewed, p.section, p.key, p.id
                """
        ).forEachRow(["source": hit.source, "pair": hit.pair, "language": language]) { row in
            guard let id = row.number(0), let source = row.text(2).flatMap({ LanguageTag($0) }),
                let target = row.text(4).flatMap({ LanguageTag($0) })
            else { return }
            pairs.append(
                (
                    id,
                    FoundPair(
                        percent: 0, language: 0, file: row.text(8),
                        pair: MemoryPair(
                            source: row.text(1) ?? "", source, target: row.text(3) ?? "", target,
                            section: row.text(5), key: row.text(6), isReviewed: row.flag(7)))
                ))
        }
        return pairs
    }
}

/// A text to search for in UTF-8, ignoring case.
struct FoldedNeedle: Sendable {
    private let scalars: [UInt32]

    /// The number of scalars in the table of lower-case forms.
    ///
    /// Few scripts beyond this range have upper and lower case.
    private static let tableSize: UInt32 = 0x2000
    private static let lower: [UInt32] = (0..<tableSize).map { value in
        // If the lower-case form has several scalars, the scalar stays unchanged.
        guard let scalar = Unicode.Scalar(value) else { return value }
        let mapped = scalar.properties.lowercaseMapping.unicodeScalars
        return mapped.count == 1 ? mapped.first?.value ?? value : value
    }

    /// Creates the search text, or returns `nil` if it is empty.
    init?(_ text: String) {
        scalars = text.unicodeScalars.map { Self.fold($0.value) }
        if scalars.isEmpty { return nil }
    }

    private static func fold(_ scalar: UInt32) -> UInt32 {
        scalar < tableSize ? lower[Int(scalar)] : scalar
    }

    /// Returns true if another text, which must be well-formed UTF-8, contains this text.
    func isFound(in text: UnsafeRawBufferPointer) -> Bool {
        Self.lower.withUnsafeBufferPointer { lower in
            scalars.withUnsafeBufferPointer { needle in
                let first = needle[0]
                var decoder = Scalars(text)
                while let scalar = decoder.next() {
                    guard (scalar < Self.tableSize ? lower[Int(scalar)] : scalar) == first else {
                        continue
                    }
                    var rest = decoder
                    var index = 1
                    while index < needle.count, let next = rest.next(),
                        (next < Self.tableSize ? lower[Int(next)] : next) == needle[index]
                    { index += 1 }
                    if index == needle.count { return true }
                }
                return false
            }
        }
    }
}
