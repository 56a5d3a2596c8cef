import TestWorld
import Testing

/// The plural forms that `check` requires of texts from gettext files.
@Suite struct GettextCheckTests {
    private static func po(_ language: String, _ forms: String, _ count: Int) -> String {
        let texts = (0..<count).map { "msgstr[\($0)] \"%d f\($0)\"" }.joined(separator: "\n")
        return """
            msgid ""
            msgstr "Language: \(language)\\nPlural-Forms: \(forms)\\nContent-Type: text/plain; charset=UTF-8\\n"

            msgid "%d file"
            msgid_plural "%d files"
            \(texts)

            msgctxt "menu"
            msgid "Open"
            msgstr "a"

            msgctxt "state"
            msgid "Open"
            msgstr "b"

            """
    }

    private static let template = """
        msgid "%d file"
        msgid_plural "%d files"
        msgstr[0] ""
        msgstr[1] ""

        msgctxt "menu"
        msgid "Open"
        msgstr ""

        msgctxt "state"
        msgid "Open"
        msgstr ""

        """

    /// French has a form for millions, Russian for fractions and Hebrew for two, all unknown to
    /// these files.
    @Test(arguments: [
        ("fr", "nplurals=2; plural=(n > 1);", 2), ("es", "nplurals=2; plural=n != 1;", 2),
        (
            "ru",
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
            3
        ),
        ("he", "nplurals=2; plural=(n != 1);", 2),
        (
            "cs", "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;", 3
        ),
    ])
    func theFilesOwnFormsCount(language: String, forms: String, count: Int) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add \(language)"])
        try sandbox.write(Self.template, to: "app/messages.pot")
        try sandbox.write(Self.po(language, forms, count), to: "app/\(language).po")
        func run(_ line: String) -> Sandbox.Result {
            sandbox.run(Transcript.words(line), in: "app")
        }
        #expect(run("import messages.pot \(language).po").status == 0)
        #expect(run("check \(language) --check plurals --check inconsistent").output == "")

        // An export writes every form of the language; the import accepts that the text has fewer.
        #expect(run("export --format po -l \(language) -o out").status == 0)
        let again = run("import out/\(language)/LC_MESSAGES/messages.po")
        #expect(again.errors.hasSuffix("Imported: 3 unchanged.\n"), "\(again)")
        #expect(run("check \(language) --check plurals").output == "")
    }

    /// A profile for another format requires the forms that its readers need.
    @Test(arguments: [("fr", "n > 1"), ("es", "n != 1"), ("it", "n != 1"), ("ca", "n != 1")])
    func anExportProfileCounts(language: String, plural: String) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add \(language) nl"])
        try sandbox.write(Self.template, to: "app/messages.pot")
        try sandbox.write(
            Self.po(language, "nplurals=2; plural=(\(plural));", 2), to: "app/\(language).po")
        Sessions.prepare(sandbox, ["import messages.pot \(language).po"])
        func found(_ profile: String) -> String {
            Sessions.prepare(sandbox, ["config export-profiles '[\(profile)]'"])
            return sandbox.run(["check", language, "--check", "plurals"], in: "app").output
        }
        #expect(found(#"{"format":"i18next-json"}"#).contains("“many”"))
        #expect(found(#"{"format":"po"}"#) == "")
        #expect(found(#"{"format":"i18next-json","locales":["nl"]}"#) == "")
    }

    /// A text written here comes from no file, so all forms are required.
    @Test func otherTextsAreAskedForAllForms() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add fr", "string add f --plural one='%d file' --plural other='%d files'",
                "set fr f --plural one='%d a' --plural other='%d b'",
            ])
        let result = sandbox.run(["check", "fr", "--check", "plurals"], in: "app")
        #expect(result.output.contains("“many”"), "\(result)")
    }
}
