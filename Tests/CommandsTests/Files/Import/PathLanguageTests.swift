import TestWorld
import Testing

/// A file's language, judged by the directories above it and by names that contradict its contents.
@Suite struct PathLanguageTests {
    private func project(_ languages: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add \(languages)", "string add hello Hello"])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    // MARK: Directories far above

    /// `it` and `mw` are ordinary directories, not languages of these files.
    @Test(arguments: ["de", "it"])
    func aDirectoryFarAboveIsNoLanguage(language: String) throws {
        let sandbox = try project("\(language) ban")
        let text = #"{"hello": "x"}"#
        for path in ["it/proj/strings.json", "mw/i18n/ban.json", "it/proj/ban.json"] {
            try sandbox.write(text, to: path)
        }
        let root = sandbox.directory
        let unnamed = run("import \(root)/it/proj/strings.json", in: sandbox)
        #expect(unnamed.errors.contains("does not declare its language"), "\(unnamed)")
        let named = run("import -l \(language) \(root)/it/proj/strings.json", in: sandbox)
        #expect(named.errors.hasSuffix("Imported: 1 set.\n"), "\(named)")
        #expect(named.errors.contains("“it” in the path is not read as a language"), "\(named)")
        for path in ["mw/i18n/ban.json", "it/proj/ban.json"] {
            let result = run("import --dry-run \(root)/\(path)", in: sandbox)
            #expect(result.errors == "Would import: 1 set.\n", "\(result)")
        }
    }

    /// Directories above the current one are ignored, even if the path is absolute.
    @Test func aDirectoryAboveTheCurrentOneIsNoLanguage() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "it/app"])
        try sandbox.write(#"{"hello": "x"}"#, to: "it/app/strings.json")
        try sandbox.write(#"{"hello": "x"}"#, to: "it/app/en/admin/users.json")
        let root = sandbox.directory
        let result = sandbox.run(["import", "\(root)/it/app/strings.json"], in: "it/app")
        #expect(result.errors.contains("does not declare its language"), "\(result)")
        let nested = sandbox.run(["import", "\(root)/it/app/en/admin/users.json"], in: "it/app")
        #expect(nested.errors == "Imported: 1 defined.\n")
        #expect(sandbox.run(["list"], in: "it/app").output.contains("admin/users:hello"))
    }

    /// A section of the project may have its own directories, wherever its files are.
    @Test func aSectionOfTheProjectIsFoundInAnyPlace() throws {
        let sandbox = try project("de")
        Sessions.prepare(sandbox, ["string add -s admin/users name Name"])
        try sandbox.write(#"{"name": "Name"}"#, to: "out/de/admin/users.json")
        let result = run("import \(sandbox.directory)/out/de/admin/users.json", in: sandbox)
        #expect(result.errors == "Imported: 1 set.\n", "\(result)")
    }

    // MARK: Names and contents

    private static func po(_ language: String) -> String {
        "msgid \"\"\nmsgstr \"Language: \(language)\\n\"\n\nmsgid \"hello\"\nmsgstr \"x\"\n"
    }

    /// Django writes `zh_Hans` and gettext `zh_CN`: both are the project's language.
    @Test(arguments: [
        ("zh-Hans", "zh_CN", "zh_Hans"), ("zh-Hant", "zh_TW", "zh_Hant"),
        ("zh-CN", "zh_CN", "zh_Hans"), ("zh-Hant-TW", "zh_TW", "zh_Hant"), ("de", "de_DE", "de"),
    ])
    func spellingsOfOneLanguageAgree(language: String, inside: String, name: String) throws {
        let sandbox = try project(language)
        try sandbox.write(Self.po(inside), to: "app/\(name)/LC_MESSAGES/messages.po")
        let path = "\(name)/LC_MESSAGES/messages.po"
        #expect(run("import \(path)", in: sandbox).errors == "Imported: 1 set.\n")
        #expect(run("get \(language) hello", in: sandbox).output == "x\n")
        let named = run("import -l \(language) \(path)", in: sandbox)
        #expect(named.errors == "Imported: 1 unchanged.\n")
    }

    /// One of two files in a directory may name `zh_CN` and the other `zh_Hans`.
    @Test func filesThatSpellOneLanguageOtherwiseGoTogether() throws {
        let sandbox = try project("zh-Hans")
        Sessions.prepare(sandbox, ["string add -s js hello Hello"])
        try sandbox.write(Self.po("zh_CN"), to: "app/zh_Hans/LC_MESSAGES/messages.po")
        try sandbox.write(Self.po("zh_Hans"), to: "app/zh_Hans/LC_MESSAGES/js.po")
        let result = run(
            "import zh_Hans/LC_MESSAGES/messages.po zh_Hans/LC_MESSAGES/js.po", in: sandbox)
        #expect(result.errors == "Imported: 2 set.\n")
    }

    @Test func whatContradictsIsNamedWithTheWayOut() throws {
        let sandbox = try project("zh-Hans zh-CN de")
        try sandbox.write(Self.po("de"), to: "app/de/LC_MESSAGES/messages.po")
        try sandbox.write(Self.po("zh_CN"), to: "app/zh_Hans/LC_MESSAGES/messages.po")
        let files = "de/LC_MESSAGES/messages.po zh_Hans/LC_MESSAGES/messages.po"
        let refused = run("import \(files)", in: sandbox)
        #expect(refused.status == 2)
        #expect(
            refused.errors.contains("zh_Hans/LC_MESSAGES/messages.po is named for zh_Hans"))
        #expect(refused.errors.contains("--locale-map zh_CN=zh-Hans"), "\(refused)")
        let mapped = run("import --locale-map zh_CN=zh-Hans \(files)", in: sandbox)
        #expect(mapped.errors == "Imported: 2 set.\n")
    }

    /// The project has no `de-DE`; a file of that name with another language inside is still
    /// suspicious.
    @Test(arguments: [("de_DE", "de-DE"), ("de", "de"), ("fr_FR", "fr-FR")])
    func aNameThatContradictsTheContentsIsTold(name: String, tag: String) throws {
        let sandbox = try project("fr-CA")
        let text = """
            <strings language="fr" region="CA"><string><original>Hello</original>\
            <translation>Bonjour</translation></string></strings>
            """
        Sessions.prepare(sandbox, ["string add Hello Hello"])
        try sandbox.write(text, to: "app/\(name).xml")
        let result = run("import \(name).xml", in: sandbox)
        #expect(
            result.errors == """
                note: \(name).xml: The name indicates \(tag), but the contents declare fr-CA, which is used. \
                Correct the file's name or attributes.
                Imported: 1 set.

                """)
        let named = run("import -l fr-CA \(name).xml", in: sandbox)
        #expect(named.errors == "Imported: 1 unchanged.\n")
    }

    /// A name that is less specific than the contents does not contradict them.
    @Test func aNameThatSaysLessIsNotTold() throws {
        let sandbox = try project("pt-PT")
        try sandbox.write(Self.po("pt_PT"), to: "app/pt.po")
        #expect(run("import pt.po", in: sandbox).errors == "Imported: 1 set.\n")
    }

    @Test func aNameThatMayBeALanguageIsOneWhereTheProjectHasIt() throws {
        let sandbox = try Sessions.project()
        func run(_ line: String) -> Sandbox.Result {
            sandbox.run(Transcript.words(line), in: "app")
        }
        try sandbox.write("a=A\n", to: "app/texts.properties")
        try sandbox.write("a=B\n", to: "app/texts_dag.properties")
        #expect(run("import texts.properties").status == 0)
        let unsure = run("import texts_dag.properties --dry-run")
        #expect(unsure.errors.contains("“dag” in the name is not read as a language"))
        #expect(unsure.errors.contains("1 defined"))
        #expect(run("locale add dag").status == 0)
        let sure = run("import texts_dag.properties")
        #expect(!sure.errors.contains("not taken"))
        #expect(run("get dag texts:a").output == "B\n")
    }
}
