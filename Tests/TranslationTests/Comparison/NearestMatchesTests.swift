import TestKit
import Testing

@testable import Translation

struct NearestMatchesTests {
    private let keys = [
        "login.title", "login.button", "logout.title", "settings.title", "settings", "Save",
        "cancel",
    ]

    @Test(arguments: [
        ("login.titel", ["login.title", "logout.title"]), ("save", ["Save"]),
        ("cancle", ["cancel"]),
        ("setings", ["settings"]), ("login", ["login.title", "login.button"]),
        ("button", ["login.button"]), ("zzz", []), ("", []), ("x", []),
        ("SETTINGS", ["settings", "settings.title"]),
        ("title", ["login.title", "logout.title", "settings.title"]),
    ])
    func table(word: String, expected: [String]) {
        #expect(NearestMatches.of(word, among: keys) == expected)
    }

    @Test func limits() {
        #expect(NearestMatches.of("title", among: keys, limit: 1) == ["login.title"])
        #expect(NearestMatches.of("title", among: keys, limit: 0) == [])
        #expect(NearestMatches.of("save", among: ["Save", "Save"]) == ["Save"])
        #expect(NearestMatches.of("save", among: ["SAVE", "save"]) == ["save", "SAVE"])
    }

    @Test(arguments: [
        ("ar", []), ("FR", ["fr", "fr-CA"]), ("fra", ["fr"]), ("f", ["fr"]), ("di", ["de"]),
    ])
    func shortWords(word: String, expected: [String]) {
        #expect(NearestMatches.of(word, among: ["fr", "fr-CA", "de", "en"]) == expected)
    }

    @Test(arguments: 0..<100)
    func orderOfCandidatesDoesNotMatter(seed: Int) {
        var random = TextGenerator(state: UInt64(seed))
        let words = (0..<60).map { _ in Self.word(&random) }
        let word = Self.word(&random)
        let matches = NearestMatches.of(word, among: words)
        #expect(NearestMatches.of(word, among: words.shuffled(using: &random)) == matches)
        #expect(matches.allSatisfy { words.contains($0) })
    }

    @Test(arguments: 0..<200)
    func bandedDistanceIsTheWholeOne(seed: Int) {
        var random = TextGenerator(state: UInt64(seed))
        let a = Self.word(&random).unicodeScalars.map(\.value)
        let b = Self.word(&random).unicodeScalars.map(\.value)
        let whole = Self.distance(a, b)
        for bound in 0...8 {
            #expect(EditDistance.between(a, b, bound: bound) == (whole <= bound ? whole : nil))
        }
    }

    @Test func manyCandidates() {
        let many = (0..<10_000).map { "section\($0 % 100).key\($0)" }
        #expect(NearestMatches.of("section7.kye4007", among: many).first == "section7.key4007")
    }

    private static func word(_ random: inout TextGenerator) -> String {
        String(
            (0..<Int.random(in: 1...9, using: &random)).map { _ in
                "abcA".randomElement(using: &random) ?? "a"
            })
    }

    /// Computes the distance with the textbook's table.
    private static func distance(_ a: [UInt32], _ b: [UInt32]) -> Int {
        var d = Array(repeating: Array(0...b.count), count: a.count + 1)
        for i in 0..<a.count {
            d[i + 1][0] = i + 1
            for j in 0..<b.count {
                var cost = min(d[i][j + 1] + 1, d[i + 1][j] + 1, d[i][j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, d[i - 1][j - 1] + 1)
                }
                d[i + 1][j + 1] = cost
            }
        }
        return d[a.count][b.count]
    }
}
