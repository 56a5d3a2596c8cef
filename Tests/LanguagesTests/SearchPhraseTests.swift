import Languages
import Testing

@Suite("Searching texts")
struct SearchPhraseTests {
    @Test(
        arguments: [
            ("change", "Change the Locale"), ("LOCALE", "Change the locale"), ("東京", "今日は東京です"),
            ("水", "水"), ("ＡＢＣ", "abc"), ("strasse", "STRASSE"), ("STRASSE", "Straße"),
            ("e\u{301}t", "Été"), ("كتاب", "هذا كتاب"), ("ab", "a\u{200B}b"), ("a b", "a\nb"),
            ("ﬁle", "File"), ("क", "कि"), ("", "anything"), ("i\u{307}", "İ"),
        ])
    func matches(phrase: String, text: String) {
        #expect(SearchPhrase(phrase).matches(text))
        #expect(mayMatch(phrase, text))
    }

    @Test(arguments: [("ete", "été"), ("abc", "ab"), ("東京都", "東京"), ("x", ""), ("ab", "a b")])
    func differs(phrase: String, text: String) { #expect(!SearchPhrase(phrase).matches(text)) }

    @Test("ASCII texts are rejected without being folded")
    func rejections() {
        #expect(!mayMatch("xyz", "Change the locale"))
        #expect(!mayMatch("東京", "Change the locale"))
        #expect(!mayMatch("locale", "loc"))
        // A JSON escape may stand for any character.
        #expect(mayMatch("xyz", #"\u0078yz"#))
    }

    private func mayMatch(_ phrase: String, _ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { SearchPhrase(phrase).mayMatch($0) }
    }
}
