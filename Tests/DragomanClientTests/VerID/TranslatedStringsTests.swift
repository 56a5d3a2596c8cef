import DragomanClient
import Foundation
import JSON
import TestWorld
import Texts
import Testing

@Suite struct TranslatedStringsTests {
    private static func strings(_ xml: String) throws -> TranslatedStrings {
        try TranslatedStrings(data: Data(xml.utf8))
    }

    private static let french = """
        <?xml version="1.0" encoding="utf-8"?>
        <strings language="fr" region="CA">
            <string>
                <original>Step %d of %d</original>
                <translation>Étape %d de %d</translation>
            </string>
            <string>
                <translation>
                    Veuillez patienter
                </translation>
                <original> Please wait </original>
            </string>
            <string><original>Failed</original><translation></translation></string>
            <string><original>Quiet</original><translation empty="true"/></string>
            <string><original>A &amp; B</original><translation><![CDATA[A <et> B]]></translation></string>
            <string><original>Twice</original><translation>Un</translation></string>
            <string><original>Twice</original><translation>Deux</translation></string>
            <string><original>Bold</original><translation>a <b>b</b> c</translation></string>
            <string><translation>Of nothing</translation></string>
        </strings>
        """

    @Test func readsAFile() throws {
        let strings = try Self.strings(Self.french)
        #expect(strings.resolvedLanguage == "fr" && strings.resolvedRegion == "CA")
        #expect(strings["Please wait"] == "Veuillez patienter")
        #expect(strings["Step %d of %d", 1, 3] == "Étape 1 de 3")
        #expect(strings["Step %d of %d"] == "Étape %d de %d")
        #expect(strings["A & B"] == "A <et> B")
        #expect(strings["Twice"] == "Deux")
        #expect(strings["Bold"] == "a b c")
        #expect(strings["Not there %@", "x"] == "Not there x")
        #expect(strings.isTranslated("Please wait"))
        #expect(!strings.isTranslated("Not there %@") && !strings.isTranslated(""))
        // One string is not translated, another is empty on purpose.
        #expect(strings["Failed"] == "Failed" && !strings.isTranslated("Failed"))
        #expect(strings["Quiet"].isEmpty && strings.isTranslated("Quiet"))
    }

    /// Code that was written for the SDK passes them.
    @Test func argumentsMayBeVariables() throws {
        let strings = try Self.strings(Self.french)
        let (step, count): (Int, UInt8) = (1, 3)
        #expect(strings["Step %d of %d", step, count] == "Étape 1 de 3")
        #expect(strings.translation(for: "Step %d of %d", args: step, 3) == "Étape 1 de 3")
        let (name, size, isOn) = ("Mara", 1.5, true)
        #expect(strings["%@: %.2f %d", name, size, isOn] == "Mara: 1.50 1")
        #expect(strings["%@ %x", CGFloat(2), 255] == "2 ff")
        #expect(strings["%@", Int64.min] == "-9223372036854775808")
        // Any other value is printed by its description, whatever the conversion.
        let pointer = try #require(OpaquePointer(bitPattern: 16))
        #expect(strings["%s", pointer] == "0x0000000000000010")
        let argument = Argument.text("x")
        #expect(strings["%@", argument] == "x" && strings["%@", "y"] == "y")
        #expect(TranslatedStrings(useCurrentLocale: false)["Failed"] == "Failed")
    }

    @Test(
        arguments: [
            ("<strings/>", "en", nil), ("<strings language=\"\"/>", "", nil),
            ("<strings region=\"CA\"/>", "en", nil),
            ("<a><strings language=\"vi\"/></a>", "vi", nil),
        ] as [(String, String, String?)])
    func saysWhichLanguageItIs(xml: String, language: String, region: String?) throws {
        let strings = try Self.strings(xml)
        #expect(strings.resolvedLanguage == language)
        #expect(strings.resolvedRegion == region)
    }

