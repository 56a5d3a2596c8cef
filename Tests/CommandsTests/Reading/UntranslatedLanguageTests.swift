import TestWorld
import Testing

/// A language whose texts are all copies of the source is reported in one sentence.
@Suite struct UntranslatedLanguageTests {
    private func project(_ english: String, source: String = "en") throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app", "--source", source])
        Sessions.prepare(sandbox, ["locale add fr en-GB de"])
        try sandbox.write(english, to: "app/\(source).json")
        #expect(run("import \(source).json", in: sandbox).status == 0)
        return sandbox
    }

    @discardableResult
    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private static let english =
        #"{"a": "Save changes", "b": "Close the window", "c": "Open", "d": "{{count}} files", "e": "OK"}"#
    private static let sentence =
        "All texts in fr are copies of the source texts, so they are not translated yet."

    @Test(arguments: ["", " --dry-run", " --prune", " --as-proposals"])
    func importsSaySo(option: String) throws {
        let sandbox = try project(Self.english)
        try sandbox.write(Self.english, to: "app/fr.json")
        let result = run("import fr.json\(option)", in: sandbox)
        #expect(result.errors.contains("note: fr.json: \(Self.sentence)\n"), "\(result)")
    }

    @Test func statusAndCheckSaySo() throws {
        let sandbox = try project(Self.english)
        try sandbox.write(Self.english, to: "app/fr.json")
        try sandbox.write(#"{"a": "Änderungen sichern", "c": "Open"}"#, to: "app/de.json")
        run("import fr.json de.json", in: sandbox)
        #expect(run("status", in: sandbox).errors == "note: \(Self.sentence)\n")
        #expect(run("status --format json", in: sandbox).output.contains(#""untranslated": true"#))
        #expect(run("check", in: sandbox).errors.contains("note: \(Self.sentence)\n"))
        #expect(run("check de", in: sandbox).errors.contains("copies") == false)
        run("set fr c Ouvrir", in: sandbox)
        #expect(run("status", in: sandbox).errors == "")
    }

    @Test(arguments: [
        ("en-GB", english), ("fr", #"{"a": "OK", "b": "100 %", "c": "USB", "d": "{{n}}"}"#),
        ("fr", #"{"a": "Dragoman", "b": "Email"}"#),
        ("fr", #"{"a": "Menu", "b": "Menu", "c": "Menu", "d": "Menu", "e": "Menu", "f": "Menu"}"#),
    ])
    func whatMustBeEqualIsNoSign(locale: String, texts: String) throws {
        let sandbox = try project(texts)
        try sandbox.write(texts, to: "app/\(locale).json")
        let result = run("import -l \(locale) \(locale).json", in: sandbox)
        #expect(!result.errors.contains("copies"), "\(result)")
        #expect(run("status", in: sandbox).errors == "")
    }
}
