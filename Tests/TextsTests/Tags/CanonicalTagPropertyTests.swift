import Languages
import TestKit
import Testing
import Texts

@Suite("Properties of canonical tags")
struct CanonicalTagPropertyTests {
    @Test("Every language that CLDR has data for is canonical, and parsing again changes nothing")
    func availableLanguages() throws {
        let tags = CLDR.availableTags
        #expect(tags.count > 500)
        for tag in tags {
            let once = try CanonicalTag.parse(tag)
            #expect(once.tag == tag)
            #expect(try CanonicalTag.parse(once.tag).tag == once.tag)
            #expect(!once.warnings.contains { $0.kind == .replaced })
        }
    }

    @Test("Whatever is accepted is a fixed point", arguments: 0..<200)
    func fixedPoint(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<50 {
            let input = randomTag(&random)
            guard let once = try? CanonicalTag.parse(input) else { continue }
            let again = try? CanonicalTag.parse(once.tag)
            #expect(again?.tag == once.tag, "\(input)")
            #expect(again?.warnings.contains { $0.kind == .replaced } == false, "\(input)")
        }
    }

    @Test("Nothing stops the program", arguments: 0..<100)
    func anyText(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<20 {
            let ascii = randomText(&random, below: 0x80)
            let any = randomText(&random, below: 0x110000)
            for text in [ascii, any] {
                _ = try? CanonicalTag.parse(text)
                _ = FallbackChain.parents(of: text)
                _ = PluralRules.category(forDecimal: text, in: "ar", .cardinal)
                _ = WritingDirection.direction(of: text)
                _ = LikelySubtags.script(of: text)
            }
        }
    }

    private func randomTag(_ random: inout SplitMix64) -> String {
        let parts = [
            "zh", "en", "sr", "iw", "mo", "sgn", "no", "i", "art", "cmn", "yue", "min", "nan", "x",
            "Latn", "Hant", "Qaai", "UK", "SU", "AN", "BR", "840", "419", "TW", "1994", "rozaj",
            "heploc", "hepburn", "arevmda", "bok", "lojban", "klingon", "u", "t", "ca", "nu",
            "roc", "m0", "twi", "fra", "guoyu", "oed", "GB", "default", "enochian", "JA", "saaho",
        ]
        let count = 1 + Int(random.next() % 5)
        return (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }
            .joined(separator: "-")
    }
}
