import Languages
import Testing

@Suite struct IsolationTests {
    @Test(arguments: ["", "plain", "日本語 🎉 123", "Ünïcode", "a\u{301}"])
    func whatRunsFromLeftToRightStaysAsItIs(_ text: String) {
        #expect(Isolation.isolating(text).utf8.elementsEqual(text.utf8))
    }

    @Test(arguments: ["مرحبا", "say שלום!", "٣", "\u{1E900}"])
    func whatTurnsIsIsolatedAndNoWider(_ text: String) {
        let isolated = Isolation.isolating(text)
        #expect(isolated.utf8.elementsEqual("\u{2068}\(text)\u{2069}".utf8))
        #expect(DisplayWidth.columns(of: isolated) == DisplayWidth.columns(of: text))
    }
}
