import Languages
import TestKit
import Testing

@Suite("Words")
struct SegmenterTests {
    @Test(
        arguments: [
            ("", []), ("word", ["word"]), ("Don't panic.", ["Don't", " ", "panic", "."]),
            ("3.14 %1$@", ["3.14", " ", "%", "1", "$", "@"]), ("a\r\nb", ["a", "\r\n", "b"]),
            ("日本語を話す", ["日本語", "を", "話す"]), ("我是中国人", ["我是", "中国人"]),
            ("ภาษาไทยง่าย", ["ภาษา", "ไทย", "ง่าย"]), ("👨‍👩‍👧x", ["👨‍👩‍👧", "x"]),
            ("𝒜𝒷 𝒸", ["𝒜𝒷", " ", "𝒸"]),
        ] as [(String, [String])])
    func words(text: String, expected: [String]) {
        #expect(Segmenter.words(in: text).map(String.init) == expected)
    }

    @Test("The pieces are the text, byte for byte", arguments: 0..<100)
    func whole(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let text = randomText(&random, below: 0x110000)
        let pieces = Segmenter.words(in: text)
        #expect(pieces.flatMap { Array($0.utf8) } == Array(text.utf8))
        #expect(!pieces.contains { $0.isEmpty })
    }
}
