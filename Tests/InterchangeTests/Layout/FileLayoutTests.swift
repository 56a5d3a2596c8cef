import TestSupport
import Testing
import Texts
import Translation

@testable import Interchange

/// A file that somebody laid out by hand comes back as it came, and changes touch only their own lines.
struct FileLayoutTests {
    @Test(arguments: LayoutSample.all) func comesBackByteForByte(_ sample: LayoutSample) throws {
        for isSource in sample.sides {
            let project = try LayoutProject(sample, isSource: isSource)
            #expect(project.skeleton == sample.text, "\(sample.format)")
            #expect(try project.written() == sample.text, "\(sample.format)")
        }
    }

    @Test(arguments: LayoutSample.all) func aChangedTextChangesItsLine(
        _ sample: LayoutSample
    ) throws {
        for isSource in sample.sides {
            var project = try LayoutProject(sample, isSource: isSource)
            project.set(sample.key, "Neu")
            let changed = try project.written()
            #expect(changed.contains("Neu"), "\(sample.format)")
            let (old, new) = (lines(sample.text), lines(changed))
            #expect(old.count == new.count, "\(sample.format): \(changed)")
            #expect(zip(old, new).count { $0 != $1 } == 1, "\(sample.format): \(changed)")
            // The changed file fits the skeleton, so that its import keeps it.
            #expect(try project.skeleton(of: changed) == sample.text, "\(sample.format)")
        }
    }

