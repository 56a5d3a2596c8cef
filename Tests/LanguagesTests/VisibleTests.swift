import Languages
import TestKit
import Testing

@Suite("Visible texts")
struct VisibleTests {
    @Test(
        arguments: [
            ("plain text", "plain text"), ("a\nb", "a⏎b"), ("a\tb", "a⇥b"),
            ("a\r\nb", "a<U+000D>⏎b"), ("\u{1B}[31mred", "<U+001B>[31mred"),
            ("\u{9B}31m", "<U+009B>31m"), ("\u{0}\u{7F}", "<U+0000><U+007F>"),
            ("a\u{202E}b\u{2066}\u{200F}\u{61C}", "a<U+202E>b<U+2066><U+200F><U+061C>"),
            ("\u{2028}\u{2029}", "<U+2028><U+2029>"), ("\u{FEFF}a\u{200B}", "<U+FEFF>a<U+200B>"),
            ("co\u{AD}op", "co<U+00AD>op"), ("\u{3164}\u{FFF9}", "<U+3164><U+FFF9>"),
            ("a\u{200D}b", "a<U+200D>b"), ("a\u{200C}b", "a<U+200C>b"), ("\u{200C}", "<U+200C>"),
            ("\u{E0041}", "<U+E0041>"), ("\u{FFFF}", "<U+FFFF>"),
        ])
    func escaped(text: String, expected: String) {
        #expect(Visible.escaping(text) == expected)
    }

    @Test(
        "What shapes letters stays",
        arguments: [
            "می\u{200C}خواهم", "क्\u{200D}ष", "क्\u{200C}ष", "👨‍👩‍👧", "👩🏽‍🚀", "❤️‍🔥", "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
            "e\u{301}", "école", "日本語", "١٢\u{600}", "❤\u{FE0F}", "a\u{A0}b",
        ])
    func unchanged(text: String) {
        #expect(Visible.escaping(text).utf8.elementsEqual(text.utf8))
    }

    @Test("No control, separator or direction character passes", arguments: 0..<200)
    func safe(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let shown = Visible.escaping(randomText(&random, below: 0x110000))
        for scalar in shown.unicodeScalars {
            #expect(scalar.properties.generalCategory != .control)
            #expect(!(0x2028...0x202E).contains(scalar.value))
            #expect(!(0x2066...0x2069).contains(scalar.value))
            #expect(scalar != "\u{200E}" && scalar != "\u{200F}" && scalar != "\u{61C}")
        }
        #expect(Visible.escaping(shown).utf8.elementsEqual(shown.utf8))
    }
}
