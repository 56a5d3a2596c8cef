import Testing

@testable import Texts

/// A project's own pattern for placeholders.
struct NotationPatternTests {
    private static func matches(_ pattern: String, _ text: String) throws -> [String] {
        let notations = try PlaceholderNotations(words: ["/\(pattern)/"])
        let scan = PlaceholderScan(text, notations)
        return scan.joined(besides: [scan]).placeholders.map(\.text)
    }

    @Test(arguments: [
        ("#[a-z]+#", "a #b# c ##", ["#b#"]), (#"\[\[\w+\]\]"#, "[[a]] [b]", ["[[a]]"]),
        ("<<.*?>>", "<<a>> <<b>>", ["<<a>>", "<<b>>"]), ("<<.*>>", "<<a>> <<b>>", ["<<a>> <<b>>"]),
        (#"__(\w{1,3})__"#, "__abc__ __abcdefg__", ["__abc__"]), ("«[^»]", "", []),
        ("«n»", "«n» «m»", ["«n»"]), ("a{2,}", "a aaa", ["aaa"]),
        (#"\$\d\d?"#, "$1 $123", ["$1", "$12"]),
        ("~.~", "~é~", []), ("[a\\]]x", "]x", ["]x"]), ("[a-]!", "-!", ["-!"]),
    ])
    func isFound(pattern: String, text: String, expected: [String]) throws {
        guard pattern != "«[^»]" else {
            #expect(throws: NotationPattern.Failure.self) { try Self.matches(pattern, text) }
            return
        }
        #expect(try Self.matches(pattern, text) == expected)
    }

    @Test(arguments: [
        "", "a*", "a?", "(a+)+", "(a)*", "a|b", "^a", "a$", "(a", "a)", "[a", "[z-a]", "a{", "+a",
        "a{3,1}", "a{99}", "a++", "é+", #"\q"#, #"\"#, #"(a)\1"#, "(?=a)b",
        String(repeating: "a", count: 100),
    ])
    func isRefused(pattern: String) {
        #expect(throws: NotationPattern.Failure.self) { try Self.matches(pattern, "") }
    }

    /// One pass matches patterns that make other matchers backtrack forever; a match has at most
    /// 256 bytes.
    @Test func noExpressionGoesBack() throws {
        let text = String(repeating: "a", count: 600)
        #expect(try Self.matches(".*.*.*.*.*.*.*.*.*.*b", text) == [])
    }
}
