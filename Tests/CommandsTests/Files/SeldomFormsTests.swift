import TestWorld
import Testing

/// Plural forms that only large numbers take, such as `many` in French, Spanish, Italian, Portuguese and Catalan.
@Suite struct SeldomFormsTests {
    private let english =
        "{\n  \"files_one\": \"{{count}} file\",\n  \"files_other\": \"{{count}} files\"\n}\n"

    private func text(_ one: String, _ other: String) -> String {
        "{\n  \"files_one\": \"\(one)\",\n  \"files_other\": \"\(other)\"\n}\n"
    }

    private func project(_ tag: String, _ own: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(english, to: "app/locales/en.json")
        try sandbox.write(own, to: "app/locales/\(tag).json")
        let imported = sandbox.run(["import", "--add-locales", "locales"], in: "app")
        #expect(imported.status == 0, "\(imported)")
        return sandbox
    }

    @Test(arguments: ["fr", "es", "it", "pt", "ca"])
    func aChangedPluralIsFilledAndAnUnchangedOneComesBack(tag: String) throws {
        let sandbox = try project(tag, text("{{count}} a", "{{count}} b"))
        let path = "app/locales/\(tag).json"
        let unchanged = sandbox.run(["export"], in: "app")
        #expect(!unchanged.errors.contains("filled"), "\(unchanged)")
        #expect(try sandbox.read(path) == text("{{count}} a", "{{count}} b"))

        let words = ["set", tag, "files", "--plural", "one={{count}} a"]
        #expect(sandbox.run(words + ["--plural", "other={{count}} c"], in: "app").status == 0)
        let changed = sandbox.run(["export"], in: "app")
        #expect(changed.errors.contains("filled from “other” in 1 text: files"), "\(changed)")
        let file = try sandbox.read(path)
        #expect(file.contains("\"files_many\": \"{{count}} c\""), "\(file)")

        // Importing it changes nothing, and the form stays filled.
        let again = sandbox.run(["import", "locales"], in: "app")
        #expect(again.errors == "Imported: 2 unchanged.\n", "\(again)")
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(try sandbox.read(path) == file)
        // The project's text still has two forms, so the check reports the missing one.
        let check = sandbox.run(["check", tag], in: "app")
        #expect(check.output.contains("many"), "\(check)")

        // If both sides of the filled file changed, there is a conflict; a change of the file alone
        // is none.
        try sandbox.write(
            file.replacing("_many\": \"{{count}} c", with: "_many\": \"{{count}} d"), to: path)
        let edited = sandbox.run(["import", "locales"], in: "app")
        #expect(edited.errors == "Imported: 1 set, 1 unchanged.\n", "\(edited)")
    }