    @Test(arguments: [
        "", " ", "no XML", "<resources/>", "<strings>", "<strings><string>",
        "<strings><string><original>A & B</original></string></strings>",
        "<strings>&unknown;</strings>", "{\"a\":\"b\"}",
        String(french.prefix(french.count / 2)),
    ])
    func refusesWhatIsNoFile(xml: String) {
        #expect(throws: TextsFileError.self) { try Self.strings(xml) }
    }

    @Test func entitiesOfAFileAreNotFollowed() throws {
        let sandbox = try Sandbox()
        try sandbox.write("secret", to: "secret.txt")
        let xml = """
            <!DOCTYPE strings [<!ENTITY x SYSTEM "file://\(sandbox.directory)/secret.txt">]>
            <strings><string><original>a</original><translation>&x;</translation></string></strings>
            """
        let text = (try? Self.strings(xml))?["a"]
        #expect(text != "secret")
        let bomb = """
            <!DOCTYPE strings [<!ENTITY a "\(String(repeating: "x", count: 1000))">
            \((0..<9).map { level in
                "<!ENTITY \(["b", "c", "d", "e", "f", "g", "h", "i", "j"][level]) \"\(String(repeating: "&\(["a", "b", "c", "d", "e", "f", "g", "h", "i"][level]);", count: 10))\">"
            }.joined())]>
            <strings><string><original>a</original><translation>&j;</translation></string></strings>
            """
        let expanded = (try? Self.strings(bomb))?["a"]
        #expect((expanded ?? "").utf8.count < 1 << 20)
    }

