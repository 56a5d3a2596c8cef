import Languages
import TestKit
import Testing

@Suite("Columns on a terminal")
struct DisplayWidthTests {
    @Test(
        arguments: [
            ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2),
            ("한글", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇫🇷", 2), ("❤", 1),
            ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("⌚\u{FE0E}", 2), ("กำ", 2), ("น้ำ", 2),
            ("a\u{200B}b", 2), ("\u{FEFF}a", 1), ("עִברית", 5), ("…", 1), ("№", 1), ("#", 1),
            ("©", 1),
            ("\u{AD}", 1), ("\t", 0),
        ])
    func columns(text: String, expected: Int) {
        #expect(DisplayWidth.columns(of: text) == expected)
    }

    @Test(
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
            ("abcdef", -1, ""), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"),
            ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"),
        ])
    func truncated(text: String, width: Int, expected: String) {
        #expect(DisplayWidth.truncated(text, to: width) == expected)
    }

    @Test("A fitted text has exactly the columns asked for", arguments: 0..<100)
    func fitted(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let text = Visible.escaping(randomText(&random, below: 0x110000))
        for width in 0...20 {
            #expect(DisplayWidth.columns(of: DisplayWidth.truncated(text, to: width)) <= width)
        }
        #expect(DisplayWidth.columns(of: DisplayWidth.fitted("日本語", to: 4)) == 4)
        #expect(DisplayWidth.padded("日本", to: 6) == "日本  ")
        #expect(DisplayWidth.padded("日本", to: 1) == "日本")
    }
}
