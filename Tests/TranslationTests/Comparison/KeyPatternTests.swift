import Testing
import Translation

@Suite struct KeyPatternTests {
    @Test(arguments: [
        ("login.*", "login.title", true), ("login.*", "login.", true), ("login.*", "log", false),
        ("*", "", true), ("", "", true), ("", "a", false), ("a", "a", true), ("a", "ab", false),
        ("*.title", "login.title", true), ("*.title", "login.titles", false),
        ("a*b*c", "abc", true), ("a*b*c", "axxbyyc", true), ("a*b*c", "acb", false),
        ("a*a", "a", false), ("a*a", "aa", true), ("*a*a*", "xaxa", true), ("?", "x", false),
        ("é*", "e\u{301}x", false),
    ])
    func matches(pattern: String, key: String, isLike: Bool) {
        #expect(KeyPattern(pattern).matches(key) == isLike)
    }
}
