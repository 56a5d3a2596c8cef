import TestWorld
import Testing

/// Imports a whole tree of localization files, and adds the languages that the project lacks.
@Suite struct ImportDirectoryTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        for (path, text) in [
            ("en/common.json", "{\"a\":\"A\"}"), ("en/auth.json", "{\"b\":\"B\"}"),
            ("fr/common.json", "{\"a\":\"Fa\"}"), ("fr/auth.json", "{\"b\":\"Fb\"}"),
            ("de/common.json", "{\"a\":\"Da\"}"), ("pt-BR/common.json", "{\"a\":\"Pa\"}"),
            ("README.txt", "Not a localization file."),
            ("node_modules/x/it/common.json", "{\"a\":\"I\"}"), (".hidden/it/a.json", "{}"),
        ] {
            try sandbox.write(text, to: "app/public/locales/" + path)
        }
        return sandbox
    }

    @Test func missingLanguagesAreNamedAtOnceAndAdded() throws {
        let sandbox = try project()
        let refused = sandbox.run(["import", "public/locales"], in: "app")
        #expect(refused.status == 2)
        #expect(
            refused.errors.hasPrefix(
                "refused: The files contain 3 languages that the project does not have: de, fr, pt-BR.\n"
            ),
            "\(refused)")
        #expect(refused.errors.contains("`dragoman locale add de fr pt-BR`"), "\(refused)")
        #expect(refused.errors.contains("--add-locales"), "\(refused)")
        let dry = sandbox.run(
            ["import", "public/locales", "--add-locales", "--dry-run"], in: "app")
        #expect(dry.errors.hasSuffix("Would import: 2 defined, 4 set.\n"), "\(dry)")
        #expect(sandbox.run(["locale", "list"], in: "app").output.contains("fr") == false)
        let result = sandbox.run(["import", "public/locales/", "--add-locales"], in: "app")
        #expect(
            result.errors == """
                public/locales/{locale}/auth.json    i18next-json  en fr           1 string  auth
                public/locales/{locale}/common.json  i18next-json  en de fr pt-BR  1 string  common
                Imported: 2 defined, 4 set.

                """, "\(result)")
        #expect(sandbox.run(["get", "fr", "auth:b"], in: "app").output == "Fb\n")
        #expect(sandbox.run(["get", "pt-BR", "common:a"], in: "app").output == "Pa\n")
        #expect(try sandbox.git("rev-list", "--count", "translations", in: "app") == "2\n")
        #expect(sandbox.run(["get", "it", "common:a"], in: "app").status == 2)
        let again = sandbox.run(
            ["import", "public/locales", "--add-locales", "--format", "json"], in: "app")
        #expect(!again.output.contains("\"commit\""), "\(again)")
        // An added language has its fallback chain, such as `pt` for `pt-BR`.
        let chain = sandbox.run(["locale", "list", "--format", "json"], in: "app").output
        #expect(chain.contains("\"pt\""), "\(chain)")
    }

    @Test func whatDoesNotSayItsLanguageIsLeftOut() throws {
        let sandbox = try project()
        try sandbox.write("{\"name\":\"app\"}", to: "app/public/locales/package.json")
        let result = sandbox.run(["import", "public/locales", "--add-locales"], in: "app")
        #expect(result.status == 0, "\(result)")
        #expect(
            result.errors.contains(
                "note: public/locales/package.json: It does not declare its language, and is skipped.\n"
            ), "\(result)")
        let broken = "{\"a\": }"
        try sandbox.write(broken, to: "app/public/locales/nl/common.json")
        let refused = sandbox.run(["import", "public/locales", "--add-locales"], in: "app")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("public/locales/nl/common.json:1:7:"), "\(refused)")
        try sandbox.write("", to: "app/empty/notes.txt")
        #expect(sandbox.run(["import", "empty"], in: "app").status == 2)
    }

    @Test func anAndroidTree() throws {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        let strings = "<resources><string name=\"hi\">Hi</string></resources>"
        for directory in ["values", "values-fr", "values-b+sr+Latn"] {
            try sandbox.write(strings, to: "app/res/\(directory)/strings.xml")
        }
        try sandbox.write("<LinearLayout/>", to: "app/res/layout/main.xml")
        let result = sandbox.run(["import", "res", "--add-locales"], in: "app")
        #expect(result.status == 0, "\(result)")
        #expect(sandbox.run(["get", "sr-Latn", "hi"], in: "app").output == "Hi\n")
    }
}
