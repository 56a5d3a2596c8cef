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
            #expect(Set(rest).subtracting(lines(sample.text)).count <= 1, "\(sample.format)")
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
    ]
}

/// A project that has the strings of one file.
struct LayoutProject {
    let format: any FileFormat
    let isSource: Bool
    var skeleton: String?
    private var entries: [ExportEntry]
    private var removed: Set<StringID> = []
    private let language: LanguageTag

    init(_ sample: LayoutSample, isSource: Bool) throws {
        format = try #require(FileFormats.named(sample.format))
        self.isSource = isSource
        language = try #require(LanguageTag(isSource ? "en" : "de"))
        let read = try format.read(
            Array(sample.text.utf8), context: Self.context(isSource: isSource))
        entries = Self.exported(read, isSource: isSource)
        skeleton = nil
        skeleton = try skeleton(of: sample.text)
    }

    private static func context(isSource: Bool) -> ReadContext {
        ReadContext(
            section: "default", isSource: isSource, language: isSource ? "en" : "de",
            sourceLanguage: "en")
    }

    private static func exported(_ read: ReadFile, isSource: Bool) -> [ExportEntry] {
        read.entries.map { entry in
            let value = isSource ? entry.value ?? entry.source : entry.value
            return ExportEntry(
                string: entry.string,
                source: entry.source ?? entry.value ?? Value(entry.string.key), value: value,
                details: entry.details, textDetails: entry.textDetails)
        }
    }

    var count: Int { entries.count }

    private var options: ExportOptions {
        var options = ExportOptions(
            defaultSection: "default", isSource: isSource, sourceLanguage: LanguageTag("en"))
        if let skeleton, !skeleton.isEmpty { options.skeletons = ["default": skeleton] }
        options.removed = removed
        return options
    }

    func read(_ text: String) throws -> ReadFile {
        try format.read(Array(text.utf8), context: Self.context(isSource: isSource))
    }

    func skeleton(of text: String) throws -> String? {
        let read = try read(text)
        var options = options
        options.skeletons = [:]
        return format.skeleton(
            of: Array(text.utf8), read, known: skeleton ?? "", section: "default",
            Self.exported(read, isSource: isSource), language: language, options: options)
    }

    func written() throws -> String {
        try text(format.writeLaidOut(entries, language: language, options: options))
    }

    func plain() throws -> String {
        var options = options
        options.skeletons = [:]
        return try text(format.write(entries, language: language, options: options))
    }

    private func text(_ result: ExportResult) throws -> String {
        let file = try #require(result.files.first)
        return String(decoding: file.bytes, as: UTF8.self)
    }

    mutating func set(_ key: String, _ text: String) {
        guard let index = entries.firstIndex(where: { $0.string.key == key }) else { return }
        entries[index].value = Value(text)
        if isSource { entries[index].source = Value(text) }
    }

    mutating func add(_ key: String, _ text: String, after other: String) {
        guard let index = entries.firstIndex(where: { $0.string.key == other }) else { return }
        let string = StringID(section: entries[index].string.section, key: key)
        entries.insert(
            ExportEntry(string: string, source: Value(text), value: Value(text)), at: index + 1)
    }

    mutating func remove(_ key: String) {
        for entry in entries where entry.string.key == key { removed.insert(entry.string) }
        entries.removeAll { $0.string.key == key }
    }
}
