import TestWorld
import Testing

/// Files of i18next's version 3, and apps whose files share one format.
@Suite struct FormatVersionTests {
    private func project(_ files: [String: String]) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de"])
        for (path, text) in files { try sandbox.write(text, to: "app/\(path)") }
        return sandbox
    }

    /// The number's placeholder may be i18next's, `printf`'s, or that of another program.
    @Test(arguments: ["{{count}}", "%d", "%1$d", "{count}", "__count__"])
    func aPluralOfVersion3IsKnownByItsNumber(_ number: String) throws {
        let files = [
            "locales/en.json":
                "{\n  \"n\": \"\(number) file\",\n  \"n_plural\": \"\(number) files\"\n}\n",
            "locales/de.json":
                "{\n  \"n\": \"\(number) Datei\",\n  \"n_plural\": \"\(number) Dateien\"\n}\n",
        ]
        let sandbox = try project(files)
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(imported.errors.contains("version 3"), "\(imported)")
        #expect(sandbox.run(["list"], in: "app").output.split(separator: "\n").count == 1)
        Sessions.prepare(sandbox, ["export"])
        for (path, text) in files { #expect(try sandbox.read("app/\(path)") == text) }
    }

    @Test func aSuffixAloneIsNoVersion() throws {
        let sandbox = try project(["locales/en.json": #"{"user": "User", "user_plural": "100%"}"#])
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(!imported.errors.contains("version 3"), "\(imported)")
    }

    /// The project's plurals determine the meaning of a file's keys.
    @Test(arguments: [["n"], ["steps"]]) func anExportIsReadBack(_ keys: [String]) throws {
        let sandbox = try project([
            "en.lproj/Localizable.strings": "\"a\" = \"A\";\n"
        ])
        Sessions.prepare(sandbox, ["import ."])
        for key in keys {
            Sessions.prepare(
                sandbox,
                [
                    "string add \(key) --plural one='One file' --plural other='Many files'",
                    "set de \(key) --plural one='Eine Datei' --plural other='Viele Dateien'",
                ])
        }
        Sessions.prepare(sandbox, ["export --format i18next-json-v3 -o out"])
        let imported = sandbox.run(["import", "out", "--into", "default", "--dry-run"], in: "app")
        #expect(imported.status == 0, "\(imported)")
        #expect(!imported.errors.contains(" set"), "\(imported)")
        #expect(!imported.errors.contains("defined"), "\(imported)")
    }

    /// All namespaces of an app have one version, unless a file shows another.
    @Test func namespacesShareAVersion() throws {
        let files = [
            "locales/en/common.json": #"{"n": "%d file", "n_plural": "%d files"}"#,
            "locales/en/auth.json": #"{"login": "Log in"}"#,
            "locales/en/new.json": #"{"m_one": "{{count}} day", "m_other": "{{count}} days"}"#,
            "other/en/auth.json": #"{"logout": "Log out"}"#,
        ]
        let sandbox = try project(files)
        Sessions.prepare(sandbox, ["import ."])
        let lines = sandbox.run(["config", "resource"], in: "app").output.split(separator: "\n")
        let resources = lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        func format(_ path: String) -> Substring? {
            resources.first { $0.hasSuffix(path) }?.split(separator: " ").dropFirst().first
        }
        #expect(format(" locales/{locale}/common.json") == "i18next-json-v3", "\(resources)")
        #expect(format(" locales/{locale}/auth.json") == "i18next-json-v3", "\(resources)")
        #expect(format(" locales/{locale}/new.json") == "i18next-json", "\(resources)")
        #expect(format(" other/{locale}/auth.json") == "i18next-json", "\(resources)")
        Sessions.prepare(sandbox, ["export"])
        for (path, text) in files { #expect(try sandbox.read("app/\(path)") == text, "\(path)") }
    }

    /// Files of a format with several sections that name none are separate resources.
    @Test(arguments: [
        ["a.csv": "key,en,de\nx,X,Ä\n", "b.csv": "key,en,de\nx,Y,Ö\n"],
        [
            "one/app.en.xlf": xliff("en", "X", nil), "one/app.de.xlf": xliff("de", "X", "Ä"),
            "two/app.en.xlf": xliff("en", "Y", nil), "two/app.de.xlf": xliff("de", "Y", "Ö"),
        ],
        [
            "one/en.xml": verID("en", "X", "X"), "one/de.xml": verID("de", "X", "Ä"),
            "two/en.xml": verID("en", "Y", "Y"), "two/de.xml": verID("de", "Y", "Ö"),
        ],
    ]) func filesWithoutSectionsHaveOneEach(_ files: [String: String]) throws {
        let sandbox = try project(files)
        let imported = sandbox.run(["import", "."], in: "app")
        #expect(imported.status == 0, "\(imported)")
        let resources = sandbox.run(["config", "resource"], in: "app").output
        #expect(resources.split(separator: "\n").count == 2, "\(resources)")
        let list = sandbox.run(["list", "de"], in: "app").output
        #expect(list.contains("Ä") && list.contains("Ö"), "\(list)")
        Sessions.prepare(sandbox, ["export"])
        for (path, text) in files { #expect(try sandbox.read("app/\(path)") == text, "\(path)") }
        #expect(
            sandbox.run(["import", "."], in: "app").errors.contains("unchanged"), "\(imported)")
    }

    private static func xliff(_ tag: String, _ source: String, _ target: String?) -> String {
        """
        <?xml version="1.0" encoding="utf-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
            <file source-language="en" target-language="\(tag)" datatype="plaintext" original="file.ext">
                <body>
                    <trans-unit id="x">
                        <source>\(source)</source>
                        <target>\(target ?? source)</target>
                    </trans-unit>
                </body>
            </file>
        </xliff>

        """
    }

    private static func verID(_ tag: String, _ source: String, _ target: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <strings language="\(tag)">
        \t<string><original>\(source)</original><translation>\(target)</translation></string>
        </strings>

        """
    }
}
