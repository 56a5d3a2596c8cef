import TestKit
import TestWorld
import Testing

@Suite struct FirstStepsTests {
    /// A directory with the files of an app and others that only look like them.
    private func app() throws -> Sandbox {
        let sandbox = try Sandbox()
        try sandbox.git("init", "-q", "-b", "main", "app")
        for (path, text) in [
            ("locales/en/common.json", "{\"title\": \"Welcome\"}"),
            ("locales/fr/common.json", "{\"title\": \"Bienvenue\"}"),
            (
                "android/res/values/strings.xml",
                "<resources><string name=\"a\">A</string></resources>"
            ),
            (
                "ios/Localizable.xcstrings",
                "{\"sourceLanguage\": \"en\", \"strings\": {}, \"version\": \"1.0\"}"
            ),
            ("package.json", "{\"name\": \"app\"}"), ("pom.xml", "<project/>"),
            ("src/main.c", "/* main */"), ("node_modules/x/locales/de.json", "{}"),
        ] {
            try sandbox.write(text, to: "app/" + path)
        }
        return sandbox
    }

    @Test func theProgramAlone() throws {
        let sandbox = try app()
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("")
        sandbox.run(["init"], in: "app")
        transcript.run("")
        assertGolden(transcript.text, "first-steps.txt")
        #expect(transcript.last?.status == 64)
    }

    /// The suggested commands work in the directory in which `init` ran.
    @Test(arguments: [
        (["init", "app"], "$SANDBOX/app"), (["-C", "app", "init"], "app"),
        (["-C", "app", "init", "."], "$SANDBOX/app/."),
    ])
    func theDirectoryIsPartOfTheCommands(words: [String], directory: String) throws {
        let sandbox = try app()
        let made = sandbox.run(words)
        let command = "  dragoman -C \(directory) import --add-locales .  "
        #expect(made.errors.contains(command), "\(made)")
        let imported = sandbox.run(["-C", "app", "import", "--add-locales", "."])
        #expect(imported.status == 0, "\(imported)")
    }

    @Test func afterTheStartOfAProject() throws {
        let sandbox = try app()
        var transcript = Transcript(sandbox, in: "app")
        transcript.run("init")
        assertGolden(transcript.text, "first-steps-init.txt")
        let imported = sandbox.run(["import", "--add-locales", "."], in: "app")
        #expect(imported.status == 0, "\(imported)")
        #expect(sandbox.run(["get", "fr", "common:title"], in: "app").output == "Bienvenue\n")
    }
}
