import TestKit
import Testing
import Texts

@testable import Memory

/// The memory finds the same matches as a comparison with all texts.
@Suite struct MemoryStoreTests {
    private static let en = LanguageTag("en")
    private static let words = [
        "sign", "in", "again", "your", "password", "Delete", "delete", "the", "list", "of", "items",
        "please", "OK", "a", "café", "пароль", "密码", "once", "more", "%d",
    ]

    static func sentence(_ random: inout SplitMix64, upTo count: Int = 9) -> String {
        (0..<random.number(in: 1...count)).map { _ in random.pick(words) }.joined(separator: " ")
    }

    private func pair(
        _ source: String, _ target: String, _ locale: String = "de", section: String? = nil,
        key: String? = nil, isReviewed: Bool = false
    ) throws -> MemoryPair {
        MemoryPair(
            source: source, try #require(Self.en), target: target,
            try #require(LanguageTag(locale)), section: section, key: key, isReviewed: isReviewed)
    }

    private func query(
        _ text: String, key: String? = nil, section: String? = nil,
        targets: [String] = ["de"], minimum: Int = 75, limit: Int = 1_000
    ) throws -> MemoryQuery {
        MemoryQuery(
            text: text, sources: [try #require(Self.en)],
            targets: targets.compactMap { LanguageTag($0) }, section: section, key: key,
            minimum: minimum, limit: limit)
    }

    @Test(arguments: 0..<6)
    func aScanFindsWhatAFullScanFinds(seed: Int) throws {
        var random = SplitMix64(seed: seed)
        let store = try MemoryStore()
        var texts: Set<String> = []
        // The texts are added and removed in several transactions.
        for round in 0..<4 {
            try store.write { changes in
                for _ in 0..<200 {
                    var text = Self.sentence(&random)
                    if seed == 5 { text += String(repeating: " " + text, count: 8) }
                    texts.insert(text)
                    try changes.add(pair(text, "→ " + text), from: .string(Int64(round)))
                }
            }
        }
        try store.write { try $0.remove(string: 1) }
        texts = Set(
            try store.contents().filter { $0.hasPrefix("pair") }
                .map { String($0.split(separator: "\t")[1]) })
        for _ in 0..<25 {
            let text = TextDistanceTests.edited(
                random.chance(1, in: 2) ? Self.sentence(&random) : random.pick(texts.sorted()),
                edits: random.number(in: 0...3), &random)
            var percents: [String: Int] = [:]
            for other in texts {
                let longer = max(text.unicodeScalars.count, other.unicodeScalars.count)
                percents[other] = SignatureFilter.percent(
                    distance: TextDistanceTests.plainDistance(text, other), longer: longer)
            }
            for minimum in [50, 75, 100] {
                let found = try store.matches(query(text, minimum: minimum))
                let expected = percents.filter { $0.value >= minimum }
                #expect(
                    Dictionary(uniqueKeysWithValues: found.map { ($0.pair.source, $0.percent) })
                        == expected, "\(text) at \(minimum)")
                #expect(found.map(\.percent) == found.map(\.percent).sorted(by: >))
                let first = try store.matches(query(text, minimum: minimum, limit: 3))
                #expect(first.map(\.percent) == found.prefix(3).map(\.percent))
            }
        }
    }

    @Test func theBestComeFirst() throws {
        let store = try MemoryStore()
        try store.write { changes in
            let file = try changes.begin(file: "old", stamp: "x")
            try changes.add(pair("Sign in", "from a file"), from: .file(file))
            try changes.add(pair("Sign in", "Anmelden", key: "login"), from: .string(1))
            try changes.add(
                pair("Sign in", "reviewed", key: "b", isReviewed: true), from: .string(2))
            try changes.add(pair("Sign in", "other", key: "c"), from: .string(3))
            try changes.add(
                pair("Sign in", "parent", "de-AT", key: "d", isReviewed: true), from: .string(4))
            try changes.add(pair("sign in", "klein", key: "e", isReviewed: true), from: .string(5))
            try changes.add(
                pair("Sign on", "Anmelden", key: "f", isReviewed: true), from: .string(6))
        }
        let found = try store.matches(query("Sign in", key: "login", targets: ["de", "de-AT"]))
        #expect(
            found.map(\.pair.target) == [
                "Anmelden", "reviewed", "other", "from a file", "parent", "klein",
            ])
        #expect(found.map(\.percent) == [101, 100, 100, 100, 100, 85])
        // The same key in another section belongs to another string.
        let apart = try store.matches(query("Sign in", key: "login", section: "s"))
        #expect(apart.first?.percent == 101, "The section of the pair is not known.")
        try store.write { changes in
            try changes.remove(string: 1)
            try changes.add(
                pair("Sign in", "Anmelden", section: "t", key: "login"), from: .string(1))
        }
        #expect(
            try store.matches(query("Sign in", key: "login", section: "s")).first?.percent == 100)
    }

    @Test func shortTextsAndLongOnes() throws {
        let store = try MemoryStore()
        let long = String(repeating: "many words ", count: 500)
        try store.write { changes in
            for text in ["a", "ab", "世", "", long, long + "x"] {
                try changes.add(pair(text, "→" + text), from: .string(1))
            }
        }
        #expect(try store.matches(query("a")).map(\.pair.source) == ["a"])
        #expect(try store.matches(query("b", minimum: 50)).map(\.pair.source) == ["ab"])
        #expect(try store.matches(query("世")).map(\.percent) == [100])
        #expect(try store.matches(query("")).map(\.pair.source) == [""])
        // Texts of more than 4,096 scalars are only found by equality.
        #expect(try store.matches(query(long)).map(\.pair.source) == [long])
        #expect(try store.matches(query("a", targets: ["fr"])).isEmpty)
        #expect(try store.matches(query("a", limit: 0)).isEmpty)
    }

    @Test func removingLeavesNothing() throws {
        let store = try MemoryStore()
        let empty = try store.contents()
        try store.write { changes in
            let file = try changes.begin(file: "f", stamp: "1")
            for index in 0..<700 {
                try changes.add(pair("text \(index % 350)", "→"), from: .string(Int64(index)))
                try changes.add(pair("text \(index)", "←", "fr"), from: .file(file))
            }
            try changes.end(file: file, pairs: 700)
        }
        #expect(try store.contents().count { $0.hasPrefix("signature") } == 700)
        try store.write { try $0.removeStrings() }
        #expect(try store.contents().count == 1_400)
        try store.write { try $0.remove(file: "f") }
        #expect(try store.contents() == empty)
        #expect(try store.files().isEmpty)
    }

    @Test func wordsAreFoundInBothTexts() throws {
        let store = try MemoryStore()
        try store.write { changes in
            try changes.add(pair("Delete the LIST", "Liste löschen"), from: .string(1))
            try changes.add(pair("Save", "Die Liste der Käufe sichern"), from: .string(2))
            try changes.add(pair("List", "Aufzählung"), from: .string(3))
            try changes.add(pair("List", "Liste", "fr"), from: .string(3))
        }
        func sources(_ text: String, _ locale: String?, limit: Int = 10) throws -> [String] {
            try store.search(text, in: locale.flatMap { LanguageTag($0) }, limit: limit)
                .map(\.pair.target)
        }
        #expect(
            try sources("liSt", nil) == [
                "Aufzählung", "Liste", "Liste löschen", "Die Liste der Käufe sichern",
            ])
        #expect(try sources("list", "fr") == ["Liste"])
        #expect(try sources("KÄUFE", "de") == ["Die Liste der Käufe sichern"])
        #expect(try sources("list", nil, limit: 1) == ["Aufzählung"])
        #expect(try sources("nowhere", nil).isEmpty)
        #expect(try sources("", nil).isEmpty)
    }
}
