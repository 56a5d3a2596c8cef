import Foundation
import TestWorld
import Testing

/// The first file of a language, beside files with a layout of their own.
@Suite struct FirstFileTests {
    /// A file of the source language, and the resulting German file.
    struct Sample: CustomTestStringConvertible {
        let path: String
        let source: String
        let germanPath: String
        let german: String
        /// A French file, needed if the paths of the others do not determine the layout.
        var french: (path: String, text: String)?
        var key = "a"

        var testDescription: String { path }
    }

    static let samples = [
        Sample(
            path: "locales/en.json",
            source: "{\n\t\"z\": {\"a\": \"A\"},\n\t\"b\": \"B\"\n}\n",
            germanPath: "locales/de.json",
            german: "{\n\t\"z\": {\"a\": \"Ä\"}\n}\n", key: "z.a"),
        Sample(
            path: "res/values/strings.xml",
            source:
                "<!-- License -->\n<resources>\n\t<color name='c'>#f00</color>\n\t<string name='a'>A</string>\n\n\t<!-- Two -->\n\t<string name='b'>B</string>\n</resources>\n",
            germanPath: "res/values-de/strings.xml",
            german:
                "<!-- License -->\n<resources>\n\t<string name='a'>Ä</string>\n</resources>\n"),
        Sample(
            path: "en.lproj/Localizable.strings",
            source: "// License\n\n\"b\"=\"B\";\n/* Two */\n\"a\"=\"A\";\n",
            germanPath: "de.lproj/Localizable.strings",
            german: "// License\n\n/* Two */\n\"a\"=\"Ä\";\n"),
        Sample(
            path: "messages.properties", source: "# License\n\na=A\n\n# Two\nb=B\n",
            germanPath: "messages_de.properties", german: "# License\n\na=\\u00C4\n",
            french: ("messages_fr.properties", "a : À\n")),
        Sample(
            path: "l10n/app_en.arb",
            source:
                "{\n    \"@@locale\": \"en\",\n    \"b\": \"B\",\n    \"@b\": {\"description\": \"Two\"},\n    \"a\": \"A\"\n}\n",
            germanPath: "l10n/app_de.arb",
            german: "{\n    \"@@locale\": \"de\",\n    \"a\": \"Ä\"\n}\n"),
        Sample(
            path: "po/app.pot",
            source: """
                # Copyright Somebody
                #, fuzzy
                msgid ""
                msgstr ""
                "Project-Id-Version: app 1\\n"
                "PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
                "Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
                "Language: \\n"
                "MIME-Version: 1.0\\n"
                "Content-Type: text/plain; charset=UTF-8\\n"
                "Content-Transfer-Encoding: 8bit\\n"

                #: a.c:1   b.c:2
                msgid   "a"
                msgstr  ""

                #: b.c:7
                msgid   "b"
                msgstr  ""

                """,
            germanPath: "po/de.po",
            german: """
                # Copyright Somebody
                msgid ""
                msgstr ""
                "Project-Id-Version: app 1\\n"
                "Language: de\\n"
                "MIME-Version: 1.0\\n"
                "Content-Type: text/plain; charset=UTF-8\\n"
                "Content-Transfer-Encoding: 8bit\\n"
                "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

                #: a.c:1   b.c:2
                msgid   "a"
                msgstr  "Ä"

                #: b.c:7
                msgid   "b"
                msgstr  ""

                """,
            french: (
                "po/fr.po",
                "msgid \"\"\nmsgstr \"Language: fr\\nContent-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"a\"\nmsgstr \"À\"\n"
            )),
        Sample(
            path: "x/messages.en.xlf", source: xliff("en", "A"), germanPath: "x/messages.de.xlf",
            german: xliff("de", "Ä"), french: ("x/messages.fr.xlf", xliff("fr", "À")),
            key: "messages:A"),
    ]

    /// Returns a file of Symfony, which has targets in the source language too.
    private static func xliff(_ tag: String, _ text: String) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
            <!-- Symfony -->
            <file source-language="en" target-language="\(tag)" datatype="plaintext" original="file.ext">
                <body>
                    <trans-unit id="one">
                        <source>A</source>
                        <target>\(text)</target>
                    </trans-unit>
                </body>
            </file>
        </xliff>

        """
    }

    @Test(arguments: samples) func isLaidOutAsThatOfTheSourceLanguage(_ sample: Sample) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de fr"])
        try sandbox.write(sample.source, to: "app/\(sample.path)")
        if let french = sample.french { try sandbox.write(french.text, to: "app/\(french.path)") }
        Sessions.prepare(sandbox, ["import ."])
        Sessions.prepare(sandbox, ["set de \(sample.key) Ä", "export"])
        #expect(try sandbox.read("app/\(sample.path)") == sample.source)
        #expect(try sandbox.read("app/\(sample.germanPath)") == sample.german)
        let again = sandbox.run(["import", "."], in: "app")
        #expect(again.status == 0 && !again.errors.contains("set"), "\(again)")
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(try sandbox.read("app/\(sample.germanPath)") == sample.german)
    }

    @Test(arguments: samples) func isWrittenWithoutTextsOnlyOnRequest(_ sample: Sample) throws {
        // These formats also contain untranslated strings.
        guard !sample.path.hasSuffix(".pot"), !sample.path.hasSuffix(".xlf") else { return }
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de fr"])
        try sandbox.write(sample.source, to: "app/\(sample.path)")
        if let french = sample.french { try sandbox.write(french.text, to: "app/\(french.path)") }
        Sessions.prepare(sandbox, ["import .", "export"])
        let german = sandbox.directory + "/app/" + sample.germanPath
        let files = FileManager.default
        #expect(!files.fileExists(atPath: german))
        func config(_ words: String...) -> Sandbox.Result {
            sandbox.run(["config", "resource"] + words, in: "app")
        }
        let section = String(
            sandbox.run(["config", "resource"], in: "app").output.prefix { $0 != " " })
        #expect(config("none", "--empty-files").status == 2)
        #expect(config("--empty-files").status == 64)
        let set = config(section, "--empty-files")
        #expect(set.errors == "Every language gets a file for \(section).\n", "\(set)")
        #expect(config(section).output.contains("empty files"))
        #expect(config("--format", "json").output.contains("\"emptyFiles\": true"))
        #expect(sandbox.run(["export"], in: "app").status == 0)
        #expect(files.fileExists(atPath: german))
        #expect(sandbox.run(["import", "."], in: "app").status == 0)
        try files.removeItem(atPath: german)
        #expect(config(section, "--no-empty-files").status == 0)
        #expect(!config(section).output.contains("empty files"))
    }
}
