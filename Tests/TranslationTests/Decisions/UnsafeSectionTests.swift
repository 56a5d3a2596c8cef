import Testing
import Texts
import Translation

/// No command defines a section whose files would be outside of their directory.
struct UnsafeSectionTests {
    static let sections = [
        "../x", "..", "a/../b", "/abs", "a/", "a//b", ".git", "x/.GIT/y", #"a\b"#, "a\u{0}", "con",
        "a ",
    ]

    @Test(arguments: sections) func isRefused(_ section: String) throws {
        let string = StringID(section: section, key: "a")
        let proposed: [Event] = [
            .language(1), .fact(2, .made("A", isNew: true), string: string),
        ]
        let cases: [(String, [Event], Command)] = [
            ("defined", [], .addString(string, Definition(value: Value("x")))),
            ("renamed to", [.source(2, .defined("Title"))], .renameString(.title, to: string)),
            (
                "proposed", [.language(1)],
                .propose("fr", string, ProposeOptions(value: Value("x"), isNew: true))
            ),
            ("accepted", proposed, .accept([.number(2)], AcceptOptions())),
            (
                "imported", [],
                .importFiles([
                    FileImport(locale: "en", entries: [.init(string: string, value: Value("x"))])
                ])
            ),
        ]
        for (name, given, command) in cases {
            try DecisionCase(name, given: given, when: command, then: .refused(.unsafePath))
                .check()
        }
    }
}
