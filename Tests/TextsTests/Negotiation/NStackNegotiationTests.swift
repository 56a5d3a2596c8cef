import Foundation
import TestKit
import Testing
import Texts

@Suite("NStack's language picker")
struct NStackNegotiationTests {
    static let rows = FixtureTable.rows("nstack-language-picker", in: .module)

    /// `en` is a prefix of `en-UK` as `fr` is of `fr-FR`, which the rows above it find; NStack's
    /// page gives the default language here, against its own rule.
    static let exceptions: Set<[String]> = [
        ["list-full-match", "sv-SV;q=0.9, en;q=0.8"]
    ]

    @Test func fixtureIsThere() { #expect(Self.rows.count >= 14) }

    @Test("The examples of NStack's documentation hold", arguments: rows)
    func example(row: [String]) throws {
        let mode = try #require(NStackNegotiation.Mode(rawValue: row[0]))
        let picker = NStackNegotiation(
            available: row[1].split(separator: ",").map(String.init), standard: row[2], mode: mode)
        let picked = picker.choose(acceptLanguage: row[3]).chosen?.tag
        #expect((picked == row[4]) != Self.exceptions.contains([row[0], row[3]]))
    }

    @Test(
        "The rules hold beyond them",
        arguments: [
            (.listFullMatch, "sv, en", "en-GB", .child), (.listFullMatch, "FR_ca", "fr-CA", .exact),
            (.listFullMatch, "de-CH, fr", "fr", .exact),
            (.singleFullMatch, "de-CH, fr", "da-DK", .standard),
            (.singleLanguageMatch, "fr-BE, da", "fr", .parent),
            (.listLanguageMatch, "sv, en-US", "en-GB", .sibling),
            (.listFullMatch, "en-UK", "en-GB", .exact),
            (.singleFullMatch, "en_UK", "en-GB", .exact),
            (.listLanguageMatch, "f, fra", "da-DK", .standard),
            (.listFullMatch, "", "da-DK", .standard),
            (.listFullMatch, "fr;q=0, da", "da-DK", .child),
            (.listFullMatch, "en;q=0.1, fr;q=0.9", "fr", .exact),
            (.listLanguageMatch, "*", "da-DK", .standard),
            (.listFullMatch, "zh-Hant", "zh-Hant-HK", .child),
            (.listFullMatch, "zh-HK", "da-DK", .standard),
            (.listLanguageMatch, "zh-HK", "zh-Hant-HK", .sibling),
        ] as [(NStackNegotiation.Mode, String, String, Negotiation.Match)])
    func rules(mode: NStackNegotiation.Mode, header: String, tag: String, match: Negotiation.Match)
    {
        let picker = NStackNegotiation(
            available: ["da-DK", "fr-CA", "fr", "en-GB", "zh-Hant-HK"], standard: "da-DK",
            mode: mode)
        let found = picker.choose(acceptLanguage: header).chosen
        #expect(found?.tag == tag)
        #expect(found?.match == match)
    }

    @Test(
        "Weights order a list",
        arguments: [
            ("da-DK;q=1.0,en-GB;q=0.9,en;q=0.8", ["da-DK", "en-GB", "en"]),
            ("a;q=0.2, b , c ; Q = 0.9,,d;q=0", ["b", "c", "a"]), ("en;q=x", ["en"]),
            ("en;q=2, fr", ["en", "fr"]), ("fr;level=1;q=0.3, *", ["*", "fr"]),
            ("\u{1B}[2J, fr", ["fr"]), ("en;q=nan, de;q=-1", ["en", "de"]), ("", []),
        ])
    func weights(header: String, tags: [String]) {
        #expect(AcceptLanguage.parse(header) == tags)
    }
}