    /// Only i18next's readers need these forms, whatever file the text was imported from.
    @Test func aTextOfAnotherFormatIsFilledForI18next() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr"])
        try sandbox.write(english, to: "app/en.json")
        #expect(sandbox.run(["import", "en.json"], in: "app").status == 0)
        let french = ["--plural", "one={{count}} a", "--plural", "other={{count}} b"]
        #expect(sandbox.run(["set", "fr", "files"] + french, in: "app").status == 0)
        #expect(
            sandbox.run(["export", "--format", "i18next-json", "-o", "out"], in: "app").status == 0)
        #expect(
            try sandbox.read("app/out/fr/default.json").contains("\"files_many\": \"{{count}} b\""))
        #expect(
            sandbox.run(["export", "--format", "android-xml", "-o", "out"], in: "app").status == 0)
        #expect(try !sandbox.read("app/out/res/values-fr/strings.xml").contains("many"))
        let json = sandbox.run(
            ["export", "--format", "i18next-json", "-o", "out", "--report", "json"], in: "app")
        #expect(json.output.contains("\"filled\": ["), "\(json)")
    }

    /// A source language with such forms has them in its own file too, without changing the source
    /// text.
    @Test func theSourceLanguageIsFilledToo() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app", "--source", "fr"])
        try sandbox.write(english, to: "app/locales/fr.json")
        #expect(sandbox.run(["import", "locales"], in: "app").status == 0)
        let plural = ["--plural", "one={{count}} x", "--plural", "other={{count}} y"]
        #expect(sandbox.run(["set", "fr", "files"] + plural, in: "app").status == 0)
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(
            try sandbox.read("app/locales/fr.json").contains("\"files_many\": \"{{count}} y\""))
        let again = sandbox.run(["import", "locales"], in: "app")
        #expect(again.errors == "Imported: 1 unchanged.\n", "\(again)")
    }

    private func filledFile(_ sandbox: Sandbox) throws -> String {
        let words = ["set", "fr", "files", "--plural", "one={{count}} a"]
        #expect(sandbox.run(words + ["--plural", "other={{count}} c"], in: "app").status == 0)
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(sandbox.run(["import", "locales"], in: "app").status == 0)
        return try sandbox.read("app/locales/fr.json")
    }

    @Test func aFilledFormIsNoPartOfAnEditedText() throws {
        let sandbox = try project("fr", text("{{count}} a", "{{count}} b"))
        let file = try filledFile(sandbox)
        try sandbox.write(
            file.replacing("_other\": \"{{count}} c", with: "_other\": \"{{count}} d"),
            to: "app/locales/fr.json")
        let edited = sandbox.run(["import", "locales"], in: "app")
        #expect(edited.errors == "Imported: 1 set, 1 unchanged.\n", "\(edited)")
        let now = sandbox.run(["get", "fr", "files"], in: "app").output
        #expect(now == "one: {{count}} a\nother: {{count}} d\n")
    }

    @Test func anOldFilledFileIsNoNewText() throws {
        let sandbox = try project("fr", text("{{count}} a", "{{count}} b"))
        _ = try filledFile(sandbox)
        let words = ["set", "fr", "files", "--plural", "one={{count}} a"]
        #expect(sandbox.run(words + ["--plural", "other={{count}} e"], in: "app").status == 0)
        for options in [[], ["--as-proposals"]] {
            let again = sandbox.run(["import", "locales"] + options, in: "app")
            #expect(again.errors.contains(" unchanged.\n"), "\(again)")
            #expect(!again.errors.contains("conflict"), "\(again)")
        }
        #expect(
            sandbox.run(["get", "fr", "files"], in: "app").output.hasSuffix("other: {{count}} e\n"))
    }

    /// A filled form in the source language's own file does not change the text here.
    @Test func anEditedFileOfTheSourceLanguageIsNoConflict() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app", "--source", "fr"])
        try sandbox.write(english, to: "app/locales/fr.json")
        #expect(sandbox.run(["import", "locales"], in: "app").status == 0)
        let file = try filledFile(sandbox)
        try sandbox.write(
            file.replacing("{{count}} a", with: "{{count}} z"), to: "app/locales/fr.json")
        let edited = sandbox.run(["import", "locales"], in: "app")
        #expect(edited.errors == "Imported: 1 defined.\n", "\(edited)")
        let now = sandbox.run(["get", "fr", "files"], in: "app").output
        #expect(now == "one: {{count}} z\nother: {{count}} c\n")
    }

    @Test func anInheritedTextThatWasFilledStaysInherited() throws {
        let sandbox = try project("fr", text("{{count}} a", "{{count}} b"))
        Sessions.prepare(sandbox, ["locale add fr-CA"])
        let words = ["export", "--format", "i18next-json", "-l", "fr-CA", "-o", "out"]
        #expect(sandbox.run(words, in: "app").status == 0)
        #expect(try sandbox.read("app/out/fr-CA/default.json").contains("files_many"))
        let again = sandbox.run(
            ["import", "--into", "default", "out/fr-CA/default.json"], in: "app")
        #expect(again.errors == "Imported: 1 unchanged.\n", "\(again)")
    }

    @Test func filesOfTwoFormatsAgreeOnAFilledText() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr"])
        try sandbox.write(english, to: "app/en.json")
        #expect(sandbox.run(["import", "en.json"], in: "app").status == 0)
        let french = ["--plural", "one={{count}} a", "--plural", "other={{count}} b"]
        #expect(sandbox.run(["set", "fr", "files"] + french, in: "app").status == 0)
        for format in ["i18next-json", "android-xml"] {
            let words = ["export", "--format", format, "-o", "out"]
            #expect(sandbox.run(words, in: "app").status == 0)
        }
        let again = sandbox.run(
            [
                "import", "--into", "default", "out/fr/default.json",
                "out/res/values-fr/strings.xml",
            ], in: "app")
        #expect(again.errors == "Imported: 2 unchanged.\n", "\(again)")
    }

    /// Exports fill no forms in files of Android, so that a form equal to `other` was written by a
    /// person.
    @Test func aFormInAFileThatIsNotFilledIsAStatement() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        func file(_ more: String) -> String {
            """
            <?xml version="1.0" encoding="utf-8"?>
            <resources>
                <plurals name="files">
                    <item quantity="one">%d a</item>
            \(more)        <item quantity="other">%d b</item>
                </plurals>
            </resources>

            """
        }
        try sandbox.write(file(""), to: "app/res/values/strings.xml")
        let path = "app/res/values-fr/strings.xml"
        try sandbox.write(file(""), to: path)
        #expect(sandbox.run(["import", "--add-locales", "."], in: "app").status == 0)
        let edited = file("        <item quantity=\"many\">%d b</item>\n")
        try sandbox.write(edited, to: path)
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(imported.errors.contains("1 set"), "\(imported)")
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(try sandbox.read(path) == edited)
    }
}
