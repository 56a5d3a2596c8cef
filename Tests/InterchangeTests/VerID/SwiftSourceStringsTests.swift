import Interchange
import TestSupport
import Testing

@Suite("Texts in Swift sources")
struct SwiftSourceStringsTests {
    @Test(arguments: [
        (#"translatedStrings["Done"]"#, ["Done"]),
        (#"self.translatedStrings?["a", 1] + x.translatedStrings!["b"]"#, ["a", "b"]),
        (#"translatedStrings ? [ "a" /* why */ ]"#, ["a"]),
        ("translatedStrings[\n    \"a\"\n]", ["a"]),
        (
            #"myTranslatedStrings["a"]; xtranslatedStrings["b"]; `translatedStrings`["c"]"#,
            ["a", "b", "c"]
        ),
        (#"translatedStrings["b"] translatedStrings["a"] translatedStrings["b"]"#, ["a", "b"]),
        (#"translatedStrings["Say \"hi\" \\ \u{e9}\n"]"#, ["Say \"hi\" \\ \u{E9}\n"]),
        (##"translatedStrings[#"a \n "b" \#n"#]"##, ["a \\n \"b\" \n"]),
        (##"translatedStrings[#"""#]"##, ["\""]),
        (#"label("\(translatedStrings["in \(x)"] ?? translatedStrings["deep"])")"#, ["deep"]),
        (#"// translatedStrings["a"]"# + "\n" + #"/* /* */ translatedStrings["b"] */"#, []),
        (#"let s = "translatedStrings[\"a\"]""#, []),
        (#"strings["a"]; translatedString["b"]; translatedStringsX["c"]"#, []),
        (#"translatedStrings.translation(for: "a")"#, []),
        ("translatedStrings\n[\"a\"]", []),
        (##"#/"/#; translatedStrings["a"]"##, ["a"]),
        ("let broken = \"oops\ntranslatedStrings[\"a\"]", ["a"]),
        (#"translatedStrings[""]"#, []),
        (
            "translatedStrings[\"\"\"\r\n    a\r\n      b\\\r\n    c\r\n\r\n    \"\"\"]",
            ["a\n  bc\n"]
        ),
    ])
    func finds(source: String, keys: [String]) {
        let scan = SwiftSourceStrings.scan(source)
        #expect(scan.keys.map { Array($0.key.utf8) } == keys.map { Array($0.utf8) })
    }

    @Test(arguments: [
        "translatedStrings[key]", #"translatedStrings["a" + b]"#, #"translatedStrings["\(a)"]"#,
        #"translatedStrings["a]"#, #"translatedStrings["\q"]"#, #"translatedStrings["\u{110000}"]"#,
        "translatedStrings[\"\"\"\n  a\n b\n  \"\"\"]",
    ])
    func reportsWhatIsNoFixedText(source: String) {
        let scan = SwiftSourceStrings.scan("\n" + source)
        #expect(scan.keys.isEmpty)
        #expect(scan.dynamicLines == [2])
    }

    @Test func countsLines() {
        let scan = SwiftSourceStrings.scan(
            "/*\n*/\r\n\"\"\"\n\n\"\"\"\ntranslatedStrings[\"b\"]\ntranslatedStrings[\"b\"]")
        #expect(scan.keys.map(\.line) == [6])
    }

    /// Nothing that is no Swift makes it stop or nest without end.
    @Test(arguments: 0..<100)
    func survivesAnything(seed: Int) {
        var random = SplitMix64(seed: seed)
        let parts = [
            "translatedStrings", "[", "]", "\"", "\"\"\"", "#", "\\", "(", ")", "\\(", "\n", "/*",
            "*/", "//", "a", " ", "#/", "/#", "é", "\\u{", "}", "?", ",", "\r",
        ]
        let source = (0..<400).map { _ in random.pick(parts) }.joined()
        _ = SwiftSourceStrings.scan(source)
        _ = SwiftSourceStrings.scan(String(repeating: "\"\\(", count: 10_000) + source)
    }
}
