import Foundation
import TestWorld
import Testing
import Texts

/// The language of a file that names it only in part, or has the name of another one.
@Suite struct FileLanguageTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add de ar", "string add hello Hello"])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private static func version1(_ attributes: String) -> String {
        """
        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file \(attributes) original="default" \
        datatype="plaintext"><body><trans-unit id="hello"><source>Hello</source><target>Hallo</target></trans-unit></body></file></xliff>
        """
    }

    private static let version2 = """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f1" original="default">\
        <unit id="hello"><segment><source>Hello</source><target>Hallo</target></segment></unit></file></xliff>
        """

    /// The standards allow a file with targets to omit their language; the targets are never source
    /// texts.
    @Test(arguments: [version1(#"source-language="en""#), version2])
    func targetsWithoutALanguageAreNotTheSource(text: String) throws {
        let sandbox = try project()
        try sandbox.write(text, to: "app/texts.xlf")
        let refused = run("import texts.xlf", in: sandbox)
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errors.contains("does not declare its language"), "\(refused)")
        #expect(run("get en hello", in: sandbox).output == "Hello\n")

        #expect(run("import -l de texts.xlf", in: sandbox).errors == "Imported: 1 set.\n")
        #expect(run("get de hello", in: sandbox).output == "Hallo\n")
        #expect(run("get en hello", in: sandbox).output == "Hello\n")
    }

    /// `app` and `web` look like languages, and `de_final` like one with a variant.
    @Test(arguments: ["app", "web", "web-app", "de_final"])
    func aNameThatIsNoLanguageOfTheProjectContradictsNothing(name: String) throws {
        let sandbox = try project()
        try sandbox.write(
            Self.version1(#"source-language="en" target-language="de""#), to: "app/\(name).xlf")
        let result = run("import \(name).xlf", in: sandbox)
        #expect(result.errors == "Imported: 1 set.\n")
        #expect(run("get de hello", in: sandbox).output == "Hallo\n")
    }

    @Test func theNameOfAnotherLanguageOfTheProjectContradicts() throws {
        let sandbox = try project()
        try sandbox.write(
            Self.version1(#"source-language="en" target-language="de""#), to: "app/ar.xlf")
        let result = run("import ar.xlf", in: sandbox)
        #expect(result.errors.contains("ar.xlf is named for ar, but its contents declare de"))
    }

    /// If a section has the name of a language, the file itself determines its language.
    @Test(arguments: ["my", "pl"])
    func anExportOfASectionComesBack(section: String) throws {
        let sandbox = try project()
        Sessions.prepare(
            sandbox, ["string add -s \(section) hello Hello", "set ar \(section):hello x"])
        #expect(run("export --format arb -o arb", in: sandbox).status == 0)
        let result = run("import arb/\(section)_ar.arb", in: sandbox)
        #expect(result.status == 0, "\(result)")
        #expect(result.errors == "Imported: 1 unchanged.\n")
    }

    /// `zh_TW` is another spelling of `zh-Hant-TW`, unless the project has its own `zh-TW`.
    @Test(arguments: ["zh-Hant-TW", "sr-Cyrl-RS"], formats)
    func aLanguageWithAnImpliedScriptComesBack(tag: String, format: String) throws {
        let bare = try #require(LanguageSpelling.withoutImpliedScript(tag))
        let sandbox = try project()
        Sessions.prepare(sandbox, ["locale add \(tag)", "set \(tag) hello whole"])
        func comesBack(_ directory: String) throws {
            #expect(run("export --format \(format) -o \(directory)", in: sandbox).status == 0)
            let path = "\(sandbox.directory)/app/\(directory)"
            let files = try FileManager.default.subpathsOfDirectory(atPath: path)
                .filter { FileManager.default.contents(atPath: "\(path)/\($0)") != nil }
            let result = sandbox.run(
                ["import", "--dry-run"] + files.map { "\(directory)/\($0)" }, in: "app")
            #expect(
                result.errors.contains(/Would import: \d+ unchanged\./), "\(result)")
        }
        try comesBack("one")
        Sessions.prepare(sandbox, ["locale add \(bare)", "set \(bare) hello bare"])
        try comesBack("two")
    }

    static let formats = [
        "xcstrings", "android-xml", "apple-strings", "xliff-1.2", "xliff-2", "verid-xml", "po",
        "java-properties", "arb", "nstack-json", "i18next-json", "csv",
    ]

    @Test func theUsualSpellingIsTheOneLanguageThatItCanMean() throws {
        let sandbox = try project()
        Sessions.prepare(sandbox, ["locale add zh-Hant-TW"])
        let files = [
            (
                "zh_TW.po",
                "msgid \"\"\nmsgstr \"Language: zh_TW\\n\"\n\nmsgid \"hello\"\nmsgstr \"1\"\n"
            ),
            (
                "res/values-zh-rTW/strings.xml",
                "<resources><string name=\"hello\">2</string></resources>"
            ),
            ("zh-TW.lproj/Localizable.strings", "hello = \"3\";"),
            ("messages_zh_TW.properties", "hello=4"), ("zh-TW/default.json", "{\"hello\": \"5\"}"),
        ]
        for (number, (path, text)) in files.enumerated() {
            try sandbox.write(text, to: "app/" + path)
            let result = run("import \(path)", in: sandbox)
            #expect(result.errors == "Imported: 1 set.\n")
            #expect(run("get zh-Hant-TW hello", in: sandbox).output == "\(number + 1)\n")
        }
        Sessions.prepare(sandbox, ["locale add zh-TW"])
        #expect(run("import zh_TW.po", in: sandbox).errors.contains("Imported: 1 set."))
        #expect(run("get zh-TW hello", in: sandbox).output == "1\n")
        #expect(run("get zh-Hant-TW hello", in: sandbox).output == "5\n")
    }

    // MARK: Names that may be words

    @Test func aColumnThatMayBeAWordCountsWhereTheProjectHasTheLanguage() throws {
        let sandbox = try project()
        try sandbox.write("key,old,de,dag\nhello,a,Hallo,b\n", to: "app/t.csv")
        let result = run("import t.csv", in: sandbox)
        #expect(
            result.errors
                == "note: t.csv: Not read as languages, because the project does not have them: “old”, “dag”.\nImported: 1 set.\n"
        )
        Sessions.prepare(sandbox, ["locale add dag"])
        #expect(
            run("import t.csv", in: sandbox).errors.hasSuffix("Imported: 1 set, 1 unchanged.\n"))
        #expect(run("get dag hello", in: sandbox).output == "b\n")
    }

    @Test func aTableWithoutALanguageIsRefusedOrTheSources() throws {
        let sandbox = try project()
        try sandbox.write("key,French\nhello,a\n", to: "app/t.csv")
        #expect(
            run("import t.csv", in: sandbox).errors.hasPrefix(
                "refused: t.csv does not indicate a language."))
        try sandbox.write("key,source\nhello,Hi\n", to: "app/t.csv")
        #expect(run("import t.csv", in: sandbox).errors == "Imported: 1 defined.\n")
        try sandbox.write("key,source,de\nhello,Hey,Hallo\n", to: "app/t.csv")
        #expect(run("import -l en t.csv", in: sandbox).errors == "Imported: 1 defined.\n")
        #expect(run("get en hello", in: sandbox).output == "Hey\n")
    }

    @Test func aDirectoryThatMayBeAWordCountsWhereTheProjectHasTheLanguage() throws {
        let sandbox = try project()
        try sandbox.write("{\"hello\": \"b\"}", to: "app/dag/default.json")
        let result = run("import dag/default.json", in: sandbox)
        #expect(result.errors.contains("does not declare its language"), "\(result)")
        Sessions.prepare(sandbox, ["locale add dag"])
        #expect(run("import dag/default.json", in: sandbox).errors == "Imported: 1 set.\n")
    }

    /// NStack's own resources have `meta`; handmade ones only have the name.
    @Test(arguments: ["Localizations_de.json", "ns/Localization_de.json"])
    func nstacksFilesAreKnownByTheirNames(path: String) throws {
        let sandbox = try project()
        try sandbox.write("{\"data\": {\"default\": {\"hello\": \"Hallo\"}}}", to: "app/" + path)
        #expect(run("import \(path)", in: sandbox).errors == "Imported: 1 set.\n")
        #expect(run("get de hello", in: sandbox).output == "Hallo\n")
    }
}