    @Test(arguments: LayoutSample.all) func stringsAreAddedAndRemoved(
        _ sample: LayoutSample
    ) throws {
        for isSource in sample.sides {
            var project = try LayoutProject(sample, isSource: isSource)
            project.add("brand_new", "Brandneu", after: sample.key)
            let added = try project.written()
            #expect(added.contains("Brandneu"), "\(sample.format)")
            let kept = Set(lines(sample.text).filter { !$0.isEmpty })
            #expect(kept.subtracting(lines(added)).count <= 1, "\(sample.format): \(added)")
            #expect(try project.read(added).entries.count == project.count, "\(sample.format)")
            project.remove("brand_new")
            #expect(try project.written() == sample.text, "\(sample.format)")
            project.remove(sample.key)
            let removed = try project.written()
            #expect(
                try !project.read(removed).entries.contains { $0.string.key == sample.key },
                "\(sample.format)")
            let rest = lines(removed)
            #expect(rest.count < lines(sample.text).count, "\(sample.format)")
            #expect(
                Set(rest).subtracting(lines(sample.text)).count <= 1,
                "\(sample.format): \(removed)")
        }
    }

    @Test(arguments: LayoutSample.all) func anUnfitSkeletonIsLeftOut(
        _ sample: LayoutSample
    ) throws {
        for isSource in sample.sides {
            var project = try LayoutProject(sample, isSource: isSource)
            let usual = try project.plain()
            let cut = String(sample.text.prefix(sample.text.count / 2))
            let hostile = [
                cut, "\u{0}\u{FFFD}<<<{{{\"\"\"", String(repeating: "<a ", count: 3_000),
                String(repeating: "\"a\" = \"b\";\n", count: 2_000),
                String(repeating: "a=b\n", count: 2_000),
            ]
            for skeleton in hostile {
                project.skeleton = skeleton
                let bytes = try project.written()
                // All that the project says is there in any case.
                let said = try project.read(bytes).entries.map(\.string)
                let wanted = try project.read(usual).entries.map(\.string)
                #expect(
                    Set(said).isSuperset(of: wanted), "\(sample.format): \(skeleton.prefix(20))")
            }
        }
    }

    /// A file that an export writes just so needs no skeleton.
    @Test(arguments: LayoutSample.all) func theUsualLayoutIsNotKept(
        _ sample: LayoutSample
    ) throws {
        for isSource in sample.sides {
            let project = try LayoutProject(sample, isSource: isSource)
            let usual = try project.plain()
            let kept = try LayoutProject(
                LayoutSample(sample.format, sample.path, sample.key, usual), isSource: isSource)
            #expect(kept.skeleton != usual, "\(sample.format)")
        }
    }

    /// A text takes the place of what a tool put where nobody had translated.
    @Test(arguments: [
        (
            "xcstrings",
            #"{"x": 1, "sourceLanguage": "en", "strings": {"a": {"localizations": {"de": {"stringUnit": {"state": "new", "value": "a"}}}}, "b": {}}, "version": "1.0"}"#
        ),
        (
            "xliff-1.2",
            """
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
            <!-- hand --><file source-language="en" target-language="de" original="default" datatype="plaintext"><body>
            <trans-unit id="a"><source>a</source><target state="new">a</target></trans-unit>
            <trans-unit id="b"><source>b</source></trans-unit></body></file></xliff>
            """
        ),
        (
            "xliff-2",
            """
            <xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0">
            <!-- hand --><file id="main" original="default">
            <unit id="a"><segment state="initial"><source>a</source><target>a</target></segment></unit>
            <unit id="b"><segment><source>b</source></segment></unit></file></xliff>
            """
        ),
    ]) func aTextTakesThePlaceOfAStub(_ format: String, _ text: String) throws {
        var project = try LayoutProject(
            LayoutSample(format, format == "xcstrings" ? "a.xcstrings" : "a.xliff", "a", text),
            isSource: false)
        #expect(try project.written() == text)
        project.set("a", "Neu")
        let changed = try project.written()
        #expect(changed.contains("hand") == text.contains("hand"), "\(changed)")
        #expect(changed.contains(#""x": 1"#) == text.contains(#""x": 1"#), "\(changed)")
        #expect(lines(changed).count == lines(text).count, "\(changed)")
        let values = try project.read(changed).entries.map(\.value)
        #expect(values == ["Neu", nil], "\(changed)")
    }

    @Test func someFilesKeepNoLayout() {
        let format = JavaProperties()
        #expect(format.obstacleToLayout(of: Array("a=b".utf8)) == nil)
        #expect(format.obstacleToLayout(of: Array("a=b\u{0}".utf8))?.contains("control") == true)
        #expect(format.obstacleToLayout(of: [0x61, 0x3D, 0xE9])?.contains("UTF-8") == true)
        let large = Array(repeating: UInt8(ascii: "#"), count: FileLayout.maximumSize + 1)
        #expect(format.obstacleToLayout(of: large)?.contains("4 MiB") == true)
        #expect(I18nextJSON().obstacleToLayout(of: [0xE9]) == nil)
    }

    /// A project knows of each text whether it needs work; a file that says nothing of it goes on so.
    @Test func aFileWithoutStatesGetsNone() throws {
        let text = """
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
            <file source-language="en" target-language="de" original="default" datatype="plaintext"><body>
            <trans-unit id="a"><source>a</source><target>A</target></trans-unit></body></file></xliff>
            """
        var project = try LayoutProject(
            LayoutSample("xliff-1.2", "a.xliff", "a", text), isSource: false)
        project.settle()
        #expect(try project.written() == text)
        project.set("a", "Neu")
        #expect(try project.written() == text.replacing(">A<", with: ">Neu<"))
    }

    /// An untranslated string that the file lacked when it was imported stays out; a newer one is added.
    @Test func whatTheFileLackedStaysOut() throws {
        let text = "# Hand\nmsgid \"\"\nmsgstr \"Language: de\\n\"\n\nmsgid \"a\"\nmsgstr \"A\"\n"
        var project = try LayoutProject(LayoutSample("po", "a.po", "a", text), isSource: false)
        project.add("old", nil, after: "a")
        project.add("new", nil, after: "a")
        project.absent = [StringID(section: "default", key: "old")]
        let written = try project.written()
        #expect(written.hasPrefix(text), "\(written)")
        #expect(written.contains("msgid \"new\"") && !written.contains("msgid \"old\""))
    }

    @Test func bothFilesOfATableComeBack() throws {
        let format = AppleStrings()
        let plain = "/* License */\n\"bye\"=\"Bye\";\n"
        let rules = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- License -->
            <plist version="1.0"><dict>
              <key>files</key><dict>
                <key>NSStringLocalizedFormatKey</key><string>%#@n@</string>
                <key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
                  <key>NSStringFormatValueTypeKey</key><string>d</string>
                  <key>one</key><string>%d file</string><key>other</key><string>%d files</string></dict></dict>
            </dict></plist>
            """
        let english = try #require(LanguageTag("en"))
        var options = ExportOptions(defaultSection: "default", isSource: true)
        var skeleton = ""
        var entries: [ExportEntry] = []
        for (path, text) in [("a.strings", plain), ("a.stringsdict", rules)] {
            let read = try format.read(
                Array(text.utf8), context: ReadContext(section: "default", isSource: true))
            let own = read.entries.map {
                ExportEntry(
                    string: $0.string, source: $0.value ?? "", value: $0.value,
                    details: $0.details)
            }
            entries += own
            skeleton = try #require(
                format.skeleton(
                    of: Array(text.utf8), read, at: path, known: skeleton, section: "default",
                    [LanguageEntries(language: english, isSource: true, entries: own)],
                    options: options))
        }
        func written() throws -> [String] {
            options.skeletons = ["default": skeleton]
            let language = LanguageEntries(language: english, isSource: true, entries: entries)
            return try format.writeLaidOut([language], options: options).files.map {
                String(decoding: $0.bytes, as: UTF8.self)
            }
        }
        let unchanged = try written()
        #expect(unchanged == [plain, rules])
        let plural = try #require(
            Value.Choice(
                by: .plural, argument: "n",
                cases: [.init("one", "%d Datei"), .init("other", "%d Dateien")]))
        entries[1].value = .choice(plural)
        let changed = try written()
        #expect(
            changed == [
                plain,
                rules.replacing("%d files", with: "%d Dateien").replacing(
                    "%d file", with: "%d Datei"),
            ])
    }

    private func lines(_ text: String) -> [String] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A file in a layout that no export writes.
struct LayoutSample: CustomTestStringConvertible {
    let format: String
    let path: String
    /// A string on a line of its own.
    let key: String
    let text: String
    var sides = [true, false]

    init(
        _ format: String, _ path: String, _ key: String, _ text: String,
        sides: [Bool] = [true, false]
    ) {
        (self.format, self.path, self.key, self.text, self.sides) = (format, path, key, text, sides)
    }

    var testDescription: String { format }

    static let all: [LayoutSample] = [
        LayoutSample(
            "android-xml", "res/values/strings.xml", "hello",
            """
            <?xml version='1.0' encoding='UTF-8'?>
            <!-- Copyright 2020 Somebody -->

            <resources xmlns:tools="http://schemas.android.com/tools" tools:ignore="MissingTranslation">
            \t<string name="app_name">App</string>

            \t<skip />
            \t<!-- Section -->

            \t<string name="hello" >"Hello, world"</string>
            \t<!-- Don't
            \t     translate %s -->
            \t<string name="bye"><![CDATA[Bye & <b>bye</b>]]></string>
            \t<color name="red">#f00</color>
            \t<plurals name="items">
            \t\t<item quantity="one">%d item</item> <!-- one -->
            \t\t<item quantity="other">%d items</item>
            \t</plurals>
            \t<string name="last"
            \t        tools:foo="x">L&#228;st</string></resources>
            """),
        LayoutSample(
            "apple-strings", "Localizable.strings", "bye",
            "\u{FEFF}/* License\r\n   block */\r\n\r\n// MARK: - First\r\n\"hello\"=\"Hello \\\"you\\\"\";\r\n"
                + "\"bye\"   =   \"Bye\";   // trailing\r\n\r\n/* No comment provided by engineer. */\r\n"
                + "bare = \"Bare word\";\r\n/* about last */ \"last\" = \"L\\U00e4st\";"),
        LayoutSample(
            "po", "de.po", "bye",
            """
            # German.
            # Ines <i@example.org>, 2020.
            msgid ""
            msgstr ""
            "Project-Id-Version: app 1\\n"
            "Language: de\\n"
            "Content-Type: text/plain; charset=UTF-8\\n"
            "Plural-Forms: nplurals=2; plural=n != 1;\\n"
            "X-Generator: hand\\n"


            #. Greeting
            #: b.c:2   a.c:1
            #, c-format
            msgid   "hello"
            msgstr  "Hallo, "
            "Welt %s"

            # von Hand
            #: a.c:7
            msgid "bye"
            msgstr "Tschüss"
            #, fuzzy
            #| msgid "old"
            msgid "last"
            msgstr "Letzt"

            #~ msgid "gone"
            #~ msgstr "Weg"
            """, sides: [false]),
        LayoutSample(
            "java-properties", "messages_de.properties", "bye",
            "# Copyright\r\n\r\nhello : Hallo \\\r\n    Welt\r\n! more\r\nbye=Bye\r\n  last   Ende\r\nuni=Sch\\u00f6n"
        ),
        LayoutSample(
            "arb", "app_de.arb", "bye",
            """
            {
                "@@locale": "de", "@@x-team": "Ines",
                "bye":"Bye",

                "hello" : "Sch\\u00f6n {name}",
                "@hello": {"placeholders":{"name":{}},
                    "x-own": 1},
                "last": "Last"
            }
            """, sides: [false]),
        LayoutSample(
            "nstack-json", "Localizations_de-DE.json", "bye",
            """
            {"data": {
                "default": { "hello": "Hallo",
                    "bye": "Bye",
                    "last": "Last" }
              },
              "meta": {"language": {"id": 7, "name": "German", "locale": "de", "direction": "LRM", "is_default": false, "is_best_fit": true, "own": [1, 2]}}}
            """, sides: [false]),
        LayoutSample(
            "verid-xml", "de.xml", "Bye",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- Ines -->
            <strings language="de">

            \t<string><original>Zebra</original><translation>Zebra</translation></string>
            \t<string><original>Bye</original><translation>Bye</translation></string>
            \t<string>
            \t\t<original>Apple</original>
            \t\t<translation>Apfel</translation> <!-- fruit -->
            \t</string>
            </strings>
            """, sides: [false]),
        LayoutSample(
            "xliff-1.2", "de.xliff", "bye",
            """
            <?xml version='1.0'?>
            <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:own="urn:own">
            <file source-language="en" target-language="de" original="default" datatype="plaintext">
            <header><tool tool-id="x" tool-name="Y"/><own:thing>1</own:thing></header>
            <body>
            <trans-unit id="hello" own:state="a"><source>Hello</source><target>Hallo</target></trans-unit>

            <!-- here -->
            <trans-unit id="bye"><source>Bye</source><target>Tschau</target></trans-unit>
            <trans-unit id="last">
              <source>Last</source>
              <target>Letzt</target>
            </trans-unit></body></file></xliff>
            """, sides: [false]),
        LayoutSample(
            "xliff-2", "de.xliff", "bye",
            """
            <xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:own="urn:own">
            <file id="main" original="default">
            <own:thing>1</own:thing>
            <unit id="u9" name="hello"><segment id="s1"><source>Hello</source><target>Hallo</target></segment></unit>

            <!-- here -->
            <unit id="u8" name="bye"><segment><source>Bye</source><target>Tschau</target></segment></unit>
            <unit id="u7" name="last">
              <segment>
                <source>Last</source>
                <target>Letzt</target>
              </segment>
            </unit></file></xliff>
            """, sides: [false]),
        LayoutSample(
            "xcstrings", "Localizable.xcstrings", "bye",
            """
            {
            \t"version": "1.0",
            \t"sourceLanguage": "en", "x-tool": {"a": [1, 2.5]},
            \t"strings": {
            \t\t"": {},
            \t\t"last": {"comment": "L\\u00e4st", "localizations": {"de": {"stringUnit": {"state": "translated", "value": "Letzt"}}}},
            \t\t"bye": {
            \t\t\t"extractionState": "manual",
            \t\t\t"localizations": {
            \t\t\t\t"en": {"stringUnit": {"state": "translated", "value": "Bye"}},
            \t\t\t\t"de": {"stringUnit": {"value": "Tschau", "state": "translated", "x-own": true}},
            \t\t\t\t"tlh": {"stringUnit": {"state": "translated", "value": "Qapla"}}
            \t\t\t}
            \t\t},
            \t\t"hello": {"localizations": {"de": {"stringUnit": {"state": "new", "value": "hello"}}}}
            \t}
            }
            """),
        LayoutSample(
            "csv", "translations.csv", "bye",
            "sep=;\nkey;owner;en;de;note\nlast;Ines;Last;Letzt;\"a \"\"b\"\"\"\nbye;Max;Bye;Tschau;\n"
                + "hello;;Hello;;x"),
        LayoutSample(
            "tbx", "default.tbx", "bye",
            """
            <?xml version='1.0'?>
            <tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
            <tbxHeader><fileDesc><sourceDesc><p>By hand</p></sourceDesc></fileDesc></tbxHeader>
            <text><body>
            <conceptEntry id="last"><langSec xml:lang="en"><termSec><term>last</term></termSec></langSec>
              <langSec xml:lang="de"><termSec><term>Letzt</term></termSec></langSec></conceptEntry>

            <!-- here -->
            <conceptEntry id="bye">
              <langSec xml:lang="en"><termSec><term>Bye</term></termSec></langSec>
              <langSec xml:lang="de"><termSec><term>Tschau</term><termNote type="partOfSpeech">noun</termNote></termSec></langSec>
            </conceptEntry>
            </body></text></tbx>
            """),
        LayoutSample(
            "apple-strings", "Localizable.strings", "bye",
            """
            <?xml version="1.0"?>
            <plist version="1.0"><dict><!-- Ines -->
              <key>hello</key><string>Hello</string>

              <key>bye</key><string>Bye</string>
            </dict></plist>
            """),
    ]
}

