import TestWorld
import Testing

/// Strings in both files of an Apple table: the `.stringsdict` wins, as in Foundation.
struct AppleTablesTests {
    private static let both = ["Localizable.strings", "Localizable.stringsdict"]

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        Sessions.prepare(sandbox, ["init", "locale add fr ja"])
        for language in ["en", "fr", "ja"] {
            try sandbox.write(
                "\"n\" = \"%d plain \(language)\";\n\"title\" = \"title \(language)\";\n",
                to: "app/\(language).lproj/Localizable.strings")
            try write(["n": "dict \(language)"], language, in: sandbox)
        }
        return sandbox
    }

    /// Writes a table of plurals; Japanese has one form, like a plain text.
    private func write(_ plurals: [String: String], _ language: String, in sandbox: Sandbox) throws
    {
        let one = language == "ja" ? "" : "<key>one</key><string>one</string>"
        let entries = plurals.map { key, text in
            """
            <key>\(key)</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@value@</string>
            <key>value</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
            <key>NSStringFormatValueTypeKey</key><string>d</string>
            \(one)<key>other</key><string>%d \(text)</string></dict></dict>
            """
        }
        try sandbox.write(
            "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(entries.joined())</dict></plist>",
            to: "app/\(language).lproj/Localizable.stringsdict")
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private func text(_ key: String, _ language: String, in sandbox: Sandbox) -> String {
        run("get \(language) \(key) --count 5", in: sandbox).output
    }

    @Test(arguments: [both, both.reversed()]) func inOneImportThePluralCounts(files: [String])
        throws
    {
        let sandbox = try project()
        for language in ["en", "fr", "ja"] {
            let names = files.map { "\(language).lproj/\($0)" }.joined(separator: " ")
            let result = run("import \(names)", in: sandbox)
            #expect(result.status == 0, "\(result)")
            #expect(result.errors.contains("The table's .stringsdict also contains the string"))
            #expect(text("n", language, in: sandbox).hasSuffix("dict \(language)\n"))
            #expect(run("get \(language) title", in: sandbox).output == "title \(language)\n")
            #expect(run("import \(names)", in: sandbox).errors.contains("2 unchanged"), "\(result)")
        }
    }

    @Test(arguments: [both, both.reversed()], ["en", "fr", "ja"])
    func inTwoImportsThePluralCounts(files: [String], language: String) throws {
        let sandbox = try project()
        if language != "en" { Sessions.prepare(sandbox, ["import en.lproj"]) }
        for file in files + files {
            let result = run("import \(language).lproj/\(file)", in: sandbox)
            #expect(result.status == 0, "\(result)")
        }
        #expect(text("n", language, in: sandbox).hasSuffix("dict \(language)\n"))
        let again = run("import \(language).lproj/Localizable.strings", in: sandbox)
        #expect(again.errors.contains("Import both files of the table together."), "\(again)")
        let pruned = run("import --prune \(language).lproj/Localizable.strings", in: sandbox)
        #expect(pruned.status == 0, "\(pruned)")
        #expect(text("n", language, in: sandbox).hasSuffix("dict \(language)\n"), "\(pruned)")
    }

    /// A string that was removed from the `.stringsdict` becomes a plain text if both files agree
    /// or the user forces it.
    @Test(arguments: ["import en.lproj", "import --force en.lproj/Localizable.strings"])
    func whatLeftTheRulesIsPlain(line: String) throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import en.lproj"])
        try write(["other": "others"], "en", in: sandbox)
        let result = run(line, in: sandbox)
        #expect(result.status == 0, "\(result)")
        #expect(run("get en n", in: sandbox).output == "%d plain en\n", "\(result)")
    }
}
