import Testing
import Texts
import Translation

@testable import Interchange

/// A file in a layout that no export produces.
struct LayoutSample: CustomTestStringConvertible {
    let format: String
    let path: String
    /// A string on its own line.
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

/// A project with the strings of one file.
struct LayoutProject {
    let format: any FileFormat
    let isSource: Bool
    var skeleton: String?
    private let path: String
    /// The changed language, after the source language if a file contains both.
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
        let sides = format.traits.holdsAllLanguages && !isSource ? [true, false] : [isSource]
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
            defaultSection: "default", isSource: isSource || format.traits.holdsAllLanguages,
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

    /// Marks each text as needing no work.
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
