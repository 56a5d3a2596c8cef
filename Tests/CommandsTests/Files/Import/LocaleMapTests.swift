import TestWorld
import Testing

/// File names that are not languages, and their meaning, such as MediaWiki's.
@Suite struct LocaleMapTests {
    /// A project with files in MediaWiki's layout.
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        let files = [
            "en": #"{"@metadata": {"authors": ["Ann"]}, "search": "Search", "go": "Go to $1"}"#,
            "qqq":
                #"{"@metadata": {"authors": ["Otto"]}, "search": "On the button.", "go": "$1 is a page."}"#,
            "sr-ec": #"{"@metadata": {"authors": [["Vera"]]}, "search": "Тражи"}"#,
            "simple": #"{"search": "Look for it"}"#, "be-x-old": #"{"search": "Шукаць"}"#,
            "de-formal": #"{"search": "Suchen Sie"}"#, "eml": #"{"search": "Serca"}"#,
            "egl": #"{"search": "Sêrca"}"#,
        ]
        for (name, text) in files { try sandbox.write(text, to: "app/i18n/\(name).json") }
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    /// Returns the comment of a string, as a format with comments exports it.
    private func comment(_ key: String, in sandbox: Sandbox) -> String {
        run("export -l en --format po", in: sandbox).output
            .split(separator: "\n\n").first { $0.contains("\"\(key)\"") }.map(String.init) ?? ""
    }

