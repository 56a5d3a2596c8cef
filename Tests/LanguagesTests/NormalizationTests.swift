import Languages
import TestKit
import Testing

@Suite("Normalization")
struct NormalizationTests {
    @Test(
        arguments: [
            ("", ""), ("abc", "abc"), ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"),
            ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
            ("\u{FB01}", "\u{FB01}"), ("\u{958}", "\u{915}\u{93C}"),
        ])
    func nfc(text: String, expected: String) {
        #expect(Normalization.nfc(text).utf8.elementsEqual(expected.utf8))
    }

    @Test func equality() {
        #expect(Normalization.equalInNFC("e\u{301}", "\u{E9}"))
        #expect(!Normalization.equalInNFC("e", "\u{E9}"))
        #expect(!Normalization.equalInNFC("\u{FB01}", "fi"))
        #expect(!Normalization.equalInNFC("a\r\n", "a\n"))
    }

    @Test("Form C of Form C is itself, and equal to the text", arguments: 0..<100)
    func stable(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let text = randomText(&random, below: 0x3100)
        let once = Normalization.nfc(text)
        #expect(Normalization.nfc(once).utf8.elementsEqual(once.utf8))
        #expect(Normalization.equalInNFC(text, once))
    }

    @Test func longText() {
        let text = String(repeating: "\u{958}", count: 50_000)
        #expect(Normalization.nfc(text).unicodeScalars.count == 100_000)
    }
}
