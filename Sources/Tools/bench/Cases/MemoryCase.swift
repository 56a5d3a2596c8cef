import Memory
import ReadModel
import Texts
import Translation

/// Searching a translation memory for similar texts, compared with a scan of all texts.
struct MemoryCase: BenchmarkCase {
    static let name = "memory"
    static let summary =
        "200 look-ups at 75 % in a memory of 1,000,000 pairs, beside a scan of all texts"

    private static let queries = 200
    /// A scan of all texts takes as long as a hundred look-ups.
    private static let scans = 5
    private static let minimum = 75

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws -> Findings {
        var random = SeededRandom(seed: 11)
        let sentences = Sentences(&random)
        let texts = (0..<bench.options.events).map { _ in sentences.next(&random) }
        let store = try self.store(of: texts)
        let queries = (0..<Self.queries).map { index in
            index % 4 == 0
                ? sentences.next(&random)
                : sentences.edited(texts[random.below(texts.count)], &random)
        }
        _ = try queries.prefix(10).map { try store.matches(query($0)) }
        let seconds = try queries.map { text in
            try Turns.seconds { _ = try store.matches(query(text)) }
        }.sorted()
        var findings = Findings()
        findings.rounds = 1
        findings.seconds["look-up"] = seconds[seconds.count / 2]
        findings.measures["p50Milliseconds"] = seconds[seconds.count / 2] * 1000
        findings.measures["p95Milliseconds"] = seconds[seconds.count * 95 / 100] * 1000
        try addScans(of: texts, queries, in: store, to: &findings)
        return findings
    }

    /// Compares the matches with the results of scanning all texts.
    private func addScans(
        of texts: [String], _ queries: [String], in store: MemoryStore, to findings: inout Findings
    ) throws {
        var wanted = 0
        var found = 0
        var seconds: [Double] = []
        for text in queries.prefix(Self.scans) {
            var near: Set<String> = []
            seconds.append(
                Turns.seconds {
                    let distance = TextDistance(text)
                    for other in texts {
                        let length = other.utf8.count
                        let limit = max(length, distance.count) * (100 - Self.minimum) / 100
                        let edits = Array(other.utf8).withUnsafeBytes {
                            distance.distance(to: $0, length: length, limit: limit)
                        }
                        if edits != nil { near.insert(other) }
                    }
                })
            let all = try store.matches(query(text, limit: texts.count)).map(\.pair.source)
            wanted += near.count
            found += near.intersection(all).count
        }
        findings.seconds["scan"] = Turns.median(seconds)
        findings.measures["foundOfScan"] = wanted == 0 ? 1 : Double(found) / Double(wanted)
    }

    private func query(_ text: String, limit: Int = 5) -> MemoryQuery {
        MemoryQuery(
            text: text, sources: Self.source, targets: Self.target, section: nil, key: nil,
            minimum: Self.minimum, limit: limit)
    }

    private static let source = ["en"].compactMap { LanguageTag($0) }
    private static let target = ["de"].compactMap { LanguageTag($0) }

    private func store(of texts: [String]) throws -> MemoryStore {
        let path = bench.scratch.path + "/memory.sqlite"
        guard let source = Self.source.first, let target = Self.target.first else {
            throw RecipeFailure(reason: "English is missing")
        }
        let projection = try Projection.open(
            at: path, project: Project(id: "01JD0000000000000000000000", source: source))
        let store = try MemoryStore(beside: projection)
        try store.write { changes in
            for (number, text) in texts.enumerated() {
                try changes.add(
                    MemoryPair(
                        source: text, source, target: "→ " + text, target, section: "default",
                        key: "\(number)", isReviewed: false), from: .string(Int64(number)))
            }
        }
        return store
    }
}

/// Sentences of one to fourteen words, with few frequent words and many rare ones.
private struct Sentences {
    private let words: [String]

    init(_ random: inout SeededRandom) {
        let letters = Array("eeeaaoiutnsrlhdcmpgfbywk")
        words = (0..<20_000).map { _ in
            String((0..<2 + random.below(9)).map { _ in letters[random.below(letters.count)] })
        }
    }

    func next(_ random: inout SeededRandom) -> String {
        (0..<1 + random.below(14)).map { _ in word(&random) }.joined(separator: " ")
    }

    /// Returns the sentence with about one word in eight replaced, added or removed.
    func edited(_ text: String, _ random: inout SeededRandom) -> String {
        var parts = text.split(separator: " ").map(String.init)
        for _ in 0..<1 + parts.count / 8 {
            let place = random.below(parts.count)
            switch random.below(3) {
            case 0: parts[place] = word(&random)
            case 1: parts.insert(word(&random), at: place)
            default: if parts.count > 1 { parts.remove(at: place) }
            }
        }
        return parts.joined(separator: " ")
    }

    /// Returns a word; words at the start of the list are frequent, about as in real texts.
    private func word(_ random: inout SeededRandom) -> String {
        var bound = words.count
        for _ in 0..<3 { bound = max(1, random.below(bound) + 1) }
        return words[bound - 1]
    }
}
