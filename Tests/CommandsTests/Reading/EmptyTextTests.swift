import TestWorld
import Testing

/// Texts that are empty on purpose, and texts that are missing.
@Suite struct EmptyTextTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(
            "{\"title\": \"Home\", \"suffix\": \"\", \"hint\": \"Hint\"}", to: "app/en/default.json"
        )
        Sessions.prepare(
            sandbox,
            [
                "locale add fr", "import en/default.json", "set fr title Accueil",
                "set fr hint '' --empty",
            ])
        return sandbox
    }

    @Test func anEmptySourceWantsNoTranslation() throws {
        let sandbox = try project()
        let status = sandbox.run(["status", "fr", "--format", "json"], in: "app").output
        #expect(status.contains("\"total\": 2"))
        #expect(status.contains("\"missing\": 0"))
        #expect(sandbox.run(["check", "fr", "--require", "fr"], in: "app").status == 0)
        #expect(sandbox.run(["list", "fr", "--state", "missing"], in: "app").output == "")
        Sessions.prepare(sandbox, ["unset fr hint"])
        let left = sandbox.run(["check", "fr", "--require", "fr"], in: "app")
        #expect(left.status == 1)
        #expect(left.output.split(separator: "\n").count == 1)
        #expect(
            sandbox.run(["list", "fr", "--state", "missing"], in: "app").output.contains("hint"))
    }

    @Test func anEmptyTextIsAskedFor() throws {
        let sandbox = try project()
        let before = sandbox.run(["get", "fr", "title"], in: "app").output
        for words in [
            ["set", "fr", "title", ""], ["set", "fr", "title", "--value", ""],
            ["set", "fr", "title", "-"], ["propose", "fr", "title", ""],
            ["string", "edit", "title", ""],
        ] {
            let refused = sandbox.run(words, in: "app")
            #expect(refused.status == 64)
            #expect(refused.errors.contains("Use --empty"), "\(refused)")
        }
        #expect(sandbox.run(["get", "fr", "title"], in: "app").output == before)
        let set = sandbox.run(["set", "fr", "title", "", "--empty"], in: "app")
        #expect(set.status == 0, "\(set)")
        #expect(sandbox.run(["get", "fr", "title"], in: "app").output == "\n")
    }

    @Test func aProjectWithoutStringsIsNotDone() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr"])
        #expect(!sandbox.run(["status"], in: "app").output.contains("100%"))
        for required in ["*", "fr"] {
            let checked = sandbox.run(["check", "--require", required], in: "app")
            #expect(checked.status == 2)
            #expect(checked.errors.contains("The project has no strings"))
        }
        #expect(sandbox.run(["check"], in: "app").status == 0)
    }

    @Test func anEmptyTextIsShownAsOne() throws {
        let sandbox = try project()
        let listed = sandbox.run(["list", "fr", "--key", "hint"], in: "app").output
        #expect(listed.contains("(empty)"))
        #expect(!listed.contains("Hint"))
    }

    @Test func aTemplateLeavesOutWhatIsEmpty() throws {
        let sandbox = try project()
        let template = sandbox.run(["template", "fr"], in: "app")
        #expect(template.status == 0, "\(template)")
        #expect(template.output.contains("<original>Home</original>"))
        #expect(!template.output.contains("<original></original>"))
        try sandbox.write(
            template.output.replacing(
                "<translation></translation>", with: "<translation>x</translation>"),
            to: "app/fr.xml")
        let checked = sandbox.run(["check", "fr.xml"], in: "app")
        #expect(checked.output == "All translated\n")
        #expect(checked.status == 0)
    }

    @Test func aFilesMissingTextsSayWhereTheyAre() throws {
        let sandbox = try project()
        let empty = sandbox.run(["template", "fr-CA"], in: "app").output
        try sandbox.write(empty, to: "app/wrong.xml")
        let checked = sandbox.run(["check", "wrong.xml", "--format", "json"], in: "app")
        #expect(checked.status == 1)
        #expect(checked.output.contains("\"locale\": \"fr-CA\",\n    \"section\": \"default\",\n"))
    }

    @Test func anImportSaysWhatItPassedOver() throws {
        let sandbox = try project()
        try sandbox.write(
            "{\"title\": \"Start\", \"hint\": \"\", \"extra\": \"x\"}",
            to: "app/fr/default.json")
        let result = sandbox.run(["import", "fr/default.json", "--format", "json"], in: "app")
        let keys = result.output.split(separator: "\n").filter { $0.contains("\"key\"") }
        #expect(keys.map { $0.filter(\.isLetter) } == ["keyextra", "keyhint"])
    }
}