/// A project that has the strings of one file.
struct LayoutProject {
    let format: any FileFormat
    let isSource: Bool
    var skeleton: String?
    private let path: String
    /// The language that is changed, after the source language where a file holds both.
    private var languages: [LanguageEntries]
    private var removed: Set<StringID> = []
    var absent: Set<StringID> = []

    init(_ sample: LayoutSample, isSource: Bool) throws {
        format = try #require(FileFormats.named(sample.format))
        self.isSource = isSource
        path = sample.path
        languages = []
        skeleton = nil
        languages = try exported(sample.text)
        skeleton = try skeleton(of: sample.text)
    }

    private func exported(_ text: String) throws -> [LanguageEntries] {
        let sides = format.holdsAllLanguages && !isSource ? [true, false] : [isSource]
        return try sides.map { isSource in
            let language = try #require(LanguageTag(isSource ? "en" : "de"))
            let read = try read(text, isSource: isSource)
            return LanguageEntries(
                language: language, isSource: isSource,
                entries: read.entries.map { entry in
                    let value = isSource ? entry.value ?? entry.source : entry.value
                    return ExportEntry(
                        string: entry.string,
                        source: entry.source ?? entry.value ?? Value(entry.string.key),
                        value: value, details: entry.details, textDetails: entry.textDetails)
                })
        }
    }

