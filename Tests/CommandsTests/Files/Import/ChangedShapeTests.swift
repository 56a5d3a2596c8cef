import Machine
import TestWorld
import Testing

/// A source text that became a plural, or ceased to be one, and its older translations in files.
@Suite struct ChangedShapeTests {
    private func project(_ source: [String], then change: [String]) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add nl fr"])
        try sandbox.write(source[0], to: "app/en.json")
        try sandbox.write(source[1], to: "app/nl.json")
        #expect(sandbox.run(["import", "en.json", "nl.json"], in: "app").status == 0)
        #expect(sandbox.run(["set", "en"] + change, in: "app").status == 0)
        return sandbox
    }

    private func toPlural() throws -> Sandbox {
        try project(
            ["{\n  \"files\": \"%d files\"\n}\n", "{\n  \"files\": \"%d bestanden\"\n}\n"],
            then: ["files", "--plural", "one=%d file", "--plural", "other=%d files"])
    }

    private func toText() throws -> Sandbox {
        try project(
            [
                "{\n  \"files_one\": \"{{count}} file\",\n  \"files_other\": \"{{count}} files\"\n}\n",
                "{\n  \"files_one\": \"{{count}} bestand\",\n  \"files_other\": \"{{count}} bestanden\"\n}\n",
            ], then: ["files", "Files"])
    }

    /// The name of a format, the path of the Dutch file, and its contents.
    private static let formats = [
        (
            "po", "nl/LC_MESSAGES/messages.po",
            [
                "#, fuzzy\n", "msgstr[0] \"%d bestanden\"\nmsgstr[1] \"%d bestanden\"\n",
            ]
        ),
        ("xliff-1.2", "nl.xliff", ["state=\"needs-review-translation\"", "%d bestanden"]),
        ("xliff-2", "nl.xliff", ["state=\"initial\"", "%d bestanden"]),
        ("xcstrings", "Localizable.xcstrings", ["\"state\" : \"needs_review\""]),
        (
            "android-xml", "res/values-nl/strings.xml",
            ["<item quantity=\"one\">%d bestanden</item>"]
        ),
        ("i18next-json", "nl/default.json", ["\"files_one\": \"%d bestanden\""]),
        (
            "apple-strings", "nl.lproj/Localizable.stringsdict",
            ["<key>other</key>\n\t\t\t<string>%d bestanden</string>"]
        ),
    ]

    @Test(arguments: formats.indices) func aTextIsWrittenAsThePluralThatItIsToBe(
        index: Int
    ) throws {
        let (format, path, parts) = Self.formats[index]
        let sandbox = try toPlural()
        let exported = sandbox.run(["export", "--format", format, "-o", "out"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        let isMarked = ["po", "xliff-1.2", "xliff-2", "xcstrings"].contains(format)
        #expect(exported.errors.contains("1 text: files") != isMarked, "\(exported)")
        let text = try sandbox.read("app/out/\(path)")
        for part in parts { #expect(text.contains(part), "\(format): \(text)") }
        // Importing the unedited file changes nothing, and the text stays stale.
        let again = sandbox.run(["import", "--into", "default", "out/\(path)"], in: "app")
        #expect(again.errors.contains(" unchanged.\n"), "\(again)")
        #expect(!again.errors.contains(" set"), "\(again)")
        #expect(sandbox.run(["get", "nl", "files"], in: "app").output == "%d bestanden\n")
        #expect(sandbox.run(["check", "nl"], in: "app").output.contains("stale"))
    }

    @Test func aFinishedFileIsATranslation() throws {
        let sandbox = try toPlural()
        #expect(sandbox.run(["export", "--format", "po", "-o", "out"], in: "app").status == 0)
        let path = "app/out/nl/LC_MESSAGES/messages.po"
        let text = try sandbox.read(path)
        try sandbox.write(
            text.replacing("#, fuzzy\n", with: "").replacing(
                "[0] \"%d bestanden\"", with: "[0] \"%d bestand\""), to: path)
        let imported = sandbox.run(
            ["import", "--into", "default", "out/nl/LC_MESSAGES/messages.po"], in: "app")
        #expect(imported.errors.contains("1 set"), "\(imported)")
        let list = sandbox.run(["get", "nl", "files"], in: "app").output
        #expect(list.contains("bestand"), "\(list)")
        #expect(!sandbox.run(["check", "nl"], in: "app").output.contains("stale"))
    }

    /// The file has no stale mark and the exported text: a translator has confirmed it.
    @Test func takingTheMarkAwayIsAStatement() throws {
        let sandbox = try toPlural()
        #expect(sandbox.run(["export", "--format", "po", "-o", "out"], in: "app").status == 0)
        let path = "app/out/nl/LC_MESSAGES/messages.po"
        try sandbox.write(sandbox.read(path).replacing("#, fuzzy\n", with: ""), to: path)
        let imported = sandbox.run(
            ["import", "--into", "default", "out/nl/LC_MESSAGES/messages.po"], in: "app")
        #expect(imported.errors.contains("1 set"), "\(imported)")
        #expect(!sandbox.run(["check", "nl"], in: "app").output.contains("stale"))
    }

    @Test(arguments: ["po", "i18next-json", "android-xml"])
    func ofAPluralOtherIsThePlainText(format: String) throws {
        let sandbox = try toText()
        let exported = sandbox.run(["export", "--format", format, "-o", "out"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        let paths = [
            "po": "nl/LC_MESSAGES/messages.po", "i18next-json": "nl/default.json",
            "android-xml": "res/values-nl/strings.xml",
        ]
        let path = try #require(paths[format])
        let text = try sandbox.read("app/out/\(path)")
        #expect(text.contains("{{count}} bestanden"), "\(text)")
        #expect(!text.contains("bestand\""), "\(text)")
        let again = sandbox.run(["import", "--into", "default", "out/\(path)"], in: "app")
        #expect(!again.errors.contains(" set"), "\(again)")
        #expect(sandbox.run(["check", "nl"], in: "app").output.contains("stale"))
    }

    /// An older export is imported after the plural was translated.
    @Test(arguments: formats.indices, [[], ["--force"]])
    func anOldFileDoesNotReplaceAFinishedText(index: Int, options: [String]) throws {
        let (format, path, _) = Self.formats[index]
        let sandbox = try toPlural()
        let exported = sandbox.run(["export", "--format", format, "-o", "out"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        let words = ["--plural", "one=%d bestand", "--plural", "other=%d bestanden"]
        #expect(sandbox.run(["set", "nl", "files"] + words, in: "app").status == 0)
        let again = sandbox.run(
            ["import", "--into", "default", "out/\(path)"] + options, in: "app")
        #expect(!again.errors.contains(" set"), "\(again)")
        #expect(!again.errors.contains("conflict"), "\(again)")
        let now = sandbox.run(["get", "nl", "files"], in: "app").output
        #expect(now == "one: %d bestand\nother: %d bestanden\n")
    }

    @Test(arguments: ["i18next-json", "po"])
    func anInheritedTextThatWasFittedStaysInherited(format: String) throws {
        let sandbox = try toPlural()
        Sessions.prepare(sandbox, ["locale add nl-BE"])
        let words = ["export", "--format", format, "--inherit", "-l", "nl-BE", "-o", "out"]
        #expect(sandbox.run(words, in: "app").status == 0)
        let path =
            format == "po" ? "out/nl_BE/LC_MESSAGES/messages.po" : "out/nl-BE/default.json"
        #expect(try sandbox.read("app/\(path)").contains("%d bestanden"))
        let again = sandbox.run(["import", "--into", "default", path], in: "app")
        #expect(again.errors == "Imported: 1 unchanged.\n", "\(again)")
    }

    /// This holds even if the check for plurals does not block acceptance, or does not apply.
    @Test(arguments: ["nl", "ja"])
    func aProposalOfAnotherShapeDoesNotReplaceAFinishedText(tag: String) throws {
        let sandbox = try toPlural()
        if tag == "ja" { Sessions.prepare(sandbox, ["locale add ja"]) }
        #expect(
            sandbox.run(["config", "blocking-checks", "[\"markup\"]"], in: "app").status == 0)
        func run(_ words: String...) -> Sandbox.Result { sandbox.run(words, in: "app") }
        #expect(run("propose", tag, "files", "%d x").status == 0)
        // It may replace a missing or a stale text.
        #expect(run("accept", "--yes", "--locale", tag).status == 0)
        #expect(run("set", tag, "files", "--plural", "other=%d y").status == 0)
        #expect(run("propose", tag, "files", "%d z").status == 0)
        let refused = run("accept", "--yes", "--locale", tag)
        #expect(
            refused.errors.contains("does not have the structure of the source text"), "\(refused)")
        #expect(run("get", tag, "files").output == "other: %d y\n")
    }
}
