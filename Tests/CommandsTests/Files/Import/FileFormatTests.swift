import TestWorld
import Testing

/// The format of a file that could be of two formats.
@Suite struct FileFormatTests {
    private func project(_ name: String = "app", _ lines: [String] = []) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", name])
        Sessions.prepare(sandbox, ["locale add fr"] + lines)
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    /// Keys that are plurals before version 4 of i18next are two strings if the project exports
    /// version 4.
    @Test(arguments: [("files", "files_plural"), ("step_0", "step_1")])
    func anExportOfI18nextStaysVersion4(first: String, second: String) throws {
        let sandbox = try project(
            "app",
            [
                "string add \(first) '{{count}} file'", "string add \(second) '{{count}} files'",
                "set fr \(first) '{{count}} fichier'", "set fr \(second) '{{count}} fichiers'",
            ])
        #expect(run("export --format i18next-json -o out", in: sandbox).status == 0)
        for language in ["en", "fr"] {
            let result = run("import out/\(language)/default.json", in: sandbox)
            #expect(result.errors == "Imported: 2 unchanged.\n")
        }
        // A project of version 3 keeps its version, whatever its other strings.
        let old = try project()
        try old.write(
            #"{"item": "{{count}} item", "item_plural": "{{count}} items", "step_0": "a", "step_1": "b"}"#,
            to: "app/en/default.json")
        #expect(run("import en/default.json", in: old).errors.contains("Imported: 3 defined."))
        #expect(run("import en/default.json", in: old).errors.contains("Imported: 3 unchanged."))
    }

    /// A string of a catalog is read once for each of its languages.
    @Test func whatACatalogueLeavesOutIsToldOnce() throws {
        let sandbox = try project()
        try sandbox.write(
            #"""
            {"sourceLanguage": "en", "strings": {
              "": {}, "Hi": {"localizations": {"fr": {"stringUnit": {"value": "Salut"}}}}
            }}
            """#, to: "app/Localizable.xcstrings")
        let result = run("import Localizable.xcstrings", in: sandbox)
        #expect(
            result.errors == """
                note: Localizable.xcstrings:2: A string without a key has nothing to translate.
                Imported: 1 defined, 1 set.

                """, "\(result)")
    }

    @Test func whoIsTakenForVersion3IsTold() throws {
        let sandbox = try project()
        try sandbox.write(
            #"{"files": "{{count}} file", "files_plural": "{{count}} files"}"#,
            to: "app/en/default.json")
        let guessed = run("import --dry-run en/default.json", in: sandbox)
        #expect(guessed.errors.contains("note: en/default.json: The file is read as version 3"))
        #expect(guessed.errors.contains("the format i18next-json. `dragoman import --file-format"))
        #expect(guessed.errors.contains("Would import: 1 defined."))
        let old = run(
            "import --dry-run --file-format i18next-json-v3 en/default.json", in: sandbox)
        #expect(old.errors == "Would import: 1 defined.\n")
        let new = run("import --file-format i18next-json en/default.json", in: sandbox)
        #expect(new.errors == "Imported: 2 defined.\n")
        #expect(run("get en files_plural", in: sandbox).output == "{{count}} files\n")
    }
}
