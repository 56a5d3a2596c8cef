import TestWorld
import Testing

/// Input that would do something, or nothing, but hardly what somebody meant.
@Suite struct UnmeantInputTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr", "string add -s auth title 'Sign in'"])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    @Test(arguments: [
        ("string add menu:open Open", "“-s menu open” makes it"),
        ("string rename auth:title menu:title", "“--new-section menu title” makes it"),
        ("propose en menu:open Open --new", "“-s menu open” makes it"),
    ])
    func aKeyOfASectionThatIsNotThereIsAskedAbout(line: String, hint: String) throws {
        let sandbox = try project()
        let result = run(line, in: sandbox)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("refused: There is no section “menu” yet.\n"), "\(result)")
        #expect(result.errors.contains(hint), "\(result)")
        Sessions.prepare(sandbox, ["string add -s menu close Close"])
        #expect(run(line, in: sandbox).status == 0)
    }

    @Test(arguments: [
        "string add 'Note: read this'", "string add https://example.org", "string add a:",
        "string add :menu:open Open", "string add -s menu open Open", "string add auth:button OK",
        "string rename auth:title title --new-section menu",
    ])
    func otherKeysWithColonsAreTaken(line: String) throws {
        #expect(run(line, in: try project()).status == 0)
    }

    @Test func aSectionThatIsNotThereIsNotExported() throws {
        let sandbox = try project()
        let result = run("export --format po -s atuh -o out", in: sandbox)
        #expect(result.status == 2)
        #expect(
            result.errors
                == "refused: There is no section “atuh”.\nnearest: auth\nhint: There is only auth.\n"
        )
        #expect(run("export --format po -s default -o out", in: sandbox).status == 0)
    }

    @Test(arguments: ["", "  "])
    func aRejectionHasAReason(reason: String) throws {
        let sandbox = try project()
        let proposal = sandbox.run(["propose", "fr", "auth:title", "Entrer"], in: "app").output
        let id = String(proposal.prefix(26))
        let result = sandbox.run(["reject", id, "--reason", reason], in: "app")
        #expect(result.status == 64, "\(result)")
        #expect(result.errors.contains("Say why"), "\(result)")
        #expect(run("proposals", in: sandbox).output.contains("Entrer"))
    }

    @Test func nothingIsPrunedForAFileWithoutStrings() throws {
        let sandbox = try project()
        try sandbox.write("{}", to: "app/en/auth.json")
        let result = run("import --prune en/auth.json", in: sandbox)
        #expect(
            result.errors
                == "note: en/auth.json: There are no strings in it, so nothing is removed for it.\nImported: nothing.\n"
        )
        #expect(run("get en auth:title", in: sandbox).output == "Sign in\n")
    }

    /// A path that is wrong would make a job green for ever.
    @Test func filesAreNotComparedWithNoStrings() throws {
        let sandbox = try project()
        try sandbox.write(
            "let title = NSLocalizedString(\"Sign in\", comment: \"\")\n", to: "app/Sources/A.swift"
        )
        try sandbox.write("<strings language=\"fr\"></strings>", to: "app/fr.xml")
        let result = run("check fr.xml --sources Sources", in: sandbox)
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix("refused: Sources has no strings to compare files with."),
            "\(result)")
    }

    @Test(arguments: ["gte", "help gte", "-C . gte"])
    func aCommandThatIsNotThereIsNamed(line: String) throws {
        let result = run(line, in: try project())
        #expect(result.status == 64)
        #expect(
            result.errors.hasPrefix("Error: There is no command “gte”. Nearest: get."), "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test func aDirectoryThatIsNotThereIsNamed() throws {
        let sandbox = try project()
        let result = run("-C nowhere status", in: sandbox)
        #expect(
            result.errors.hasPrefix("refused: There is no directory $SANDBOX/app/nowhere."),
            "\(result)")
        try sandbox.write("", to: "app/file")
        let export = run("export --format po -o file", in: sandbox)
        #expect(export.errors.contains("is a file, and a directory is wanted."), "\(export)")
    }
}
