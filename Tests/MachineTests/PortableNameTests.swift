import Testing

@testable import Machine

@Suite struct PortableNameTests {
    @Test(arguments: [
        "", ".", "..", "\u{FFFD}.txt", "a\u{1}", "a\u{7F}", "a<b", "a>b", "a\"b", "a|b", "a*", "a?",
        #"a\b"#, "a:stream", "a.", "a ", "NUL", "nul.txt", "CONIN$", "conout$.log", "COM0",
        "LPT9.x",
        "COM¹", "lpt³.txt", "con .txt", ".git", ".GIT", ".gi\u{200D}t", "git~1", "GIT~1",
        "GITMOD~1",
        "A~12345", "AB~1.TXT", String(repeating: "a", count: 256),
        String(repeating: "é", count: 128),
    ])
    func cannotBeHeld(name: String) {
        #expect(PortableName.fault(in: name) != nil)
    }

    @Test(arguments: [
        "a", "README.md", ".gitignore", ".github", "con~", "console", "COM", "COM10", "LPT", "nula",
        "a.con", "~1", "a~", "a~b", "abcdefgh~1", "a~1.html", "é", "a\u{200C}b", "日本語",
        "01M7YQ3R434TFF59TDWH9EDD1R.jsonl", String(repeating: "a", count: 255),
    ])
    func canBeHeld(name: String) {
        #expect(PortableName.fault(in: name) == nil)
    }

    @Test(arguments: [
        ("Events", "events"), ("event\u{17F}", "events"), ("a\u{FEFF}b", "AB"), ("É", "e\u{301}"),
        ("\u{212A}", "k"), ("a.", "a"), ("a .", "A"),
    ])
    func isTakenFor(name: String, other: String) {
        #expect(PortableName.folded(name) == PortableName.folded(other))
    }
}
