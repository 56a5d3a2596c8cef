import Languages
import Testing

@Suite("Replacing texts")
struct TextPatternTests {
    private func replacing(
        _ text: String, _ pattern: String, _ replacement: String, isCaseSensitive: Bool = false,
        matchesWholeWords: Bool = false, isExpression: Bool = false
    ) throws -> String? {
        try TextReplacer(
            TextPattern(
                pattern, replacement: replacement, isCaseSensitive: isCaseSensitive,
                matchesWholeWords: matchesWholeWords, isExpression: isExpression)
        ).replacing(in: text)
    }

    @Test func literal() throws {
        #expect(try replacing("Basket, basket", "basket", "cart") == "cart, cart")
        #expect(
            try replacing("Basket, basket", "basket", "cart", isCaseSensitive: true)
                == "Basket, cart")
        #expect(try replacing("a.b", ".", "$0") == "a$0b")
        #expect(try replacing("a", "b", "c") == nil)
        #expect(try replacing("", "b", "c") == nil)
        #expect(try replacing("😀東京😀", "東京", "京都") == "😀京都😀")
        #expect(try replacing("baskets", "basket", "") == "s")
    }

    @Test("A whole word begins and ends at the boundary of a word")
    func wholeWords() throws {
        #expect(
            try replacing("log, logs, blog, Log", "log", "x", matchesWholeWords: true)
                == "x, logs, blog, x")
        // A match inside a word may cover the start of another match.
        #expect(try replacing("xa a a", "a a", "x", matchesWholeWords: true) == "xa x")
        #expect(
            try replacing("ab b b", "b( b)?", "x", matchesWholeWords: true, isExpression: true)
                == "ab x")
        #expect(try replacing("s'est", "est", "x", matchesWholeWords: true) == nil)
        #expect(
            try replacing("sign in now", "sign in", "log in", matchesWholeWords: true)
                == "log in now")
        #expect(try replacing("東京都に住む", "住む", "行く", matchesWholeWords: true) == "東京都に行く")
    }

    @Test func expression() throws {
        #expect(
            try replacing("12 EUR", #"(\d+) ?EUR"#, "€ $1", isExpression: true) == "€ 12")
        #expect(try replacing("ab", "(a)(x)?", #"[$2$1\$1]"#, isExpression: true) == "[a$1]b")
        #expect(try replacing("aaa", "a+?", "b", isExpression: true) == "bbb")
        #expect(try replacing("foo", #"\b"#, "|", isExpression: true) == nil)
    }

    @Test(
        arguments: [
            ("", "", TextPattern.Fault.empty), ("a*", "", .matchesNothing),
            (".*", "x", .matchesNothing), ("(a)", "$2", .group(2)),
        ])
    func faults(pattern: String, replacement: String, fault: TextPattern.Fault) {
        #expect(throws: fault) {
            try replacing("text", pattern, replacement, isExpression: !pattern.isEmpty)
        }
    }

    @Test func syntax() {
        #expect(throws: TextPattern.Fault.syntax(2)) {
            try replacing("text", "a(", "", isExpression: true)
        }
    }

    @Test("A pattern that explodes is stopped")
    func explosion() {
        let text = String(repeating: "a", count: 200)
        for pattern in ["(a+)+b", "(a|aa)+$b", "(.*a){20}c"] {
            #expect(throws: TextPattern.Fault.slow) {
                try replacing(text, pattern, "", isExpression: true)
            }
        }
    }
}
