import TestWorld
import Testing

/// Values of settings as typed and as stored.
@Suite struct ConfigTests {
    @Test func tagsInSettingsAreCanonical() throws {
        let sandbox = try Sessions.project()
        sandbox.run(["config", "frozen", "[\"fr_ca\"]"], in: "app")
        #expect(sandbox.run(["set", "fr-CA", "greeting", "Allo"], in: "app").status == 2)
        let reviewers = "{\"FR\":[\"ines@example.org\"]}"
        sandbox.run(["config", "reviewers", reviewers], in: "app")
        let shown = sandbox.run(["config", "reviewers"], in: "app").output
        #expect(shown.contains("{\"fr\":["))
        #expect(sandbox.run(["config", "frozen", "[\"xx\"]"], in: "app").status == 2)
        let twice = "{\"fr-CA\":[],\"fr_CA\":[]}"
        #expect(sandbox.run(["config", "reviewers", twice], in: "app").status == 2)
    }
}