    @Test func mediaWikisNamesAreLanguages() throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox,
            [
                "import i18n/en.json --locale-map mediawiki",
                "locale add sr-Cyrl be-tarask de-x-formal en-simple",
            ])
        let result = run(
            "import --locale-map mediawiki i18n/sr-ec.json i18n/simple.json i18n/be-x-old.json i18n/de-formal.json",
            in: sandbox)
        #expect(result.errors == "Imported: 4 set.\n")
        #expect(run("get sr-Cyrl search", in: sandbox).output == "Тражи\n")
        #expect(run("get en-simple search", in: sandbox).output == "Look for it\n")
        #expect(run("get be-tarask search", in: sandbox).output == "Шукаць\n")
        #expect(run("list", in: sandbox).output.split(separator: "\n").count == 2)
    }

    /// `mw` looks like a language, but is a directory of MediaWiki.
    @Test func aDirectoryThatIsNoLanguageIsPassedOver() throws {
        let sandbox = try project()
        for name in ["en", "qqq", "de-formal"] {
            let text = try sandbox.read("app/i18n/\(name).json")
            try sandbox.write(text, to: "app/mw/\(name).json")
        }
        #expect(run("locale add de-x-formal", in: sandbox).status == 0)
        let result = run(
            "import --locale-map mediawiki mw/en.json mw/qqq.json mw/de-formal.json", in: sandbox)
        #expect(result.status == 0, "\(result)")
        #expect(run("get de-x-formal search", in: sandbox).output == "Suchen Sie\n")
        #expect(comment("search", in: sandbox).contains("On the button."))
    }

    @Test func ownNamesCountMoreThanThoseOfAPreset() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import i18n/en.json", "locale add egl it-x-eml"])
        let both = run("import --locale-map mediawiki i18n/egl.json i18n/eml.json", in: sandbox)
        #expect(both.status == 2)
        #expect(both.errors.contains("i18n/egl.json and i18n/eml.json are both egl"))
        for map in ["eml=it-x-eml,mediawiki", "mediawiki,eml=it-x-eml"] {
            let result = run(
                "import --locale-map \(map) i18n/egl.json i18n/eml.json", in: sandbox)
            #expect(result.status == 0, "\(result.errors)")
        }
        #expect(run("get it-x-eml search", in: sandbox).output == "Serca\n")
    }

    @Test func aNameOfTheMapIsFoundWhereNoPathWouldBe() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import i18n/en.json", "locale add en-x-simple"])
        #expect(run("import i18n/simple.json", in: sandbox).status == 2)
        let result = run(
            "import i18n/simple.json --locale-map simple=en-x-simple", in: sandbox)
        #expect(result.errors == "Imported: 1 set.\n")
    }

    @Test(arguments: [
        ["import --locale-map mediawiki i18n/en.json i18n/qqq.json"],
        ["import --locale-map mediawiki i18n/qqq.json i18n/en.json --idempotency-key a"],
        [
            "import --locale-map mediawiki i18n/en.json",
            "import --locale-map mediawiki i18n/qqq.json",
        ],
    ])
    func documentationIsComments(imports: [String]) throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, imports)
        #expect(comment("search", in: sandbox).contains("On the button."))
        #expect(comment("go", in: sandbox).contains("$1 is a page."))
        #expect(run("get en search", in: sandbox).output == "Search\n")
        let again = run("import --locale-map mediawiki i18n/qqq.json", in: sandbox)
        #expect(again.errors == "Imported: 2 unchanged.\n")
        let both = run("import --locale-map mediawiki i18n/en.json i18n/qqq.json", in: sandbox)
        #expect(both.errors == "Imported: 2 unchanged.\n")
        #expect(run("fsck", in: sandbox).status == 0)
    }

    /// Changing a comment makes no translation stale.
    @Test func anotherCommentLeavesTheTranslations() throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox,
            [
                "import --locale-map mediawiki i18n/en.json i18n/qqq.json", "locale add sr-Cyrl",
                "import --locale-map mediawiki i18n/sr-ec.json",
            ])
        try sandbox.write(#"{"search": "Above the list."}"#, to: "app/i18n/qqq.json")
        let result = run("import --locale-map mediawiki i18n/qqq.json", in: sandbox)
        #expect(result.errors == "Imported: 1 defined.\n")
        #expect(comment("search", in: sandbox).contains("Above the list."))
        #expect(comment("go", in: sandbox).contains("$1 is a page."))
        #expect(run("list sr-Cyrl --state stale", in: sandbox).output == "")
    }

    @Test func whatDocumentationCannotSayIsListed() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import i18n/en.json --locale-map mediawiki"])
        try sandbox.write(
            #"{"search": "A field.", "gone": "No more.", "go": ["a", "b"]}"#,
            to: "app/i18n/qqq.json")
        let result = run("import --locale-map mediawiki i18n/qqq.json", in: sandbox)
        #expect(
            result.errors == """
                note: i18n/qqq.json:1:go: A comment must be a single text.
                skipped: gone: This string does not exist in the source language.
                Imported: 1 defined, 1 skipped.

                """)
        #expect(run("list", in: sandbox).output.split(separator: "\n").count == 2)
        let strict = run("import --strict --locale-map mediawiki i18n/qqq.json", in: sandbox)
        #expect(strict.status != 0)
        #expect(strict.errors.contains("There is no string"))
    }

    /// Documentation cannot show that the source lacks a string.
    @Test func pruningByDocumentationTakesNothingOut() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import i18n/en.json --locale-map mediawiki"])
        try sandbox.write(#"{"search": "A field."}"#, to: "app/i18n/qqq.json")
        let result = run("import --prune --locale-map mediawiki i18n/qqq.json", in: sandbox)
        #expect(result.errors == "Imported: 1 defined.\n")
    }

    @Test(arguments: [
        ("import --locale-map wiki i18n/en.json", "or a preset: mediawiki"),
        (
            "import --as-proposals --locale-map mediawiki i18n/qqq.json",
            "has comments, which cannot be proposed"
        ),
        (
            "import --locale-map mediawiki i18n/qqq.json other/qqq.json",
            "Two of the files have a comment for “search”."
        ),
        ("import -l sr-Cyrl --locale-map mediawiki i18n/qqq.json", "declares en"),
        ("import i18n/qqq.json", "The project has no language qqq."),
    ])
    func refuses(line: String, message: String) throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["import i18n/en.json", "locale add sr-Cyrl"])
        try sandbox.write(#"{"search": "Another."}"#, to: "app/other/qqq.json")
        let result = run(line, in: sandbox)
        #expect(result.status != 0)
        #expect(result.errors.contains(message), "\(result.errors)")
    }

    @Test func mediaWikisChainsComeWithItsNames() throws {
        let sandbox = try project()
        let result = run("locale add --locale-map mediawiki sr-ec ab de-formal da", in: sandbox)
        #expect(result.status == 0, "\(result)")
        let list = run("locale list --format json", in: sandbox).output
            .filter { !$0.isWhitespace }
        #expect(list.contains(#""locale":"ab""#) && list.contains(#""fallback":["ru","en"]"#))
        #expect(list.contains(#""locale":"sr-Cyrl""#) && list.contains(#""fallback":["sr","en"]"#))
        #expect(list.contains(#""locale":"de-x-formal""#))
        let plain = run("locale add sr-Latn", in: sandbox)
        #expect(plain.status == 0)
    }
}
