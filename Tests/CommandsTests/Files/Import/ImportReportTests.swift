import TestWorld
import Testing

/// The report of an import: what it skips and removes, by reason.
@Suite struct ImportReportTests {
    /// A project in English with French and German, and strings `s1` to `s8`.
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(file(1...8), to: "app/en.json")
        try sandbox.write(file(1...8, "Texte"), to: "app/fr.json")
        Sessions.prepare(sandbox, ["locale add fr de", "import en.json fr.json"])
        return sandbox
    }

    private func file(_ numbers: ClosedRange<Int>, _ word: String = "Text") -> String {
        "{" + numbers.map { "\"s\($0)\": \"\(word) \($0)\"" }.joined(separator: ", ") + "}"
    }

    @discardableResult
    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    @Test func oneLineStandsForAllThatIsSkippedForOneReason() throws {
        let sandbox = try project()
        try sandbox.write(file(8...300), to: "app/de.json")
        let result = run("import de.json", in: sandbox)
        #expect(
            result.errors == """
                skipped: 292 strings (s9, s10, s11, s12, s13, …): This string does not exist in the source language.
                hint: Import the files in en, the source language, first. If these files are in en, map their language to it.
                Imported: 1 set, 292 skipped.

                """)
        let json = run("import de.json --format json", in: sandbox).output
        #expect(json.contains(#""s300""#), "JSON has every string")
    }

    @Test func oneLineStandsForAllNotesOfOneKind() throws {
        let sandbox = try project()
        let forms = "msgstr[0] \"Datei\"\nmsgstr[1] \"\""
        let messages = (1...20).map {
            "msgid \"f\($0)\"\nmsgid_plural \"fs\($0)\"\n\(forms)\n"
        }
        let template = messages.map { $0.replacing("\"Datei\"", with: "\"\"") }
        try sandbox.write(template.joined(separator: "\n"), to: "app/messages.pot")
        run("import -s po messages.pot", in: sandbox)
        let header = "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n"
        try sandbox.write(header + messages.joined(separator: "\n"), to: "app/de.po")
        let result = run("import -s po de.po", in: sandbox)
        #expect(
            result.errors.hasPrefix(
                "note: 20 places (de.po:4:f1, de.po:9:f2, de.po:14:f3, de.po:19:f4, de.po:24:f5, …): The plural form 1 is empty.\n"
            ), "\(result)")
        let json = run("import -s po de.po --format json", in: sandbox).output
        #expect(json.contains(#""locale": "de""#) && json.contains("po:f20"), "\(json)")
    }

    @Test(arguments: ["", " --dry-run"])
    func whatPruningRemovesIsNamed(option: String) throws {
        let sandbox = try project()
        try sandbox.write(file(1...2), to: "app/en.json")
        try sandbox.write(file(1...1, "Texte"), to: "app/fr.json")
        let json = run("import --prune --dry-run --format json en.json", in: sandbox).output
        #expect(json.contains(#""pruned""#) && json.contains(#""s8""#), "\(json)")
        let verb = option.isEmpty ? "removed" : "would remove"
        let result = run("import --prune en.json\(option)", in: sandbox)
        let line =
            "\(verb): 6 strings (s3, s4, s5, s6, s7, …): The files in en do not contain them.\n"
        #expect(result.errors.hasPrefix(line), "\(result)")
        try sandbox.write(file(2...8, "Texte"), to: "app/fr.json")
        let french = run("import --prune -l fr fr.json\(option)", in: sandbox)
        #expect(
            french.errors.contains("\(verb): s1: The files in fr do not contain it.\n"), "\(french)"
        )
    }

    /// All ways to apply files; files of a variant add nothing to a project without strings.
    @Test(arguments: ["", " --dry-run", " --prune", " --as-proposals", " --idempotency-key k"])
    func importsOfWhichNothingIsTakenAreRefused(option: String) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(file(1...4), to: "app/en-GB.json")
        Sessions.prepare(sandbox, ["locale add en-GB"])
        let result = run("import en-GB.json\(option)", in: sandbox)
        #expect(result.status != 0)
        #expect(
            result.errors == """
                refused: All 4 entries in the files were skipped: This string does not exist in the source language.
                hint: Import the files in en, the source language, first. If these files are in en, map their language to it.

                """)
        #expect(run("import --locale-map en-GB=en en-GB.json", in: sandbox).status == 0)
        // Unchanged texts are not skipped.
        let again = run("import --locale-map en-GB=en en-GB.json", in: sandbox)
        #expect(again.errors == "Imported: 4 unchanged.\n")
    }
}
