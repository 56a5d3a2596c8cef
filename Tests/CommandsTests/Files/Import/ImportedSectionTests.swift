import Foundation
import TestWorld
import Testing

/// The sections that imported strings get, and files that could be mistaken for others.
@Suite struct ImportedSectionTests {
    private func project() throws -> Sandbox {
        let sandbox = try Sandbox()
        sandbox.run(["init", "app"])
        Sessions.prepare(sandbox, ["locale add fr da"])
        return sandbox
    }

    private func run(_ line: String, in sandbox: Sandbox) -> Sandbox.Result {
        sandbox.run(Transcript.words(line), in: "app")
    }

    // MARK: -s

    private static func xliff(_ target: String, original: String) -> String {
        """
        <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="\(target)" \
        original="\(original)" datatype="plaintext"><body><trans-unit id="a"><source>A</source><target>A \(target)</target>\
        </trans-unit></body></file></xliff>
        """
    }

    private static let files = [
        ("x.xlf", xliff("en", original: "other")),
        (
            "x2.xlf",
            """
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="en"><file id="f" original="other">\
            <unit id="a"><segment><source>A</source><target>A en</target></segment></unit></file></xliff>
            """
        ),
        (
            "en.xml",
            """
            <strings language="en"><string section="other" key="a"><original>A</original>\
            <translation>A en</translation></string></strings>
            """
        ),
        (
            "Localizations_en.json",
            #"{"data": {"other": {"a": "A en"}}, "meta": {"language": {"locale": "en"}}}"#
        ),
        ("t.csv", "section,key,source\nother,a,A en\n"),
        ("other.pot", "msgid \"a\"\nmsgstr \"A en\"\n"),
        ("en/other.json", #"{"a": "A en"}"#), ("en.lproj/other.strings", "a = \"A en\";"),
        (
            "other.xcstrings",
            #"{"sourceLanguage": "en", "version": "1.0", "strings": {"a": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "A en"}}}}}}"#
        ),
        ("res/values/other.xml", "<resources><string name=\"a\">A en</string></resources>"),
        ("other.properties", "a=A en\n"), ("other_en.arb", #"{"@@locale": "en", "a": "A en"}"#),
    ]

    /// This holds for every format, whatever the file and its path say.
    @Test(arguments: files)
    func theNamedSectionIsThatOfAllStrings(path: String, text: String) throws {
        let sandbox = try project()
        try sandbox.write(text, to: "app/" + path)
        let result = run("import -s mine \(path)", in: sandbox)
        #expect(result.errors == "Imported: 1 defined.\n")
        #expect(run("get en mine:a", in: sandbox).output == "A en\n")
        #expect(run("list -s other", in: sandbox).output == "")
    }

    /// Two domains in two files stay apart, even if both name the same section inside.
    @Test func domainsStayApart() throws {
        let sandbox = try project()
        for name in ["one", "two"] {
            try sandbox.write(Self.xliff("en", original: "file"), to: "app/\(name).xlf")
            let result = run("import -s \(name) \(name).xlf", in: sandbox)
            #expect(result.errors == "Imported: 1 defined.\n")
        }
        #expect(run("list", in: sandbox).output.split(separator: "\n").count == 2)
    }

    // MARK: Symfony

    private static func symfony(_ target: String, _ texts: [(String, String, String)]) -> String {
        let units = texts.map { attributes, source, text in
            "<trans-unit \(attributes)><source>\(source)</source><target>\(text)</target></trans-unit>"
        }
        return """
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" \
            target-language="\(target)" datatype="plaintext" original="file.ext"><body>\(units.joined())</body></file></xliff>
            """
    }

    /// Symfony numbers its units from scratch in each file; the source is the key, and may be a
    /// name.
    @Test func symfonysSourcesAreKeys() throws {
        let sandbox = try project()
        let files = [
            (
                "validators.en.xlf",
                Self.symfony(
                    "en",
                    [
                        ("id=\"1\"", "This value is false.", "This value is false."),
                        ("id=\"x\" resname=\"user.name\"", "user.name", "Name"),
                    ])
            ),
            (
                "validators.fr.xlf",
                Self.symfony(
                    "fr",
                    [
                        ("id=\"2\"", "This value is false.", "Cette valeur est fausse."),
                        ("id=\"y\" resname=\"user.name\"", "user.name", "Nom"),
                    ])
            ), ("security.en.xlf", Self.symfony("en", [("id=\"1\"", "Denied.", "Denied.")])),
        ]
        for (path, text) in files { try sandbox.write(text, to: "app/\(path)") }
        let result = run("import " + files.map(\.0).joined(separator: " "), in: sandbox)
        #expect(result.errors == "Imported: 3 defined, 2 set.\n")
        #expect(
            sandbox.run(["get", "fr", "validators:This value is false."], in: "app").output
                == "Cette valeur est fausse.\n")
        #expect(run("get fr validators:user.name", in: sandbox).output == "Nom\n")
        #expect(run("get en validators:user.name", in: sandbox).output == "Name\n")
        #expect(run("list -s security", in: sandbox).output.hasPrefix("security:Denied."))
        #expect(run("export --format xliff-1.2 -o out", in: sandbox).status == 0)
        let again = run("import out/en.xliff out/fr.xliff", in: sandbox)
        #expect(again.errors == "Imported: 6 unchanged.\n")
    }

    @Test func version11IsReadAlike() throws {
        let sandbox = try project()
        for (path, target) in [("en.xlf", "en"), ("fr.xlf", "fr")] {
            let text = Self.xliff(target, original: "default")
                .replacingOccurrences(of: "1.2", with: "1.1")
            try sandbox.write(text, to: "app/\(path)")
        }
        let result = run("import en.xlf fr.xlf", in: sandbox)
        #expect(result.errors.hasSuffix("Imported: 1 defined, 1 set.\n"), "\(result)")
        #expect(run("get fr a", in: sandbox).output == "A fr\n")
    }

    // MARK: Recognizing files

    @Test(arguments: [
        (
            "Localizations_da.json", "{\n \"data\": {\"x\": {\"a\": \"b\",}},\n \"meta\": {}\n}",
            ":2:"
        ),
        ("Localizations_da.json", #"{"data": ["a"]}"#, ":1: “data” is not an object"),
        ("texts.json", "{\n  \"a\": \"b\",\n}", ":3:"),
    ])
    func aBrokenFileSaysWhere(path: String, text: String, place: String) throws {
        let sandbox = try project()
        try sandbox.write(text, to: "app/" + path)
        let result = run("import \(path)", in: sandbox)
        #expect(result.status == 2)
        #expect(result.errors.contains(path + place), "\(result)")
    }

    @Test(arguments: [
        ("_locales/fr/messages.json", #"{"a": {"message": "b"}}"#, true),
        ("fr/texts.json", #"{"a": {"message": "b", "description": "c"}}"#, true),
        ("fr/errors.json", #"{"a": {"message": "b"}}"#, false),
        ("fr/messages.json", #"{"a": {"message": "b", "title": "c"}}"#, false),
        ("fr/messages.json", #"{"message": "b"}"#, false),
    ])
    func messagesOfExtensionsAreNoFilesOfI18next(
        path: String, text: String, isOne: Bool
    ) throws {
        let sandbox = try project()
        try sandbox.write(text, to: "app/" + path)
        let result = run("import --dry-run \(path)", in: sandbox)
        #expect(result.errors.contains("browser extension messages") == isOne, "\(result)")
        let named = run("import --dry-run --file-format i18next-json -l fr \(path)", in: sandbox)
        // The file is read, although the project has none of its strings.
        #expect(
            named.errors.contains("This string does not exist in the source language."), "\(named)")
    }

    @Test func whatIsNamedCountsMoreThanAGuessFromThePath() throws {
        let sandbox = try Sessions.project()
        func run(_ line: String) -> Sandbox.Result {
            sandbox.run(Transcript.words(line), in: "app")
        }
        for path in ["app.json", "my/app.json", "fr/app.json", "pt-BR.json", "in_app.json"] {
            try sandbox.write("{\"a\": \"A\"}", to: "app/" + path)
        }
        // “app” and “my” are valid languages, but the project has neither.
        #expect(run("import app.json -l en -s app").status == 0)
        #expect(run("import my/app.json -l en -s app").errors == "Imported: 1 unchanged.\n")
        #expect(run("import in_app.json -l en -s app").errors == "Imported: 1 unchanged.\n")
        #expect(run("get en app:a").output == "A\n")
        let dropped = run("import my/app.json -l en --dry-run")
        #expect(dropped.errors.contains("is not read as a language"))
        for line in [
            "import fr/app.json -l en -s app", "import pt-BR.json -l en -s app",
            "import app.json -l en -s app --locale-map app=fr",
        ] {
            let result = run(line)
            #expect(result.status == 2, "\(line)")
            #expect(result.errors.contains("was given"))
        }
    }

    @Test func aSectionThatIsNamedCountsMoreThanThePath() throws {
        let sandbox = try Sessions.project()
        try sandbox.write(#"{"a": "A"}"#, to: "app/en/app.json")
        let result = sandbox.run(Transcript.words("import en/app.json -s other"), in: "app")
        #expect(result.errors == "Imported: 1 defined.\n")
        #expect(sandbox.run(["get", "en", "other:a"], in: "app").output == "A\n")
    }
}
