import Languages
import Testing
import Texts

struct IntegerPluralsTests {
    static let numbers: [UInt64] =
        Array(0...130) + [
            199, 200, 201, 211, 300, 1000, 1001, 20000, 100_000, 1_000_000, 2_000_001,
        ]

    /// ICU parses the same rules with its own parser.
    @Test func agreesWithICUInEveryLanguage() {
        let tags = Set(CLDR.availableTags.map { $0.prefix { $0 != "-" } }.map(String.init))
        for tag in tags.union(["pt-PT", "pt-BR", "zh-Hant-HK", "sr-Latn"]) {
            let plurals = IntegerPlurals(of: tag)
            for number in Self.numbers {
                let expected = PluralRules.category(for: Int(number), in: tag, .cardinal)
                #expect(plurals.category(of: number) == expected, "\(tag) \(number)")
            }
        }
    }

    @Test(arguments: [
        ("en", "n != 1"), ("ja", "0"), ("qaa", "0"), ("no tag", "0"),
        ("hi", "(n == 0 || n == 1) ? 0 : 1"),
        ("fr", "n <= 1 ? 0 : (n != 0 && n % 1000000 == 0) ? 1 : 2"),
        ("cs", "n == 1 ? 0 : (n >= 2 && n <= 4) ? 1 : 2"),
        (
            "pl",
            "n == 1 ? 0 : ((n % 10 >= 2 && n % 10 <= 4) && (n % 100 < 12 || n % 100 > 14)) ? 1 : 2"
        ),
        (
            "ar",
            "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : (n % 100 >= 3 && n % 100 <= 10) ? 3 : "
                + "(n % 100 >= 11 && n % 100 <= 99) ? 4 : 5"
        ),
    ])
    func writesC(tag: String, expression: String) {
        #expect(IntegerPlurals(of: tag).expression == expression)
    }

    @Test func leavesOutWhatOnlyFractionsTake() {
        #expect(IntegerPlurals(of: "ru").forms.map(\.category) == [.one, .few, .many])
        #expect(IntegerPlurals(of: "cs").forms.map(\.category) == [.one, .few, .other])
    }
}
