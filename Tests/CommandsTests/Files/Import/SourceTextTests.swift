import Machine
import TestWorld
import Testing

/// Files that contain the source texts beside the translations, imported after the source has
/// changed.
@Suite struct SourceTextTests {
    static let formats = ["xliff-1.2", "xliff-2", "xcstrings", "csv"]

    /// A project with a text and a plural, and a translator's file with the first source texts.
    private func project(_ format: String) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            [
                "locale add de", "string add hello 'Log in'",
                "string add files --plural 'one={n} file' --plural 'other={n} files'",
                "string add bye 'R&D: <b>bye</b>, \"you\"'", "set de hello Anmelden",
                "set de files --plural 'one={n} Datei' --plural 'other={n} Dateien'",
                "set de bye 'F&E: <b>tschüs</b>'",
                "export --format \(format) -o old",
            ])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private static func path(_ format: String) -> String {
        switch format {
        case "xcstrings": "Localizable.xcstrings"
        case "csv": "translations.csv"
        default: "de.xliff"
        }
    }

    /// Exports again, with other texts that a translator could have typed into the file.
    private func translate(_ directory: String, _ format: String, in sandbox: Sandbox) throws {
        let path = "app/\(directory)/\(Self.path(format))"
        let text = try sandbox.read(path).replacing("Anmelden", with: "Einloggen")
            .replacing("Dateien", with: "Files").replacing("tsch", with: "Tsch")
        try sandbox.write(text, to: path)
    }

    @Test(arguments: formats)
    func aTextForAnEarlierSourceIsStale(format: String) throws {
        let sandbox = try project(format)
        Sessions.prepare(
            sandbox,
            [
                "string edit hello 'Sign in'",
                "string edit files --plural 'one={n} document' --plural 'other={n} documents'",
            ])
        try translate("old", format, in: sandbox)
        let result = run("import -l de old/\(Self.path(format))", in: sandbox)
        #expect(
            result.errors.contains(
                "note: 2 strings (files, hello): The text is stale, because it was made for an earlier source text.\n"
            ), "\(result)")
        #expect(result.errors.hasSuffix("Imported: 3 set.\n") && !result.errors.contains("bye"))
        let todo = run("todo de", in: sandbox).output
        #expect(todo.contains("hello") && todo.contains("files") && !todo.contains("bye"))
        #expect(run("get de hello", in: sandbox).output == "Einloggen\n")
        // Texts that are already set add no event, even if the file is imported again.
        #expect(
            run("import -l de old/\(Self.path(format))", in: sandbox).errors
                == "Imported: 3 unchanged.\n")
        // The file's texts are not new. With `--force`, they are set for the source text that is
        // current again.
        Sessions.prepare(sandbox, ["string edit hello 'Log in'", "set de hello y"])
        #expect(
            run("import -l de old/\(Self.path(format))", in: sandbox).errors
                == "Imported: 3 unchanged.\n")
        #expect(
            run("import -l de old/\(Self.path(format)) --force", in: sandbox).errors
                == "note: hello: The text is reset to an earlier one.\nImported: 1 set, 2 unchanged.\n"
        )
        #expect(!run("todo de", in: sandbox).output.contains("hello"))
    }

    @Test(arguments: formats)
    func aProposalForAnEarlierSourceIsOutdated(format: String) throws {
        let sandbox = try project(format)
        Sessions.prepare(sandbox, ["string edit hello 'Sign in'"])
        try translate("old", format, in: sandbox)
        let result = run("import -l de --as-proposals old/\(Self.path(format))", in: sandbox)
        #expect(
            result.errors.contains(
                "note: hello: The proposal is outdated, because it was made for an earlier source text.\n"
            ))
        #expect(result.errors.hasSuffix("Imported: 3 proposed.\n"))
        let listed = run("proposals", in: sandbox).output.split(separator: "\n")
        #expect(listed.filter { $0.contains("outdated") }.count == 1, "\(listed)")
    }

    /// An older file does not clear the flag of a text that it contains.
    @Test(arguments: formats)
    func aNewerTextKeepsItsFlag(format: String) throws {
        let sandbox = try project(format)
        Sessions.prepare(
            sandbox,
            [
                "string edit hello 'Sign in'", "set de hello Anmelden",
                "flag de hello --reason short",
            ])
        let result = run("import -l de old/\(Self.path(format))", in: sandbox)
        #expect(result.errors == "Imported: 3 unchanged.\n")
        let shown = run("blame de hello --format json", in: sandbox).output
        #expect(shown.contains("short"), "\(shown)")
    }

    @Test(arguments: ["xcstrings", "csv"])
    func anEarlierSourceTextIsTold(format: String) throws {
        let sandbox = try project(format)
        Sessions.prepare(sandbox, ["string edit hello 'Sign in'"])
        let line = "import --dry-run old/\(Self.path(format)) --format json"
        let result = run(line, in: sandbox)
        #expect(result.errors.hasPrefix("note: hello: The source text is reset to an earlier one."))
        #expect(result.output.contains("\"earlierSource\": [\n    \"hello\"\n  ]"))
        Sessions.prepare(sandbox, ["string edit hello 'Log in'", "string edit bye 'See you'"])
        #expect(!run(line, in: sandbox).errors.contains("hello"))
    }

    /// Otherwise the text would alternate with each import.
    @Test func filesThatContradictEachOtherAreRefused() throws {
        let sandbox = try project("csv")
        for (directory, text) in [("a", "Log in"), ("b", "Enter")] {
            try sandbox.write("{\"hello\": \"\(text)\"}", to: "app/\(directory)/en/default.json")
            try sandbox.write("{\"hello\": \"\(text)\"}", to: "app/\(directory)/de/default.json")
        }
        for language in ["en", "de"] {
            let files = ["a", "b"].map { "\($0)/\(language)/default.json" }
            for files in [files, files.reversed()] {
                for option in ["", " --as-proposals"] {
                    let result = run(
                        "import -s default " + files.joined(separator: " ") + option, in: sandbox)
                    #expect(
                        result.errors.hasPrefix(
                            "refused: Two files have different texts for “hello” in \(language)."
                        ), "\(option): \(result)")
                }
            }
        }
        let same = "a/en/default.json a/en/default.json"
        #expect(run("import --dry-run " + same, in: sandbox).status == 0)
    }

    @Test(arguments: formats)
    func aSourceTextThatNeverWasIsTold(format: String) throws {
        let sandbox = try project(format)
        let path = "app/old/\(Self.path(format))"
        try translate("old", format, in: sandbox)
        try sandbox.write(
            try sandbox.read(path).replacing("Log in", with: "Enter"), to: path)
        let result = run(
            "import -l de --format json old/\(Self.path(format))", in: sandbox)
        #expect(
            result.errors
                == "note: hello: Its source text never belonged to the string, so it is treated as a translation of the current one.\n"
        )
        #expect(result.output.contains("\"unknownSource\": [\n    \"hello\"\n  ]"))
        #expect(run("todo de", in: sandbox).output.isEmpty)
    }

    @Test(arguments: ["xliff-1.2", "xliff-2", "xcstrings"])
    func anotherSourceLanguageIsTold(format: String) throws {
        let sandbox = try project(format)
        let path = "app/old/\(Self.path(format))"
        try translate("old", format, in: sandbox)
        let file = try sandbox.read(path)
        func take(_ language: String) throws -> String {
            var text = file
            for name in ["source-language=\"", "srcLang=\"", "\"sourceLanguage\" : \""] {
                text = text.replacing("\(name)en", with: "\(name)\(language)")
            }
            if format == "xcstrings" {
                text = text.replacing("\"en\" : {", with: "\"\(language)\" : {")
            }
            try sandbox.write(
                text.replacing("Log in", with: "Entrer"), to: "app/other/\(Self.path(format))")
            return run("import --dry-run -l de other/\(Self.path(format))", in: sandbox).errors
        }
        let other = try take("fr")
        #expect(
            other.contains(
                "It is translated from “fr”, but the project's source language is en, so its source texts are not compared.\n"
            ), "\(other)")
        #expect(other.hasSuffix("Would import: 3 set.\n") && !other.contains("note: hello"))
        // Regions do not matter.
        let same = try take("en-US")
        #expect(!same.contains("translated from") && same.contains("note: hello"), "\(same)")
    }

    /// In such a file, the original is the name of the string.
    @Test func verIDsOriginalsAreNotCompared() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(
            sandbox,
            ["locale add de", "string add Start", "string edit Start 'Begin'"])
        try sandbox.write(
            "<strings language=\"de\"><string><original>Start</original><translation>Los</translation></string></strings>",
            to: "app/de.xml")
        #expect(run("import de.xml", in: sandbox).errors == "Imported: 1 set.\n")
        #expect(run("todo de", in: sandbox).output.isEmpty)
        // If the string has its own key, the original is the source text.
        try sandbox.write(
            "<strings language=\"de\"><string key=\"Start\"><original>Go</original><translation>Geh</translation></string></strings>",
            to: "app/de.xml")
        #expect(run("import de.xml", in: sandbox).errors.contains("note: Start: Its source text"))
    }
}
