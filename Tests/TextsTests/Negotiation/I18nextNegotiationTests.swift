import Foundation
import TestKit
import Testing
import Texts

/// Recorded results of i18next.
@Suite("i18next's languages")
struct I18nextNegotiationTests {
    static let hierarchies = FixtureTable.rows("i18next-resolve-hierarchy", in: .module)
    static let matches = FixtureTable.rows("i18next-best-match", in: .module)

    @Test func fixturesAreThere() {
        #expect(Self.hierarchies.count >= 25)
        #expect(Self.matches.count >= 9)
    }

    @Test("Hierarchies are i18next's", arguments: hierarchies)
    func hierarchy(row: [String]) throws {
        let rules = try Self.rules(row[0])
        let fallback = row[2].isEmpty ? nil : try Self.fallback(Self.json(row[2]))
        #expect(
            rules.hierarchy(for: row[1], fallback: fallback) == (try Self.json(row[3]) as? [String])
        )
    }

    @Test("Best matches are i18next's", arguments: matches)
    func bestMatch(row: [String]) throws {
        let codes = try #require(try Self.json(row[1]) as? [String])
        #expect(try Self.rules(row[0]).bestMatch(codes)?.tag == row[2])
    }

    @Test("Options go together")
    func options() {
        var rules = I18nextNegotiation(
            fallback: .list(["en"]), load: .languageOnly, supported: ["de", "en"])
        #expect(rules.hierarchy(for: "de-CH") == ["de", "en"])
        #expect(rules.hierarchy(for: "fr-CH") == ["en"])
        rules = I18nextNegotiation(fallback: .list(["en"]), supported: ["de", "en"])
        rules.supportsVariants = true
        #expect(rules.hierarchy(for: "de-CH") == ["de-CH", "de", "en"])
        #expect(rules.bestMatch(["fr", "de-AT"])?.tag == "de-AT")
        rules = I18nextNegotiation(fallback: .none)
        rules.usesLowerCase = true
        #expect(rules.hierarchy(for: "zh-Hant-HK") == ["zh-hant-hk", "zh-hant", "zh"])
        #expect(rules.bestMatch([]) == nil)
        #expect(I18nextNegotiation().hierarchy(for: "fr") == ["fr", "dev"])
        let asked = I18nextNegotiation(
            fallback: .function { code in .list(code == "fr-CA" ? ["fr-FR", "en"] : ["dev"]) })
        #expect(asked.hierarchy(for: "fr-CA") == ["fr-CA", "fr", "fr-FR", "en"])
        #expect(asked.hierarchy(for: "de") == ["de", "dev"])
        let mapped = I18nextNegotiation(
            fallback: .function { _ in .map(["default": ["a"], "fr": ["b"]]) })
        #expect(mapped.hierarchy(for: "fr-CA") == ["fr-CA", "fr", "b"])
    }

    @Test("The reasons are said")
    func reasons() {
        let found = I18nextNegotiation(fallback: .list(["en"])).negotiate("zh-Hant-MO").languages
        #expect(found.map(\.match) == [.exact, .parent, .parent, .fallback])
        #expect(found.map(\.requested) == ["zh-Hant-MO", "zh-Hant-MO", "zh-Hant-MO", nil])
    }

    /// Recorded results of `Intl.getCanonicalLocales` in Node 20.
    @Test(
        "Codes are as JavaScript has them",
        arguments: [
            ("sh-RS", "sr-Latn-RS"), ("tl-PH", "fil-PH"), ("iw-IL", "he-IL"), ("cmn-CN", "zh-CN"),
            ("zh-tw", "zh-TW"), ("sr-YU", "sr-RS"), ("hy-SU", "hy-AM"), ("EN-us", "en-US"),
            ("no-NO", "no-NO"), ("de-x-Formal", "de-x-formal"),
            ("en-u-nu-latn-ca-roc", "en-u-ca-roc-nu-latn"),
            ("user-id", "user-id"), ("de_CH", "de_CH"), ("und-SU", "und-RU"), ("mo-MD", "ro-MD"),
            ("sgn-BR", "bzs"), ("x-y", "x-y"), ("en-a", "en-a"), ("hy-arevmda", "hyw"),
            ("fr-FX", "fr-FR"), ("nb-NO", "nb-NO"), ("ca-ES-VALENCIA", "ca-ES-valencia"),
        ])
    func canonical(code: String, expected: String) {
        let rules = I18nextNegotiation(fallback: .none, load: .currentOnly)
        #expect(rules.hierarchy(for: code) == [expected])
    }

    // MARK: Reading the fixtures

    private static func json(_ text: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    private static func fallback(_ json: Any?) -> I18nextNegotiation.Fallback {
        switch json {
        case let code as String: .list([code])
        case let codes as [String]: .list(codes)
        case let map as [String: [String]]: .map(map)
        default: .none
        }
    }

    private static func rules(_ text: String) throws -> I18nextNegotiation {
        let options = try #require(try json(text) as? [String: Any])
        var rules = I18nextNegotiation(
            fallback: fallback(options["fallbackLng"]),
            load: (options["load"] as? String).flatMap(I18nextNegotiation.Load.init) ?? .all,
            supported: options["supportedLngs"] as? [String])
        rules.supportsVariants = options["nonExplicitSupportedLngs"] as? Bool ?? false
        rules.cleansCodes = options["cleanCode"] as? Bool ?? false
        return rules
    }
}
