import TestWorld
import Testing

/// Translation files that are older than the project's texts.
@Suite struct OldFileTests {
    /// A project with a reviewed text, and an earlier export in each format.
    private func project(_ format: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "string add hello 'Log in'", "string add bye Bye",
                "set de hello Anmelden", "set de bye Ende",
                "export --format \(format) -o old", "string edit hello 'Sign in'",
                "set de hello Einloggen", "vouch de hello", "set de bye Tschüs",
            ])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private static let formats = [
        ("i18next-json", "de/default.json"), ("xliff-1.2", "de.xliff"),
        ("po", "de/LC_MESSAGES/messages.po"),
    ]

    @Test(arguments: formats)
    func reviewedTextsStayAndStaleOnesAreTold(format: String, path: String) throws {
        let sandbox = try project(format)
        let skipped =
            "skipped: hello: It was made for an earlier source text; the current text is up to date. `--force` replaces the text.\n"
        let earlier = "note: bye: The text is reset to an earlier one.\n"
        let line = "import -l de old/\(path)"
        #expect(
            run(line + " --dry-run", in: sandbox).errors
                == skipped + earlier + "Would import: 1 set, 1 skipped.\n")
        let result = run(line + " --format json", in: sandbox)
        #expect(result.errors == skipped + earlier)
        #expect(result.output.contains("\"earlierText\": [\n    \"bye\"\n  ]"))
        #expect(
            result.output.contains(
                "{\n      \"locale\": \"de\",\n      \"key\": \"hello\",\n      \"reason\": \"It was made for an earlier source text;"
            ))
        #expect(run("get de hello", in: sandbox).output == "Einloggen\n")
        // Importing the same file again changes nothing.
        #expect(run(line, in: sandbox).errors == "Imported: 2 unchanged.\n")

        let forced = run(line + " --force", in: sandbox).errors
        #expect(
            forced.contains(
                "note: hello: The text is stale, because it was made for an earlier source text.\n")
        )
        #expect(forced.hasSuffix("Imported: 1 set, 1 unchanged.\n"))
        #expect(run("get de hello", in: sandbox).output == "Anmelden\n")
        #expect(run("todo de", in: sandbox).output.contains("hello"))
    }

    @Test func proposalsOfEarlierTextsAreOutdated() throws {
        let sandbox = try project("i18next-json")
        let result = run("import -l de --as-proposals old/de/default.json", in: sandbox)
        #expect(
            result.errors.contains(
                "note: hello: The proposal is outdated, because it was made for an earlier source text.\n"
            ))
        #expect(result.errors.hasSuffix("Imported: 2 proposed.\n"))
        let listed = run("proposals", in: sandbox).output.split(separator: "\n")
        #expect(listed.filter { $0.contains("outdated") }.count == 1, "\(listed)")
    }

    /// A file of a format that marks stale texts, written before this one became stale.
    @Test func aStaleTextWithoutMarkIsTold() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "string add hello 'Log in'", "set de hello Anmelden",
                "export --format po -o old", "string edit hello 'Sign in'",
            ])
        #expect(
            run("import -l de old/de/LC_MESSAGES/messages.po", in: sandbox).errors
                == "note: hello: The text was stale or flagged, and the file does not mark it as such: it now counts as correct for the current source text.\nImported: 1 set.\n"
        )
    }

    /// Exports include inherited texts in files of regional languages.
    @Test func whatWasInheritedComesNotBack() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add fr", "locale add fr-CA", "string add mail 'E-mail'",
                "string add send Send", "set fr mail Mél", "set fr send Envoyer",
                "export --format i18next-json -o old", "set fr mail Courriel", "vouch fr mail",
                "set fr-CA send Expédier", "vouch fr-CA send",
            ])
        let result = run("import -l fr-CA old/fr-CA/default.json", in: sandbox)
        #expect(result.errors.hasSuffix("Imported: 2 skipped.\n"), "\(result)")
        #expect(run("get fr-CA mail --fallback", in: sandbox).output == "Courriel\n")
    }
}
