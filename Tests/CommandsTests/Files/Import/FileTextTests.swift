import TestWorld
import Testing

/// The parts of a file that are texts of a language, and those that are not.
@Suite struct FileTextTests {
    private func project(_ lines: [String] = []) throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr"] + lines)
        return sandbox
    }

    @discardableResult
    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    private static let version1 = (
        head: """
        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="default" \
        source-language="en" target-language="fr" datatype="plaintext"><body>
        """, foot: "</body></file></xliff>"
    )
    private static let version2 = (
        head: """
        <xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="fr">\
        <file id="f" original="default">
        """, foot: "</file></xliff>"
    )

    /// Only the state shows that an empty text is intended.
    @Test(arguments: [
        (
            version1.head + "<trans-unit id=\"a\"><source>A</source><target/></trans-unit>"
                + version1.foot, "Imported: 1 empty.\n"
        ),
        (
            version1.head
                + "<trans-unit id=\"a\"><source>A</source><target state=\"final\"/></trans-unit>"
                + version1.foot, "Imported: 1 set.\n"
        ),
        (
            version2.head
                + "<unit id=\"a\"><segment><source>A</source><target/></segment></unit>"
                + version2.foot, "Imported: 1 empty.\n"
        ),
        (
            version2.head
                + "<unit id=\"a\"><segment state=\"final\"><source>A</source><target/></segment></unit>"
                + version2.foot, "Imported: 1 set.\n"
        ),
    ])
    func anEmptyTargetWaitsForATranslation(file: String, answer: String) throws {
        let sandbox = try project(["string add a A"])
        try sandbox.write(file, to: "app/fr.xlf")
        let result = run("import fr.xlf", in: sandbox)
        #expect(result.errors.hasSuffix(answer), "\(result)")
    }

    @Test func marksOfSegmentsAreNoText() throws {
        let sandbox = try project(["string add a 'One. Two.'"])
        let unit = """
            <trans-unit id="a"><source>One. Two.</source>\
            <seg-source><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></seg-source>\
            <target><mrk mtype="seg" mid="1">Un.</mrk> <mrk mtype="seg" mid="2">Deux &amp; <g id="1">x</g></mrk></target>\
            </trans-unit>
            """
        try sandbox.write(Self.version1.head + unit + Self.version1.foot, to: "app/fr.xlf")
        run("import fr.xlf", in: sandbox)
        #expect(run("get fr a", in: sandbox).output == "Un. Deux &amp; <g id=\"1\">x</g>\n")
        let plain = unit.replacing("&amp; <g id=\"1\">x</g>", with: "&amp; x")
        try sandbox.write(Self.version1.head + plain + Self.version1.foot, to: "app/fr.xlf")
        run("import fr.xlf", in: sandbox)
        #expect(run("get fr a", in: sandbox).output == "Un. Deux & x\n")
    }

    @Test func aTextOfWhichSegmentsLackIsLeftOut() throws {
        let sandbox = try project(["string add a 'One. Two.'"])
        let unit = """
            <unit id="a"><segment state="translated"><source>One. </source><target>Un. </target></segment>\
            <segment><source>Two.</source></segment></unit>
            """
        try sandbox.write(Self.version2.head + unit + Self.version2.foot, to: "app/fr.xlf")
        let result = run("import fr.xlf --format json", in: sandbox)
        #expect(result.errors.contains("Only some of the segments are translated"), "\(result)")
        #expect(run("get fr a", in: sandbox).status == 1)
    }

    /// The names of interface files that Xcode exports.
    @Test(arguments: ["App/Base.lproj/Main.storyboard", "App/Base.lproj/Main.xib"])
    func aStoryboardIsATable(original: String) throws {
        let sandbox = try project()
        let unit = "<trans-unit id=\"x.text\"><source>A</source><target>B</target></trans-unit>"
        let head = Self.version1.head.replacing("\"default\"", with: "\"\(original)\"")
        try sandbox.write(
            head.replacing(" target-language=\"fr\"", with: "") + unit.prefix(while: { $0 != ">" })
                + "><source>A</source></trans-unit>" + Self.version1.foot, to: "app/en.xlf")
        try sandbox.write(head + unit + Self.version1.foot, to: "app/fr.xlf")
        run("import en.xlf fr.xlf", in: sandbox)
        run("export --format apple-strings -o out", in: sandbox)
        #expect(try sandbox.read("app/out/fr.lproj/Main.strings").contains("\"x.text\" = \"B\";"))
        let again = run("export --format xliff-1.2 -l fr", in: sandbox).output
        #expect(again.contains("original=\"\(original)\""), "\(again)")
    }

    /// Outside of a catalog it would be a hexadecimal number, followed by “rg”.
    @Test func theArgumentOfACatalogueIsATypeElsewhere() throws {
        let sandbox = try project()
        try sandbox.write(
            #"""
            {"sourceLanguage": "en", "strings": {"k": {"localizations": {"en": {
              "stringUnit": {"state": "translated", "value": "Found %#@n@"},
              "substitutions": {"n": {"formatSpecifier": "lu", "variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%arg file"}},
                "other": {"stringUnit": {"state": "translated", "value": "%arg files"}}}}}}
            }}}}}
            """#, to: "app/Localizable.xcstrings")
        run("import Localizable.xcstrings", in: sandbox)
        run("export --format apple-strings -o out", in: sandbox)
        let rules = try sandbox.read("app/out/en.lproj/Localizable.stringsdict")
        #expect(rules.contains("<string>%lu files</string>") && !rules.contains("%arg"), "\(rules)")
    }

    @Test func whatIsNotToBeTranslatedStaysWhereItIs() throws {
        let sandbox = try project()
        try sandbox.write(
            """
            <resources><string name="title">Title</string><string name="id" translatable="false">x-1</string>
            <string name="alias">@string/title</string>
            <string-array name="modes"><item>@string/title</item><item>Dark</item></string-array></resources>
            """, to: "app/res/values/strings.xml")
        run("import res/values/strings.xml", in: sandbox)
        let todo = run("todo fr", in: sandbox).output
        #expect(todo.contains("modes") && todo.contains("title"), "\(todo)")
        #expect(!todo.contains("alias") && !todo.contains("id"), "\(todo)")
        for line in ["--untranslated source -l fr", "--pseudo"] {
            let text = run("export --format android-xml \(line)", in: sandbox).output
            #expect(text.contains("\"modes\"") && text.contains("\"title\""), "\(line): \(text)")
            #expect(!text.contains("\"id\"") && !text.contains("\"alias\""), "\(line): \(text)")
        }
        let source = run("export --format android-xml -l en", in: sandbox).output
        #expect(source.contains("<item>@string/title</item>"), "\(source)")
    }
}
