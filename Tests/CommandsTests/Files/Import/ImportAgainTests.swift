import TestWorld
import Testing

/// Repeated imports, as CI jobs run them with each change of an app.
@Suite struct ImportAgainTests {
    private static let formats = [
        ("i18next-json", "de/app.json"), ("po", "de/LC_MESSAGES/app.po"),
        ("android-xml", "res/values-de/app.xml"), ("apple-strings", "de.lproj/app.strings"),
        ("xliff-1.2", "de.xliff"), ("xcstrings", "app.xcstrings"), ("csv", "translations.csv"),
    ]

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    /// A project whose files were exported and imported.
    private func project(_ format: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "string add -s app a Save", "string add -s app b Open",
                "set de app:a Sichern", "set de app:b Offnen",
                "export --format \(format) -o files", "import files",
            ])
        return sandbox
    }

    private func edit(_ sandbox: Sandbox, _ format: String, _ old: String, _ new: String) throws {
        let path = try #require(Self.formats.first { $0.0 == format }?.1)
        let text = try sandbox.read("app/files/" + path)
        #expect(text.contains(old), "\(text)")
        try sandbox.write(text.replacing(old, with: new), to: "app/files/" + path)
    }

    @Test(arguments: formats.map(\.0))
    func theSameFilesChangeNothing(format: String) throws {
        let sandbox = try project(format)
        Sessions.prepare(
            sandbox,
            ["set de app:a Speichern", "string edit app:b 'Open it'", "set de app:b Öffnen"])
        let before = run("digest", in: sandbox).output
        let again = run("import files", in: sandbox)
        #expect(again.errors.hasSuffix("Imported: 4 unchanged.\n"), "\(again)")
        #expect(run("digest", in: sandbox).output == before)
        #expect(run("get de app:a", in: sandbox).output == "Speichern\n")
        #expect(run("get de app:b", in: sandbox).output == "Öffnen\n")
        #expect(run("get en app:b", in: sandbox).output == "Open it\n")
    }

    @Test(arguments: formats.map(\.0))
    func whatChangedInBothIsAConflict(format: String) throws {
        let sandbox = try project(format)
        Sessions.prepare(sandbox, ["set de app:a Speichern"])
        try edit(sandbox, format, "Sichern", "Merken")
        try edit(sandbox, format, "Offnen", "Auf")
        let result = run("import files", in: sandbox)
        #expect(
            result.errors.contains(
                "conflict: de app:a: The text was also changed here. The text here is kept, and “Merken” is proposed.\n"
            ), "\(result)")
        #expect(result.errors.hasSuffix("Imported: 1 set, 1 conflict, 2 unchanged.\n"), "\(result)")
        #expect(run("get de app:a", in: sandbox).output == "Speichern\n")
        #expect(run("get de app:b", in: sandbox).output == "Auf\n")
        #expect(run("proposals", in: sandbox).output.contains("Speichern → Merken"))
        let again = run("import files", in: sandbox)
        #expect(again.errors.hasSuffix("Imported: 4 unchanged.\n"), "\(again)")
        #expect(run("fsck", in: sandbox).output.hasSuffix("ok\n"))
    }

    @Test func conflictsAreKeptOrTaken() throws {
        for (choice, text, said) in [
            ("ours", "Speichern", "The text here is kept; the file contains “Merken”."),
            ("theirs", "Merken", "“Merken” replaces it."),
        ] {
            let sandbox = try project("i18next-json")
            Sessions.prepare(sandbox, ["set de app:a Speichern"])
            try edit(sandbox, "i18next-json", "Sichern", "Merken")
            let result = run("import files --conflicts \(choice) --format json", in: sandbox)
            #expect(
                result.errors == "conflict: de app:a: The text was also changed here. \(said)\n")
            #expect(
                result.output.contains(
                    "\"conflicts\": [\n    {\n      \"locale\": \"de\",\n      \"key\": \"app:a\",\n      \"value\": \"Merken\""
                ), "\(result)")
            #expect(run("get de app:a", in: sandbox).output == text + "\n")
            #expect(run("proposals", in: sandbox).output.isEmpty)
        }
        let sandbox = try project("i18next-json")
        let refused = run("import files --conflicts mine", in: sandbox)
        #expect(refused.errors.contains("'ours', 'proposals' or 'theirs'"), "\(refused)")
    }

    /// The file is recognized in another checkout and another job, and every clone has its record.
    @Test func aFileIsTheSameWhereverItLies() throws {
        let sandbox = try project("po")
        Sessions.prepare(sandbox, ["set de app:a Speichern"])
        try sandbox.write(
            try sandbox.read("app/files/de/LC_MESSAGES/app.po"),
            to: "elsewhere/de/LC_MESSAGES/app.po")
        try sandbox.git("clone", "-q", "-b", "translations", "app", "clone")
        let result = sandbox.run(
            ["import", "../elsewhere/de/LC_MESSAGES/app.po"], in: "clone")
        #expect(result.errors.hasSuffix("Imported: 2 unchanged.\n"), "\(result)")
    }

    /// An undone import can be repeated; the log and the commits name the file.
    @Test func anImportCanBeUndoneAndRepeated() throws {
        let sandbox = try project("i18next-json")
        try edit(sandbox, "i18next-json", "Sichern", "Merken")
        #expect(run("import files", in: sandbox).errors == "Imported: 1 set, 3 unchanged.\n")
        let log = run("log --type file.read", in: sandbox).output
        #expect(
            log.contains(
                "file.read de app\n    i18next-json\n    1 string changed\n"),
            "\(log)")
        Sessions.prepare(sandbox, ["undo --yes"])
        #expect(run("get de app:a", in: sandbox).output == "Sichern\n")
        let again = run("import files", in: sandbox).errors
        #expect(again.hasSuffix("Imported: 1 set, 3 unchanged.\n"), "\(again)")
        #expect(run("get de app:a", in: sandbox).output == "Merken\n")
    }

    /// An old file of a string that has become a plural is imported again.
    @Test func anOldFileTakesNoPluralAway() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        let old = "<resources><string name=\"n\">%d bestanden</string></resources>"
        try sandbox.write(old, to: "app/res/values-nl/strings.xml")
        Sessions.prepare(
            sandbox,
            [
                "locale add nl", "string add n '%d files'",
                "string edit n --plural 'one=%d file' --plural 'other=%d files'",
                "set nl n --plural 'one=%d bestand' --plural 'other=%d bestanden'",
            ])
        let result = run("import res/values-nl/strings.xml", in: sandbox)
        #expect(
            result.errors.hasPrefix(
                "skipped: n: It does not have the structure of the source text, but the current text does."
            ),
            "\(result)")
        #expect(run("list nl", in: sandbox).output.contains("one: %d bestand"))
    }
}
