import Foundation
import TestWorld
import Testing

/// Apps with files in several formats and places.
@Suite struct ResourceTests {
    private static let files = [
        "ios/en.lproj/Localizable.strings": "\"a\" = \"A\";\n\"b\" = \"B\";\n\"c\" = \"C\";\n",
        "ios/de.lproj/Localizable.strings": "\"a\" = \"Ä\";\n",
        "android/res/values/strings.xml":
            "<resources>\n  <string name=\"a\">A!</string>\n</resources>\n",
        "android/res/values-iw/strings.xml":
            "<resources>\n  <string name=\"a\">א</string>\n</resources>\n",
        "locales/en.json": "{\n  \"web\": \"Web\"\n}\n",
        "locales/pt_BR.json": "{\n  \"web\": \"Rede\"\n}\n",
    ]

    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for (path, text) in Self.files { try sandbox.write(text, to: "app/\(path)") }
        Sessions.prepare(sandbox, ["locale add de he pt-BR"])
        return sandbox
    }

    private func expectFiles(_ sandbox: Sandbox, below directory: String) throws {
        for (path, text) in Self.files {
            #expect(try sandbox.read("\(directory)/\(path)") == text, "\(path)")
        }
    }

    @Test func eachPlatformHasASectionAndGetsItsFilesBack() throws {
        let sandbox = try project()
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(
            imported.errors == """
                warning: The language `iw` is now written `he`.
                android/res/values-{locale}/strings.xml  android-xml    en he     1 string   android
                ios/{locale}.lproj/Localizable.strings   apple-strings  en de     3 strings  default
                locales/{locale_with_underscore}.json    i18next-json   en pt-BR  1 string   i18next
                Imported: 5 defined, 3 set.

                """, "\(imported)")
        for path in Self.files.keys {
            try FileManager.default.removeItem(atPath: sandbox.directory + "/app/" + path)
        }
        let exported = sandbox.run(["export"], in: "app")
        #expect(exported.errors == "Wrote 6 files in place.\n", "\(exported)")
        try expectFiles(sandbox, below: "app")
        #expect(sandbox.run(["export", "-o", "out"], in: "app").status == 0)
        try expectFiles(sandbox, below: "app/out")
        #expect(sandbox.run(["bundle", "-o", "../dist"], in: "app").status == 0)
        try expectFiles(sandbox, below: "dist")
        let again = sandbox.run(["import", "."], in: "app")
        #expect(again.errors.contains("unchanged"), "\(again)")
        #expect(sandbox.run(["list"], in: "app").output.split(separator: "\n").count == 5)
    }

    /// Without translations, no path shows where they belong.
    @Test(arguments: [
        (
            "messages.properties", "a=A\n", "a=\\u00C4\n", "messages_pt_BR.properties",
            "messages_{locale_with_underscore}.properties"
        ),
        (
            "po/app.pot", "msgid \"A\"\nmsgstr \"\"\n", "msgstr \"Ä\"", "po/pt_BR.po",
            "po/{locale_with_underscore}.po"
        ),
        (
            "src/messages.xlf",
            """
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
              <file source-language="en" datatype="plaintext" original="app"><body>
                <trans-unit id="a"><source>A</source></trans-unit>
              </body></file>
            </xliff>

            """, "<target state=\"translated\">Ä</target>", "src/messages.pt-BR.xlf",
            "src/messages.{locale}.xlf"
        ),
    ])
    func translationsGoBesideTheSource(
        path: String, source: String, text: String, expected: String, pattern: String
    ) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        try sandbox.write(source, to: "app/\(path)")
        Sessions.prepare(sandbox, ["locale add pt-BR", "import ."])
        let listed = sandbox.run(["list", "--format", "json"], in: "app").output
        let key = listed.contains("\"key\": \"a\"") ? "a" : "A"
        let section = try #require(
            listed.firstMatch(of: /"section": "([^"]*)"/).map { String($0.1) })
        sandbox.run(["set", "pt-BR", "-s", section, key, "Ä"], in: "app")
        #expect(sandbox.run(["config", "resource"], in: "app").output.contains(pattern))
        let exported = sandbox.run(["export"], in: "app")
        #expect(exported.errors == "Wrote 2 files in place.\n", "\(exported)")
        #expect(try sandbox.read("app/\(path)") == source)
        #expect(try sandbox.read("app/\(expected)").contains(text))
        let again = sandbox.run(["import", "."], in: "app")
        #expect(again.errors.contains("Imported: 2 unchanged."), "\(again)")
        #expect(sandbox.run(["export"], in: "app").errors == "Wrote 2 files in place.\n")
    }

    /// XLIFF has several sections in one file, and Symfony's apps have several such files, without
    /// states and with ids as keys.
    @Test func severalFilesOfOneFormatComeBackEach() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de"])
        var files: [String: String] = [:]
        for (name, text) in [("security", "Log in"), ("validators", "Too long")] {
            for tag in ["en", "de"] {
                files["\(name).\(tag).xlf"] = """
                    <?xml version="1.0" encoding="utf-8"?>
                    <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
                        <file source-language="en" target-language="\(tag)" datatype="plaintext" original="file.ext">
                            <body>
                                <trans-unit id="1">
                                    <source>\(text)</source>
                                    <target>\(text) (\(tag))</target>
                                </trans-unit>
                            </body>
                        </file>
                    </xliff>

                    """
            }
        }
        for (path, text) in files { try sandbox.write(text, to: "app/\(path)") }
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(imported.status == 0, "\(imported)")
        let exported = sandbox.run(["export"], in: "app")
        #expect(exported.errors == "Wrote 4 files in place.\n", "\(exported)")
        for (path, text) in files { #expect(try sandbox.read("app/\(path)") == text, "\(path)") }
        let list = sandbox.run(["list", "de"], in: "app").output
        #expect(list.contains("Too long (de)") && list.contains("Log in (de)"), "\(list)")
        #expect(
            sandbox.run(["set", "de", "validators:Too long", "Zu lang"], in: "app").status == 0)
        #expect(sandbox.run(["export"], in: "app").status == 0)
        let changed = try files.keys.filter { try sandbox.read("app/\($0)") != files[$0] }
        #expect(changed.count == 1, "\(changed)")
    }

    /// A template imported alone belongs to the files that it was first imported with, even if its
    /// strings are new.
    @Test func aTemplateAloneStaysWithItsFiles() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de"])
        let head = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        func message(_ id: String, _ text: String) -> String {
            "\nmsgid \"\(id)\"\nmsgstr \"\(text)\"\n"
        }
        try sandbox.write(head + message("a", ""), to: "app/po/messages.pot")
        try sandbox.write(head + message("a", "A"), to: "app/po/de.po")
        #expect(sandbox.run(["import", "po"], in: "app").status == 0)
        let new = ["b", "c", "d"].map { message($0, "") }.joined()
        try sandbox.write(head + new, to: "app/po/messages.pot")
        let imported = sandbox.run(["import", "po/messages.pot"], in: "app")
        #expect(imported.errors.hasSuffix("Imported: 3 defined.\n"), "\(imported)")
        let list = sandbox.run(["list"], in: "app").output
        #expect(!list.contains("po:") && list.contains("b"), "\(list)")
    }

    /// The template often has the app's name, unlike the files of the languages.
    @Test func aTemplateOfAnotherNameBelongsToTheFilesBesideIt() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de fr"])
        let head = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n"
        let files = ["app.pot": "", "de.po": "Ä", "fr.po": "À"].mapValues {
            head + "\nmsgid \"a\"\nmsgstr \"\($0)\"\n"
        }
        for (name, text) in files { try sandbox.write(text, to: "app/po/\(name)") }
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(imported.errors.hasSuffix("Imported: 1 defined, 2 set.\n"), "\(imported)")
        #expect(
            sandbox.run(["config", "resource"], in: "app").output.split(separator: "\n").count == 1)
        for name in files.keys {
            try FileManager.default.removeItem(atPath: sandbox.directory + "/app/po/" + name)
        }
        Sessions.prepare(sandbox, ["export"])
        for (name, text) in files { #expect(try sandbox.read("app/po/\(name)") == text) }
        #expect(sandbox.run(["import", "po"], in: "app").errors.contains("unchanged"))
    }

    /// A regional language gets no texts that its file never had, and new ones only in files for
    /// apps.
    @Test(arguments: [
        ("json", "{\n  \"a\": \"%@\",\n  \"b\": \"B\"\n}\n", "{\n  \"a\": \"%@\"\n}\n"),
        ("strings", "\"a\"=\"%@\";\n\"b\"=\"B\";\n", "\"a\"=\"%@\";\n"),
        (
            "po",
            "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"a\"\nmsgstr \"%@\"\n\nmsgid \"b\"\nmsgstr \"B\"\n",
            "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"a\"\nmsgstr \"%@\"\n"
        ),
    ]) func aRegionalLanguageKeepsItsFile(ending: String, whole: String, part: String) throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add es es-MX"])
        func path(_ tag: String) -> String {
            ending == "strings" ? "\(tag).lproj/Localizable.strings" : "l/\(tag).\(ending)"
        }
        let files = [
            path("en"): whole.replacing("%@", with: "A"),
            path("es"): whole.replacing("%@", with: "Á"),
            path("es-MX"): part.replacing("%@", with: "Ä"),
        ]
        for (path, text) in files { try sandbox.write(text, to: "app/\(path)") }
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(imported.status == 0, "\(imported)")
        let exported = sandbox.run(["export"], in: "app")
        #expect(exported.status == 0, "\(exported)")
        for (path, text) in files { #expect(try sandbox.read("app/\(path)") == text, "\(path)") }
        let format = ["json": "i18next-json", "strings": "apple-strings", "po": "po"][ending] ?? ""
        let told = sandbox.run(
            ["export", "--format", format, "--inherit", "-l", "es-MX"], in: "app")
        #expect(told.output.contains("B"), "\(told)")
    }

    /// The files are imported one by one, from a subdirectory, and from another checkout.
    @Test func aResourceIsKnownByItsPattern() throws {
        let sandbox = try project()
        for directory in ["ios", "android", "locales"] {
            #expect(sandbox.run(["import", directory], in: "app").status == 0)
        }
        let list = sandbox.run(["list"], in: "app").output
        #expect(list.contains("android:a") && list.contains("locales") == false, "\(list)")
        #expect(
            sandbox.run(["import", "res"], in: "app/android").errors
                .hasSuffix("Imported: 2 unchanged.\n"))
        try sandbox.write("{\n  \"web\": \"Weave\"\n}\n", to: "other/locales/en.json")
        let other = sandbox.run(["import", "../other/locales"], in: "app")
        #expect(other.errors.hasPrefix("Imported: 1 defined"), "\(other)")
        #expect(sandbox.run(["list"], in: "app").output.contains("Weave"))
    }

    /// An export overwrites no edit of a file that was not imported; after the import, both changes
    /// are kept.
    @Test func anEditThatWasNotImportedIsNotWrittenOver() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import .", "set pt-BR i18next:web Teia"])
        #expect(sandbox.run(["export"], in: "app").errors == "Wrote 6 files in place.\n")
        #expect(try sandbox.read("app/locales/pt_BR.json").contains("Teia"))
        Sessions.prepare(sandbox, ["set de b Bb"])
        let edited = "{\n  \"web\": \"Malha\"\n}\n"
        try sandbox.write(edited, to: "app/locales/pt_BR.json")
        let refused = sandbox.run(["export"], in: "app")
        #expect(refused.status == 2)
        #expect(
            refused.errors.hasPrefix(
                "refused: locales/pt_BR.json contains texts that were not imported.\n"),
            "\(refused)")
        #expect(try sandbox.read("app/locales/pt_BR.json") == edited)
        #expect(try !sandbox.read("app/ios/de.lproj/Localizable.strings").contains("Bb"))
        // The string was changed here too, so the edit becomes a proposal.
        Sessions.prepare(sandbox, ["import .", "export"])
        #expect(try sandbox.read("app/locales/pt_BR.json").contains("Teia"))
        #expect(sandbox.run(["proposals"], in: "app").output.contains("Malha"))
        #expect(try sandbox.read("app/ios/de.lproj/Localizable.strings").contains("Bb"))
    }

    /// Importing an export from another directory adds no resource.
    @Test func aCopyIsNoResourceOfItsOwn() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import .", "export -o out"])
        let path = "out/android/res/values-iw/strings.xml"
        try sandbox.write(
            sandbox.read("app/\(path)").replacingOccurrences(of: "א", with: "ב"), to: "app/\(path)")
        let result = sandbox.run(["import", path], in: "app")
        #expect(result.errors.hasSuffix("Imported: 1 set.\n"), "\(result)")
        #expect(sandbox.run(["get", "he", "android:a"], in: "app").output == "ב\n")
        Sessions.prepare(sandbox, ["import out/locales"])
        #expect(
            sandbox.run(["config", "resource"], in: "app").output.split(separator: "\n").count == 3)
    }

    @Test func filesShareASectionOnRequest() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import ios", "import android --into default"])
        #expect(sandbox.run(["list"], in: "app").output.split(separator: "\n").count == 3)
    }

    @Test func patternsAreShownAndSet() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import ."])
        func config(_ words: String...) -> Sandbox.Result {
            sandbox.run(["config", "resource"] + words, in: "app")
        }
        #expect(config("android").output.contains("android/res/values-{locale}/strings.xml"))
        #expect(config("i18next", "--path", "web/{locale}.json").status == 0)
        #expect(sandbox.run(["export", "-o", "out"], in: "app").status == 0)
        #expect(try sandbox.read("app/out/web/pt-BR.json").contains("Rede"))
        for path in [
            "../{locale}.json", "/{locale}.json", "web.json", "{lang}.json",
            "android/res/values-{locale}/strings.xml",
        ] {
            #expect(config("i18next", "--path", path).status == 2, "\(path)")
        }
        #expect(config("none", "--path", "{locale}.json").status == 2)
        #expect(config("--path", "{locale}.json").status != 0)
        #expect(config("i18next", "--format", "json").output.contains("web/{locale}.json"))
        #expect(config("i18next", "--unset").status == 0)
        #expect(config("i18next").output.contains("(the format's)"))
        #expect(sandbox.run(["fsck"], in: "app").status == 0)
    }

    @Test func aLanguageWithoutTextsGetsNoFile() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import ios"])
        Sessions.prepare(sandbox, ["export -o out"])
        #expect(
            !FileManager.default.fileExists(
                atPath: sandbox.directory + "/app/out/ios/he.lproj/Localizable.strings"))
    }
}
