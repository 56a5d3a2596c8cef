import TestWorld
import Testing

/// Valid names of sections, and names that are probably mistakes.
@Suite struct SectionNameTests {
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
        ("string add menu:open Open", "“-s menu open” creates it"),
        ("string rename auth:title menu:title", "“--new-section menu title” creates it"),
        ("propose en menu:open Open --new", "“-s menu open” creates it"),
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
                == "refused: There is no section “atuh”.\nnearest: auth\nhint: The only valid name is auth.\n"
        )
        #expect(run("export --format po -s default -o out", in: sandbox).status == 0)
    }

    @Test(arguments: ["../../etc", "..", "/abs", ".git", "a//b"])
    func aSectionThatLeavesItsDirectoryIsNotDefined(_ section: String) throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"a\": \"A\"}", to: "app/a.json")
        let before = try sandbox.git("rev-list", "--count", "translations", in: "app")
        for line in [
            "string add -s \(section) a A", "import a.json -l en -s \(section)",
            "propose fr -s \(section) a A --new",
            "string rename greeting a --new-section \(section)",
        ] {
            let result = sandbox.run(Transcript.words(line), in: "app")
            #expect(result.status == 2, "\(line)")
            #expect(result.errors.hasPrefix("refused: The section “\(section)” cannot be"))
        }
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "app") == before)
        #expect(sandbox.run(["init", "other", "--default-section", section]).status == 2)
        let exported = sandbox.run(["export", "--format", "i18next-json", "-o", "out"], in: "app")
        #expect(exported.status == 0)
    }
}
