import Testing
import Texts
import Translation

@testable import Interchange

/// A file with a manual layout is restored exactly, and changes touch only their own lines.
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
            // The changed file fits the skeleton, so that importing it keeps the skeleton.
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
                // All texts of the project are in the file in any case.
                let said = try project.read(bytes).entries.map(\.string)
                let wanted = try project.read(usual).entries.map(\.string)
                #expect(
                    Set(said).isSuperset(of: wanted), "\(sample.format): \(skeleton.prefix(20))")
            }
        }
    }

    /// A file in the layout of an export needs no skeleton.
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

    /// A text replaces the placeholder that a tool wrote for an untranslated string.
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

    /// The project knows the state of each text; a file without states stays without them.
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

    /// An untranslated string that the imported file lacked is omitted; a newer one is added.
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
