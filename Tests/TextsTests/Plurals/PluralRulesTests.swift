import Foundation
import Languages
import Testing
import Texts

@Suite("Plural rules")
struct PluralRulesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var tag: String
        var cardinal: [PluralCategory]
        var ordinal: [PluralCategory]
        var examples: [Int: PluralCategory]
        var testDescription: String { tag }
    }

    static let rows: [Row] = {
        guard
            let url = Bundle.module.url(
                forResource: "Fixtures/cldr-plural-categories", withExtension: "tsv"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        let lines = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let numbers = (lines.first ?? []).map { Int($0.dropFirst(2)) }
        func categories(_ list: String) -> [PluralCategory] {
            list.split(separator: ",").compactMap { PluralCategory(rawValue: String($0)) }
        }
        return lines.dropFirst().map { line in
            var examples: [Int: PluralCategory] = [:]
            for (number, name) in zip(numbers, line).dropFirst(3) {
                if let number { examples[number] = PluralCategory(rawValue: name) }
            }
            return Row(
                tag: line[0], cardinal: categories(line[1]), ordinal: categories(line[2]),
                examples: examples)
        }
    }()

    @Test func fixtureIsThere() {
        #expect(Self.rows.count == 42)
        #expect(Self.rows.allSatisfy { $0.examples.count == 9 })
    }

    /// The fixture is CLDR 48's and ICU 72 has CLDR 42: none of these languages changed between
    /// the two, so no tolerance is needed.
    @Test("Categories and choices agree with CLDR's", arguments: rows)
    func agree(row: Row) {
        #expect(PluralRules.categories(of: row.tag, .cardinal) == row.cardinal)
        #expect(PluralRules.categories(of: row.tag, .ordinal) == row.ordinal)
        for (number, category) in row.examples {
            #expect(PluralRules.category(for: number, in: row.tag, .cardinal) == category)
        }
    }

    @Test(
        "Visible fraction digits count",
        arguments: [
            ("1", "en", PluralCategory.one), ("1.0", "en", .other), ("-1", "en", .one),
            ("0.5", "fr", .one), ("1.5", "fr", .one), ("2.0", "fr", .other), ("1.1", "lv", .one),
            ("1.5", "ru", .other), ("1.5", "cs", .many), ("1000000", "fr", .many),
            ("1000000.0", "fr", .other), ("10000000000000000000001", "ru", .one),
        ])
    func decimals(number: String, tag: String, expected: PluralCategory) {
        #expect(PluralRules.category(forDecimal: number, in: tag, .cardinal) == expected)
    }

    @Test(
        "What is no number has no category",
        arguments: ["", "-", ".", "1.", ".5", "1,0", "+1", "1e3", "1.0.0", "٣", "one", " 1", "NaN"])
    func noNumber(text: String) {
        #expect(PluralRules.category(forDecimal: text, in: "en", .cardinal) == nil)
        let long = String(repeating: "1", count: 101)
        #expect(PluralRules.category(forDecimal: long, in: "en", .cardinal) == nil)
    }

    @Test func ordinalsAndUnknownLanguages() {
        #expect(
            [1, 2, 3, 4].map { PluralRules.category(for: $0, in: "en", .ordinal) }
                == [.one, .two, .few, .other])
        #expect(PluralRules.categories(of: "qaa", .cardinal) == [.other])
        #expect(PluralRules.categories(of: "no tag", .cardinal) == [.other])
        #expect(PluralRules.categories(of: "ar-x-own", .cardinal).count == 6)
        #expect(PluralRules.category(for: .min, in: "en", .cardinal) == .other)
        #expect(PluralCategory.allCases.sorted() == PluralCategory.allCases)
    }
}