    var count: Int { languages.last?.entries.count ?? 0 }

    private var options: ExportOptions {
        var options = ExportOptions(
            defaultSection: "default", isSource: isSource || format.holdsAllLanguages,
            sourceLanguage: LanguageTag("en"))
        if let skeleton, !skeleton.isEmpty { options.skeletons = ["default": skeleton] }
        options.removed = removed
        options.absent = absent
        return options
    }

    func read(_ text: String) throws -> ReadFile { try read(text, isSource: isSource) }

    private func read(_ text: String, isSource: Bool) throws -> ReadFile {
        let context = ReadContext(
            section: "default", isSource: isSource, language: isSource ? "en" : "de",
            sourceLanguage: "en")
        return try format.read(Array(text.utf8), context: context)
    }

    func skeleton(of text: String) throws -> String? {
        var options = options
        options.skeletons = [:]
        let kept = format.skeleton(
            of: Array(text.utf8), try read(text), at: path, known: skeleton ?? "",
            section: "default", try exported(text), options: options)
        return kept
    }

    func written() throws -> String {
        try text(format.writeLaidOut(languages, options: options))
    }

    func plain() throws -> String {
        var options = options
        options.skeletons = [:]
        return try text(format.write(languages, options: options))
    }

    private func text(_ result: ExportResult) throws -> String {
        let ending = path.split(separator: ".").last.map { "." + $0 } ?? ""
        let file = try #require(result.files.first { $0.path.hasSuffix(ending) })
        return String(decoding: file.bytes, as: UTF8.self)
    }

    mutating func set(_ key: String, _ text: String) {
        for language in languages.indices.suffix(1) {
            guard
                let index = languages[language].entries.firstIndex(where: { $0.string.key == key })
            else { return }
            languages[language].entries[index].value = Value(text)
            if isSource { languages[language].entries[index].source = Value(text) }
        }
    }

    /// States of each text that it needs no work.
    mutating func settle() {
        for language in languages.indices {
            for index in languages[language].entries.indices {
                languages[language].entries[index].textDetails.needsWork = false
            }
        }
    }

    mutating func add(_ key: String, _ text: String?, after other: String) {
        for language in languages.indices {
            guard
                let index = languages[language].entries.firstIndex(where: {
                    $0.string.key == other
                })
            else { return }
            let section = languages[language].entries[index].string.section
            languages[language].entries.insert(
                ExportEntry(
                    string: StringID(section: section, key: key), source: Value(text ?? key),
                    value: text.map { Value($0) }), at: index + 1)
        }
    }

    mutating func remove(_ key: String) {
        for language in languages.indices {
            for entry in languages[language].entries where entry.string.key == key {
                removed.insert(entry.string)
            }
            languages[language].entries.removeAll { $0.string.key == key }
        }
    }
}
