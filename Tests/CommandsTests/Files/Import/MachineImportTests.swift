import TestWorld
import Testing

/// Texts from machines and lists are imported as their proposals, not as the user's.
@Suite struct MachineImportTests {
    @Test func proposalsOfAMachine() throws {
        let sandbox = try Sessions.project()
        try sandbox.write("{\"greeting\":\"Bonne matinée\"}", to: "app/fr/default.json")
        sandbox.run(["propose", "fr", "greeting", "Salut"], in: "app")
        let words = ["import", "fr/default.json", "--as-proposals", "--origin"]
        #expect(sandbox.run(words + ["robot"], in: "app").status == 2)
        let wrong = sandbox.run(["import", "fr/default.json", "--origin", "memory"], in: "app")
        #expect(wrong.status == 64)
        let result = sandbox.run(words + ["machine:babel"], in: "app")
        #expect(result.errors == "Imported: 1 proposed.\n", "\(result)")
        let found = sandbox.run(["proposals", "--origin", "machine:babel"], in: "app").output
        #expect(found.contains("Bonne matinée"), "\(found)")
        // They have their own guid: the proposal of this machine's user stays.
        let mine = sandbox.run(["proposals", "--mine", "--state", "open"], in: "app").output
        #expect(mine.contains("Salut") && !mine.contains("matinée"), "\(mine)")
        try sandbox.write("{\"greeting\":\"Bien le bonjour\"}", to: "app/fr/default.json")
        sandbox.run(words + ["machine:babel"], in: "app")
        let open = sandbox.run(["proposals"], in: "app").output
        #expect(open.contains("Bien le bonjour") && !open.contains("matinée"), "\(open)")
    }

    /// A repository named by `DRAGOMAN_DIR` does not change the meaning of typed paths.
    @Test func pathsWithTheDirectoryOfTheEnvironment() throws {
        let sandbox = try Sessions.project()
        let there = ["DRAGOMAN_DIR": sandbox.directory + "/app"]
        try sandbox.write("{\"greeting\":\"Salut\"}", to: "other/fr/default.json")
        let result = sandbox.run(["import", "fr/default.json"], in: "other", environment: there)
        #expect(result.status == 0, "\(result)")
        #expect(
            sandbox.run(["export", "-o", "out"], in: "other", environment: there).status == 0)
        #expect(try sandbox.read("other/out/fr/default.json").contains("Salut"))
        #expect(sandbox.run(["init", "new"], in: "other", environment: there).status == 0)
        #expect(sandbox.run(["list"], in: "other/new").status == 0)
        let clone = sandbox.run(["clone", "../app", "copy"], in: "other", environment: there)
        #expect(clone.status == 0, "\(clone)")
        #expect(sandbox.run(["get", "fr", "greeting"], in: "other/copy").output == "Salut\n")
    }
}
