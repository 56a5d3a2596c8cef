import TestSupport
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

        // It comes back as nothing new, and stays filled.
        let again = sandbox.run(["import", "locales"], in: "app")
        #expect(again.errors == "Imported: 2 unchanged.\n", "\(again)")
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(try sandbox.read(path) == file)
        // The project's text has two forms still, so that a check says what is missing.
        let check = sandbox.run(["check", tag], in: "app")
        #expect(check.output.contains("many"), "\(check)")

        // A change on each side of the file that was filled is a conflict; a change of the file alone is none.
        try sandbox.write(
            file.replacing("_many\": \"{{count}} c", with: "_many\": \"{{count}} d"), to: path)
        let edited = sandbox.run(["import", "locales"], in: "app")
        #expect(edited.errors == "Imported: 1 set, 1 unchanged.\n", "\(edited)")
    }

    /// i18next is the one reader that asks for them, whatever the text was imported from.
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

    /// A source language that needs such forms has them in its own file too, and they are no change of the source text.
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
}