    @Test func filesThatCannotBeReadThrow() throws {
        let sandbox = try Sandbox()
        let url = URL(fileURLWithPath: sandbox.directory + "/none.xml")
        #expect(throws: TextsFileError.self) { try TranslatedStrings(url: url) }
        try sandbox.write(String(repeating: " ", count: 17 << 20), to: "large.xml")
        #expect(throws: TextsFileError.tooLarge(limit: 16 << 20)) {
            try TranslatedStrings(url: URL(fileURLWithPath: sandbox.directory + "/large.xml"))
        }
    }

    /// The original's search order: all of the app's directory before the library's; an unreadable
    /// file does not end the search.
    @Test(
        arguments: [
            (["fr-CA"], ["fr_FR.xml"], ["fr_CA.xml"], "app/fr_FR.xml"),
            (["fr-CA"], ["fr_CA.xml", "fr.xml"], [], "app/fr_CA.xml"),
            (["fr-CA"], ["fr_BE.xml", "fr.xml"], [], "app/fr.xml"),
            (["fr-CA"], ["fr_FR.xml", "fr_BE.xml"], [], "app/fr_BE.xml"),
            (["fr-CA"], ["FR.xml", "fr.txt"], ["fr.xml"], "library/fr.xml"),
            (["fr-CA", "de"], ["de.xml"], [], ""), (["fr"], ["fr_CH.xml"], [], "app/fr_CH.xml"),
            (["zh-Hant-TW"], ["zh_TW.xml"], ["zh.xml"], "app/zh_TW.xml"),
            (["en-US"], ["en_US.xml"], [], "app/en_US.xml"),
            (["fr-CA"], ["broken/fr_CA.xml", "fr.xml"], [], "app/fr.xml"), ([], ["fr.xml"], [], ""),
        ] as [([String], [String], [String], String)])
    func choosesAFile(
        languages: [String], app: [String], library: [String], expected: String
    ) throws {
        let sandbox = try Sandbox()
        for (directory, names) in [("app", app), ("library", library)] {
            for name in names {
                let isBroken = name.hasPrefix("broken/")
                let file = isBroken ? String(name.dropFirst("broken/".count)) : name
                let text =
                    "<strings><string><original>a</original><translation>\(directory)/\(file)</translation></string></strings>"
                try sandbox.write(isBroken ? "broken" : text, to: "\(directory)/\(file)")
            }
        }
        let directories = ["app", "library"].map {
            URL(fileURLWithPath: sandbox.directory).appendingPathComponent($0)
        }
        let strings = TranslatedStrings(directories: directories, languages: languages)
        #expect(strings["a"] == (expected.isEmpty ? "a" : expected))
        let broken = app.filter { $0.hasPrefix("broken/") }.map { $0.dropFirst("broken/".count) }
        let files = strings.problems.map(\.url.lastPathComponent)
        #expect(files.filter { $0.hasSuffix(".xml") } == broken.map(String.init))
    }

    @Test func whatCannotBeReadIsReported() throws {
        let sandbox = try Sandbox()
        try sandbox.write("broken", to: "app/fr.xml")
        let directories = ["app", "none"].map {
            URL(fileURLWithPath: sandbox.directory).appendingPathComponent($0)
        }
        let strings = TranslatedStrings(directories: directories, languages: ["fr"])
        #expect(strings["a"] == "a")
        #expect(strings.problems.map(\.url.lastPathComponent) == ["none", "fr.xml"])
        #expect(
            strings.problems.map(\.error).contains(
                .malformed(line: 1, "The file is not valid XML.")))
        #expect(strings.problems.last?.description == "fr.xml: Line 1: The file is not valid XML.")
    }

    @Test func originalsAreKeysOfI18next() throws {
        var options = I18nextOptions()
        (options.keySeparator, options.namespaceSeparator) = (nil, nil)
        options.negotiation.fallback = .none
        let json = try JSONValue.parse(
            Array(
                #"{"fr":{"translation":{"Please wait.":"Patientez.","Step %d: {{what}}":"Étape %d : {{what}}","files_one":"{{count}} fichier","files_other":"{{count}} fichiers","friend_male":"Un ami"}}}"#
                    .utf8))
        let strings = TranslatedStrings(I18nextTexts(json, options: options), language: "fr")
        #expect(strings.resolvedLanguage == "fr")
        #expect(strings["Please wait."] == "Patientez." && strings.isTranslated("Please wait."))
        #expect(strings["None %d", 1] == "None 1" && !strings.isTranslated("None %d"))
        #expect(strings.translation(for: "files", count: 2, named: [:]) == "2 fichiers")
        #expect(strings.translation(for: "friend", context: "male", named: [:]) == "Un ami")
        #expect(
            strings.translation(for: "Step %d: {{what}}", named: ["what": "A"]) == "Étape %d : A")
        #expect(strings.translation(for: "Hello {{name}}", named: ["name": "B"]) == "Hello B")
    }

    @Test func originalsArePathsOfNStack() throws {
        let json = try JSONValue.parse(
            Array(#"{"data":{"default":{"ok":"D’accord","no":"__no"}}}"#.utf8))
        let strings = TranslatedStrings(try NStackTexts(json), language: "fr")
        #expect(strings["default.ok"] == "D’accord")
        #expect(strings["default.no"] == "default.no" && !strings.isTranslated("default.no"))
        #expect(strings["Please wait"] == "Please wait")
    }

    @Test(
        arguments: [
            ("%@ and %@", ["a", 1] as [Argument], "a and 1"), ("%2$@ %1$@", ["a", "b"], "b a"),
            ("%d%%", [50], "50%"), ("%05.1f|%-5d|%5@", [1.25, 7, "x"], "001.2|7    |    x"),
            ("%x %X %o", [255, 255, 8], "ff FF 10"), ("%d", ["text"], "text"),
            ("%@", [1.5], "1.5"), ("%f", [2], "2.000000"), ("%d %d", [1], "1 %d"),
            ("%3$@", ["a"], "%3$@"), ("100 %", [1], "100 %"), ("%q", [1], "%q"),
            ("%*d|", [4, 7], "   7|"), ("%99999d", [1], "%99999d"), ("%n%s", ["x"], "%nx"),
            ("%lld %ld %hhd", [1, 2, 3], "1 2 3"), ("%c", [65], "A"), ("%.2s", ["abc"], "ab"),
            ("%0$@", ["a"], "%0$@"), ("%", ["a"], "%"), ("%1", ["a"], "%1"),
            ("%@", [["a", 1]], "a,1"), ("%d", [true], "1"), ("%d", [1.9], "1.9"),
        ] as [(String, [Argument], String)])
    func formatsArguments(template: String, arguments: [Argument], expected: String) {
        #expect(TranslatedStrings().translation(for: template, arguments) == expected)
    }
}
