import TestWorld
import Testing

/// Removing languages.
@Suite struct LocaleVerbsTests {
    @Test func aRemovedLanguageTakesNothingAndLendsNothing() throws {
        let sandbox = try Sessions.project()
        let proposed = sandbox.run(["propose", "fr", "greeting", "Salut"], in: "app").output
        sandbox.run(["locale", "remove", "fr"], in: "app")
        let id = String(proposed.prefix(26))
        #expect(sandbox.run(["accept", id], in: "app").status == 2)
        #expect(
            sandbox.run(["get", "fr-CA", "greeting", "--fallback"], in: "app").output
                == "Good morning\n")
        let exported = sandbox.run(
            ["export", "--format", "verid-xml", "-l", "fr-CA"], in: "app")
        #expect(!exported.output.contains("Bonjour"))
    }
}
