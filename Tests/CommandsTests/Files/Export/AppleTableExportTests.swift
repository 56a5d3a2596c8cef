import Foundation
import TestWorld
import Testing

/// The two files of a table when its strings change between plurals and plain texts.
@Suite struct AppleTableExportTests {
    private static func plural(_ key: String, _ one: String, _ other: String) -> String {
        """
            <key>\(key)</key>
            <dict>
                <key>NSStringLocalizedFormatKey</key>
                <string>%#@n@</string>
                <key>n</key>
                <dict>
                    <key>NSStringFormatSpecTypeKey</key>
                    <string>NSStringPluralRuleType</string>
                    <key>NSStringFormatValueTypeKey</key>
                    <string>d</string>
                    <key>one</key>
                    <string>\(one)</string>
                    <key>other</key>
                    <string>\(other)</string>
                </dict>
            </dict>

        """
    }

    private static func rules(_ entries: String...) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- License -->
        <plist version="1.0">
        <dict>

        """ + entries.joined() + "</dict>\n</plist>\n"
    }

    private func project(_ entries: (language: String, rules: String)...) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de"])
        for (language, text) in entries {
            try sandbox.write(text, to: "app/\(language).lproj/Localizable.stringsdict")
            try sandbox.write(
                "\"a\"=\"A (\(language))\";\n", to: "app/\(language).lproj/Localizable.strings")
        }
        Sessions.prepare(sandbox, ["import ."])
        return sandbox
    }

    private func exists(_ sandbox: Sandbox, _ path: String) -> Bool {
        FileManager.default.fileExists(atPath: sandbox.directory + "/app/" + path)
    }

    @Test func anEntryThatIsNoPluralAnyMoreLeavesItsFile() throws {
        let both = Self.rules(
            Self.plural("files", "%d file", "%d files"), Self.plural("days", "%d day", "%d days"))
        let sandbox = try project(("en", both), ("de", both))
        Sessions.prepare(sandbox, ["string edit files --value 'All files'", "export"])
        for language in ["en", "de"] {
            let rules = try sandbox.read("app/\(language).lproj/Localizable.stringsdict")
            #expect(!rules.contains("%d file"), "\(rules)")
            #expect(rules.contains("%d days") && rules.contains("License"), "\(rules)")
            let strings = try sandbox.read("app/\(language).lproj/Localizable.strings")
            #expect(strings.contains("\"files\""), "\(strings)")
        }
    }

    @Test func aFileWithoutEntriesIsRemoved() throws {
        let one = Self.rules(Self.plural("files", "%d file", "%d files"))
        let sandbox = try project(("en", one), ("de", one))
        Sessions.prepare(sandbox, ["string edit files --value 'All files'"])
        // The German file was edited, and the edit was not imported.
        let edited = one.replacing("%d files", with: "%d Dateien")
        try sandbox.write(edited, to: "app/de.lproj/Localizable.stringsdict")
        let refused = sandbox.run(["export"], in: "app")
        #expect(refused.status == 2, "\(refused)")
        #expect(exists(sandbox, "en.lproj/Localizable.stringsdict"))
        let kept = sandbox.run(["export", "-o", "."], in: "app")
        #expect(
            kept.errors.contains(
                "note: de.lproj/Localizable.stringsdict was kept, because some of its entries were not imported."
            ), "\(kept)")
        #expect(!exists(sandbox, "en.lproj/Localizable.stringsdict"))
        #expect(exists(sandbox, "de.lproj/Localizable.stringsdict"))
        try sandbox.write(one, to: "app/de.lproj/Localizable.stringsdict")
        let exported = sandbox.run(["export", "--report", "json"], in: "app")
        #expect(
            exported.output.contains("\"removed\": [\n    \"de.lproj/Localizable.stringsdict\""),
            "\(exported)")
        #expect(!exists(sandbox, "de.lproj/Localizable.stringsdict"))
        #expect(try sandbox.read("app/en.lproj/Localizable.strings").contains("All files"))
        let again = sandbox.run(["import", "."], in: "app")
        #expect(again.status == 0 && !again.errors.contains("set"), "\(again)")
    }

    /// A language without texts gets no files, and its existing files are left untouched.
    @Test func aFileOfALanguageWithoutTextsStays() throws {
        let one = Self.rules(Self.plural("files", "%d file", "%d files"))
        let sandbox = try project(("en", one))
        try sandbox.write(one, to: "app/de.lproj/Localizable.stringsdict")
        let exported = sandbox.run(["export"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        #expect(exists(sandbox, "de.lproj/Localizable.stringsdict"))
    }

    @Test func aPlainTextReturnsToTheFileThatItCameFrom() throws {
        func rules(_ text: String) -> String {
            Self.rules(
                "    <key>plain</key>\n    <string>\(text)</string>\n",
                Self.plural("files", "%d file", "%d files"))
        }
        let sandbox = try project(("en", rules("Plain")), ("de", rules("Schlicht")))
        Sessions.prepare(sandbox, ["export"])
        for (language, text) in [("en", "Plain"), ("de", "Schlicht")] {
            #expect(
                try sandbox.read("app/\(language).lproj/Localizable.stringsdict") == rules(text))
            #expect(
                try sandbox.read("app/\(language).lproj/Localizable.strings")
                    == "\"a\"=\"A (\(language))\";\n")
        }
        Sessions.prepare(sandbox, ["set de plain Einfach", "export"])
        #expect(
            try sandbox.read("app/de.lproj/Localizable.stringsdict") == rules("Einfach"))
        #expect(
            try sandbox.read("app/de.lproj/Localizable.strings") == "\"a\"=\"A (de)\";\n")
    }
}
