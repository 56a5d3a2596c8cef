import Extraction
import SourceStrings
import TestKit
import Testing

@Suite("Strings that Swift sources ask for")
struct SwiftSourceTests {
    private static func keys(_ source: String) -> [String] {
        SwiftSource().scan(source).strings.map(\.key)
    }

    @Test(arguments: [
        (#"translatedStrings["Done"]"#, ["Done"]),
        (#"self.translatedStrings?["a", 1] + x.translatedStrings!["b"]"#, ["a", "b"]),
        (#"translatedStrings[ "a" /* why */ ]"#, ["a"]),
        ("translatedStrings[\n    \"a\"\n]", ["a"]),
        (
            #"myTranslatedStrings["a"]; xtranslatedStrings["b"]; `translatedStrings`["c"]"#,
            ["a", "b", "c"]
        ),
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
        (#"let quotes = /"/; translatedStrings["a"]"#, ["a"]),
        ("let broken = \"oops\ntranslatedStrings[\"a\"]", ["a"]),
        (#"translatedStrings[""]"#, []),
        (
            "translatedStrings[\"\"\"\r\n    a\r\n      b\\\r\n    c\r\n\r\n    \"\"\"]",
            ["a\n  bc\n"]
        ),
        (
            "#if os(iOS)\ntranslatedStrings[\"a\"]\n#else\ntranslatedStrings[\"b\"]\n#endif",
            ["a", "b"]
        ),
    ])
    func findsVerID(source: String, keys: [String]) {
        #expect(Self.keys(source).map { Array($0.utf8) } == keys.map { Array($0.utf8) })
    }

    @Test(arguments: [
        (#"NSLocalizedString("a", comment: "")"#, ["a"]),
        (#"Foundation.NSLocalizedString("a", comment: "")"#, ["a"]),
        (#"String(localized: "a") + String.init(localized: "b", table: "T")"#, ["a", "b"]),
        (#"AttributedString(localized: "a")"#, ["a"]),
        (#"String(describing: "a") + String("b") + String(format: "c")"#, []),
        (#"LocalizedStringResource("a"); LocalizedStringKey("b")"#, ["a", "b"]),
        (
            #"import SwiftUI; Text("a"); Text(verbatim: "b"); Text(title); SwiftUI.Text("c")"#,
            ["a", "c"]
        ),
        (#"Text("a"); Value.Text("b"); other.NSLocalizedString("c")"#, []),
        (#"let title: LocalizedStringKey = "a", other: String = "b""#, ["a"]),
        (#"var title: LocalizedStringKey? = "a""#, ["a"]),
        (#"func label(_ key: LocalizedStringKey = "a", _ text: String = "b") {}"#, ["a"]),
        (#"show("a" as LocalizedStringKey); show("b" as String)"#, ["a"]),
        (
            #"import SwiftUI; Text("Total: \(total, specifier: "%.2f") of 100%")"#,
            ["Total: %.2f of 100%%"]
        ),
        (#"import SwiftUI; Text("100%")"#, ["100%"]),
        (#"import SwiftUI; Text("\(3) \(1.5) \("x")")"#, ["%lld %lf %@"]),
    ])
    func findsFoundation(source: String, keys: [String]) {
        #expect(Self.keys(source) == keys)
    }

    @Test func takesWhatTheCallSays() {
        let found = SwiftSource().scan(
            """
            // A comment of the file.
            NSLocalizedString(
                "login.title", tableName: "Auth", bundle: .main, value: "Log in",
                comment: "Title of the \\"form\\"")
            String(localized: "key", defaultValue: "Text", table: "T", comment: "C")
            """)
        #expect(
            found.strings == [
                FoundString(
                    key: "login.title", table: "Auth", text: "Log in",
                    comment: "Title of the \"form\"", line: 3, manner: .foundation),
                FoundString(
                    key: "key", table: "T", text: "Text", comment: "C", line: 5,
                    manner: .foundation),
            ])
    }

    @Test(arguments: [
        (#"label.text = tr.auth.loginTitle"#, ["auth/loginTitle"]),
        (#"tr.defaultSection.ok.uppercased() + tr.a.b"#, ["-/ok", "a/b"]),
        (#"tr.auth; tr.auth.text(for: 1); x.tr.a.b; other.a.b"#, []),
    ])
    func findsNStack(source: String, keys: [String]) {
        let found = SwiftSource().scan(source).strings
        #expect(found.map { "\($0.table ?? "-")/\($0.key)" } == keys)
        #expect(found.allSatisfy { $0.manner == .nstack && !$0.isNaturalKey })
    }

    @Test(arguments: [
        ("text", #"text("a"); x.text("b"); Text("c")"#, ["a", "b"]),
        ("L10n.text", #"text("a"); L10n.text("b"); My.L10n.text("c")"#, ["b", "c"]),
        (
            "translate(key:)", #"translate("a"); translate(key: "b"); translate(x, key: "c")"#,
            ["b", "c"]
        ),
        ("translate(_:)", #"translate("a"); translate(key: "b")"#, ["a"]),
    ])
    func findsNamedCalls(pattern: String, source: String, keys: [String]) throws {
        let call = try #require(CallPattern(pattern))
        #expect(SwiftSource(calls: [call]).scan(source).strings.map(\.key) == keys)
    }

    @Test(arguments: ["", "a b", "a.", ".a", "a(b", "a(b)", "1a", "a(:)", "a(b:)c"])
    func refusesWhatNamesNoCall(text: String) {
        #expect(CallPattern(text) == nil)
    }

    @Test(arguments: [
        "translatedStrings[key]", #"translatedStrings["a" + b]"#, #"translatedStrings["\(a)"]"#,
        #"translatedStrings["\q"]"#, #"translatedStrings["\u{110000}"]"#,
        "translatedStrings[\"\"\"\n  a\n b\n  \"\"\"]", "NSLocalizedString(key, comment: \"\")",
        "Bundle.main.localizedString(forKey: key, value: nil, table: nil)",
    ])
    func saysWhatItCannotTell(source: String) {
        let scan = SwiftSource().scan("\n" + source)
        #expect(scan.strings.isEmpty)
        #expect(scan.unreadable.map(\.line) == [2])
        #expect(scan.unreadable.allSatisfy { $0.reason.hasSuffix(".") })
    }

    @Test func countsLines() {
        let found = SwiftSource().scan(
            "/*\n*/\r\n\"\"\"\n\n\"\"\"\ntranslatedStrings[\"b\"]\n  translatedStrings[\"b\"]")
        #expect(found.strings.map(\.line) == [6, 7])
    }

    @Test func looksOnlyForWhatIsWanted() {
        let source = #"translatedStrings["a"]; NSLocalizedString("b", comment: ""); tr.s.c"#
        for manner in [FoundString.Manner.verID, .foundation, .nstack] {
            let found = SwiftSource(manners: [manner]).scan(source).strings
            #expect(found.map(\.manner) == [manner])
        }
    }

    /// The parser's time doubles with each level.
    @Test(arguments: [
        String(repeating: "[", count: 1000), String(repeating: "[\n(a,", count: 100),
        "let a = " + String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    ])
    func passesOverBracketsInBrackets(text: String) {
        let scan = SwiftSource().scan("translatedStrings[\"a\"]\n" + text)
        #expect(scan.strings.isEmpty)
        #expect(scan.unreadable.map(\.line) == [text.contains("\n") ? 14 : 2])
    }

    @Test func bracketsSideBySideAreNoMatter() {
        let text = String(repeating: "a[0] = [1, [2]]; b = \"[\" + '['\n", count: 100)
        #expect(Self.keys(text + "translatedStrings[\"a\"]") == ["a"])
    }

    /// Invalid Swift does not make the parser hang or nest without end.
    @Test(arguments: 0..<20)
    func survivesAnything(seed: Int) {
        var random = SplitMix64(seed: seed)
        let parts = [
            "translatedStrings", "[", "]", "\"", "\"\"\"", "#", "\\", "(", ")", "\\(", "\n", "/*",
            "*/", "//", "a", " ", "#/", "/#", "é", "\\u{", "}", "?", ",", "\r", "Text", "tr", ".",
            ":", "=", "let ", "as ", "LocalizedStringKey",
        ]
        let source = (0..<200).map { _ in random.pick(parts) }.joined()
        _ = SwiftSource().scan(source)
        _ = SwiftSource().scan(String(repeating: "\"\\(", count: 300) + source)
    }
}
