import TestWorld
import Testing

/// `check FILE.xml` also reports errors in a complete file.
@Suite struct VerIDCheckTests {
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

    /// Names and codes as apps look them up.
    @Test(arguments: [
        ("language=\"fr\"", "fr.xml"), ("language=\"es\" region=\"419\"", "es_419.xml"),
        ("language=\"zh-Hant\" region=\"HK\"", "zh_HK.xml"), ("language=\"vi\"", "sub/vi.xml"),
        ("language=\"fil\" region=\"PH\"", "fil_PH.xml"),
    ])
    func rightNames(attributes: String, name: String) throws {
        let result = try check(Self.file(attributes, Self.full), name)
        #expect(!result.output.contains("file-language"), "\(result)")
        #expect(!result.output.contains("No app"), "\(result)")
    }

    @Test(arguments: [
        (
            "language=\"\"", full, "fr.xml",
            "warning  file-language  The file does not declare its language.", 0
        ),
        (
            "language=\"de\"", full, "fr.xml",
            "warning  file-name  The file is named for fr, but its contents declare de.", 0
        ),
        (
            "language=\"fr\"", full + [("Gone", "Parti")], "fr.xml",
            "warning  unused  “Gone”: The sources do not contain this original.", 0
        ),
        (
            "language=\"Frech\"", full, "fr.xml",
            "warning  file-language  language=“Frech” is not a language code such as “fr”.",
            0
        ),
        (
            "language=\"fre\"", full, "fr.xml",
            "warning  file-language  language=“fre” is not a code that apps recognize; write “fr”.",
            0
        ),
        (
            "language=\"fr\" region=\"Canada\"", full, "fr_CA.xml",
            "warning  file-language  region=“Canada” is not a region code such as “CA”.", 0
        ),
        (
            "language=\"fr\" region=\"ca\"", full, "fr_CA.xml",
            "warning  file-language  region=“ca” is not a code that apps recognize; write “CA”.", 0
        ),
        (
            "language=\"en\" region=\"UK\"", full, "en_GB.xml",
            "warning  file-language  region=“UK” is not a code that apps recognize; write “GB”.", 0
        ),
        (
            "language=\"fr\" region=\"CA\"", full, "fr-CA.xml",
            "warning  file-name  Apps on iOS do not find “fr-CA.xml”; they look for “fr_CA.xml”.", 0
        ),
        (
            "language=\"fr\" region=\"CA\"", full, "fr_ca.xml",
            "error  file-name  No app finds “fr_ca.xml”; apps look for “fr_CA.xml”.", 1
        ),
        (
            "language=\"fr\" region=\"CA\"", full, "french.xml",
            "error  file-name  No app finds “french.xml”; apps look for “fr_CA.xml”.", 1
        ),
        (
            "language=\"\"", full, "french.xml",
            "error  file-name  No app finds “french.xml”: names have the form “fr.xml” or “fr_CA.xml”.",
            1
        ),
        (
            "language=\"en\" region=\"GB\"", full, "en_UK.xml",
            "error  file-name  No app finds “en_UK.xml”; apps look for “en_GB.xml”.", 1
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

    /// A wrong path must not let a job pass forever.
    @Test func filesAreNotComparedWithNoStrings() throws {
        let sandbox = try Sessions.project()
        try sandbox.write(
            "let title = NSLocalizedString(\"Sign in\", comment: \"\")\n", to: "app/Sources/A.swift"
        )
        try sandbox.write("<strings language=\"fr\"></strings>", to: "app/fr.xml")
        let result = sandbox.run(Transcript.words("check fr.xml --sources Sources"), in: "app")
        #expect(result.status == 2)
        #expect(
            result.errors.hasPrefix("refused: Sources has no strings to compare files with."),
            "\(result)")
    }
}
