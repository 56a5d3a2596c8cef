import TestSupport
import Testing

/// `check FILE.xml` also says what is wrong with a complete file.
@Suite struct VerIDCheckVerbTests {
    private static func file(_ attributes: String, _ pairs: [(String, String)]) -> String {
        "<strings \(attributes)>"
            + pairs.map {
                "<string><original>\($0)</original><translation>\($1)</translation></string>"
            }.joined() + "</strings>"
    }

    private static let full = [("Hello %@", "Bonjour %@"), ("Yes", "Oui")]

    private func check(_ file: String, _ name: String, _ words: String...) throws
        -> Sandbox.Result
    {
        let sandbox = try Sandbox()
        try sandbox.write(
            "_ = translatedStrings[\"Hello %@\"]; _ = translatedStrings[\"Yes\"]",
            to: "app/A.swift")
        try sandbox.write(file, to: "app/\(name)")
        return sandbox.run(["check", name, "--sources", "A.swift"] + words, in: "app")
    }

    @Test func aRightFile() throws {
        let file = Self.file("language=\"fr\" region=\"CA\"", Self.full)
        let result = try check(file, "fr_CA.xml")
        #expect(result.output == "All translated\n", "\(result)")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        (
            "language=\"\"", full, "fr.xml",
            "warning  file-language  The file does not say its language.", 0
        ),
        (
            "language=\"de\"", full, "fr.xml",
            "warning  file-name  The file has the name of fr and says inside that it is de.", 0
        ),
        (
            "language=\"fr\"", full + [("Gone", "Parti")], "fr.xml",
            "warning  unused  “Gone”: The sources have no such original.", 0
        ),
        (
            "language=\"fr\"", [("Hello %@", "Bonjour %d"), ("Yes", "Oui")], "fr.xml",
            "error  placeholders  “Hello %@”: ", 1
        ),
    ])
    func whatIsWrong(
        attributes: String, pairs: [(String, String)], name: String, line: String, status: Int32
    ) throws {
        let file = Self.file(attributes, pairs)
        let result = try check(file, name)
        #expect(result.output.hasPrefix("All translated\n"), "\(result)")
        #expect(result.output.contains(line), "\(result)")
        #expect(result.status == status)
        #expect(try check(file, name, "--fail-on", "warning").status == 1)
        let json = try check(file, name, "--format", "json").output
        #expect(json.contains("\"path\": \"\(name)\""), "\(json)")
        let errors = try check(file, name, "--errors").output
        #expect(errors.contains(line) == (status == 1))
    }
}
