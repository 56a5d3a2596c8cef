import Interchange
import JSON
import Testing
import Texts
import Translation

@Suite("XLIFF 1.2")
struct XLIFF12Tests {
    private let format = XLIFF12()

    @Test func readsWhatXcodeWrites() throws {
        let file = try read(Fixture.bytes("xliff/xcode.xliff"))
        #expect(file.language == "cs")
        #expect(
            file.entries.map(\.string) == [
                StringID(section: "s", key: "%lld items"), StringID(section: "s", key: "greeting"),
                StringID(section: "s", key: "Cancel"), StringID(section: "s", key: "untouched"),
                StringID(section: "s", key: "hint"),
                StringID(section: "InfoPlist", key: "CFBundleName"),
                StringID(
                    section: "Old", key: "/items:dict/NSStringLocalizedFormatKey:dict/:string"),
            ])
        let entries = file.entries
        #expect(entries[0].value?.texts.map(\.path) == [["one"], ["few"], ["other"]])
        #expect(entries[0].textDetails.needsWork == true && entries[0].source == nil)
        #expect(entries[0].details.comment == "How many items.")
        #expect(entries[0].details.meta?["original"] == "App/Localizable.xcstrings")
        #expect(entries[1].source == "Hello,\n  %@ & co." && entries[1].value == "Ahoj, %@")
        #expect(entries[1].textDetails == TextDetails(needsWork: false))
        #expect(entries[2].value == nil && entries[3].value == nil)
        #expect(entries[4].value?.texts.map(\.text) == ["Klepněte", "Klikněte"])
        #expect(entries[5].textDetails.needsWork == nil)
        #expect(file.notices.map(\.line) == [61])
    }

    /// A written file has the same contents as the file that was read, and names the same tables to
    /// Xcode.
    @Test func comesOutAgain() throws {
        for (name, language) in [("xcode.xliff", "cs"), ("constructs.xlf", "fr")] {
            var file = try read(Fixture.bytes("xliff/\(name)"))
            file.entries.removeAll { $0.string.section == "Old" }
            let entries = file.entries.map {
                ExportEntry(
                    string: $0.string, source: $0.source ?? $0.value ?? "", value: $0.value,
                    details: $0.details, textDetails: $0.textDetails)
            }
            let options = ExportOptions(
                defaultSection: "s", isSource: false, sourceLanguage: LanguageTag("en"))
            let trip = try RoundTrip(format, entries, language: language, options: options)
            trip.check(entries)
            for entry in file.entries {
                #expect(trip.entries[entry.string]?.details == entry.details)
                #expect(trip.entries[entry.string]?.textDetails == entry.textDetails)
            }
            let bytes = trip.result.files[0].bytes
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(
                text.contains("original=\"App/en.lproj/InfoPlist.strings\"") == (language == "cs"))
            guard Judge.xmllint.isInstalled else { continue }
            #expect(try Judge.fault(bytes, schema: "xliff-core-1.2-strict.xsd") == nil)
        }
    }

    @Test func readsEveryConstruct() throws {
        let file = try read(Fixture.bytes("xliff/constructs.xlf"))
        let inline = try #require(file.entries.first)
        #expect(inline.string == StringID(section: "messages", key: "inline"))
        #expect(
            inline.source
                == """
                Press <g id="1" ctype="bold">OK</g> or <x id="2"/><ph id="3">&lt;br/&gt;</ph> \
                <bpt id="4" rid="1">&lt;i&gt;</bpt>now<ept id="4" rid="1">&lt;/i&gt;</ept>\
                <it id="5" pos="open">[</it><mrk mtype="protected">A &amp; B</mrk>
                """)
        #expect(inline.value == #"Appuyez sur <g id="1" ctype="bold">OK</g>"#)
        #expect(inline.details.comment == "Short.")
        #expect(
            inline.details.maximumLength == Definition.Limit(count: 20, unit: .grapheme))
        let meta = try #require(inline.details.meta)
        #expect(meta["id"] == "17" && meta["datatype"] == "html")
        #expect(meta["attributes"] == .object { $0.add("restype", "label") })
        #expect(inline.textDetails.needsWork == false)
        #expect(inline.textDetails.meta?["state"] == "signed-off")
        #expect(inline.textDetails.meta?["approved"] == "yes")
        #expect(inline.textDetails.meta?["state-qualifier"] == "exact-match")
        #expect(file.entries[1].details.isTranslatable == false)
        #expect(file.entries[1].source == "Dragoman <b>" && file.entries[1].value == nil)
        #expect(
            file.entries[1].details.meta?["attributes"]
                == .object {
                    $0.add("maxwidth", "100")
                    $0.add("size-unit", "pixel")
                })
        #expect(file.entries[2].textDetails.meta?["state"] == "needs-adaptation")
        // The header's note, the group, alt-trans and the binary unit.
        #expect(file.notices.count == 4)
    }

    @Test(arguments: 0..<150)
    func whatIsWrittenComesBack(seed: Int) throws {
        var strings = RandomStrings(seed: seed)
        let isSource = seed.isMultiple(of: 3)
        let entries = strings.entries(isSource: isSource) { $0.text(1...3) }
        let options = ExportOptions(
            defaultSection: "s", isSource: isSource, sourceLanguage: LanguageTag("en"))
        let trip = try RoundTrip(
            format, entries, language: isSource ? "en" : "ru", options: options)
        trip.check(entries)
    }

    @Test(.enabled(if: Judge.xmllint.isInstalled, "xmllint of Debian is not installed"))
    func isValid() throws {
        for seed in 0..<20 {
            var strings = RandomStrings(seed: seed)
            let entries = strings.entries(isSource: false) { $0.text(1...3) }
            let result = try format.write(
                entries, language: #require(LanguageTag("ru")),
                options: ExportOptions(
                    defaultSection: "s", isSource: false, sourceLanguage: LanguageTag("en")))
            #expect(
                try Judge.fault(result.files[0].bytes, schema: "xliff-core-1.2-strict.xsd") == nil)
        }
    }

    @Test(.enabled(if: Judge.hasToolkit, "translate-toolkit of Debian is not installed"))
    func saysWhatTheToolkitSays() throws {
        let entries = ["Hello & <co>", " two\nlines ", "é 😀"].enumerated().map { index, text in
            ExportEntry(
                string: StringID(section: "s", key: "k\(index)"), source: Value(text),
                value: Value(text + "!"), details: StringDetails(comment: "Note \(index)"),
                textDetails: TextDetails(needsWork: index == 1))
        }
        let result = try format.write(
            entries, language: #require(LanguageTag("fr")),
            options: ExportOptions(
                defaultSection: "s", isSource: false, sourceLanguage: LanguageTag("en")))
        let units = try Judge.script("toolkit.py", ["xliff"], on: result.files[0].bytes)
            .compactMap(\.objectValue)
        #expect(units.map { $0["source"]?.stringValue } == entries.map(\.source.plainText))
        #expect(units.map { $0["target"]?.stringValue } == entries.map { $0.value?.plainText })
        #expect(units.map { $0["notes"]?.stringValue } == entries.map(\.details.comment))
    }

    @Test func knowsItsFiles() {
        let root =
            #"<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:"#
        #expect(
            FileFormats.recognizing(path: "a", bytes: Array((root + "1.2\">").utf8))?.name
                == "xliff-1.2")
        #expect(FileFormats.recognizing(path: "fr.xlf", bytes: [])?.name == "xliff-1.2")
        #expect(
            format.place(ofPath: "fr.xcloc/Localized Contents/fr.xliff")
                == FilePlace(language: "fr"))
        #expect(format.place(ofPath: "messages.xlf") == FilePlace())
    }

    @Test(arguments: [
        (
            #"<trans-unit id="a"><source>b</source></trans-unit>"# + "\n"
                + #"<trans-unit id="a"><source>b</source></trans-unit>"#, 2
        ),
        (#"<trans-unit><source>b</source></trans-unit>"#, 1), (#"<trans-unit id="a"/>"#, 1),
        ("<trans-unit id='a'><source>b</sour", 1),
    ])
    func refusesWithALine(units: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try read(Array(document(units).utf8)) }
        #expect(error?.line == line)
    }

    @Test func refusesOtherDocuments() {
        for text in [
            "<xliff version=\"1.0\"/>", "<a/>", "<!DOCTYPE xliff SYSTEM 'a'>\n" + document(""),
            document("</body></file><file source-language='en' target-language='de'><body>"),
        ] {
            #expect(throws: InterchangeError.self) { try read(Array(text.utf8)) }
        }
    }

    @Test(arguments: [
        #"<trans-unit id="k|==|plural.lots"><source>a</source><target>b</target></trans-unit>"#,
        #"<trans-unit id="k"><source>a<m:b xmlns:m="urn:m"/></source></trans-unit>"#,
        #"<trans-unit id="k|==|list.1"><source>a</source><target>b</target></trans-unit>"#,
        #"<trans-unit id=""><source>a</source></trans-unit>"#,
    ])
    func leavesOutOneStringWithANotice(unit: String) throws {
        let file = try read(
            Array(
                document(
                    "<trans-unit id='ok'><source>x</source><target>y</target></trans-unit>" + unit
                ).utf8))
        #expect(file.entries.map(\.value) == ["y"])
        #expect(file.notices.map(\.isLeftOut) == [true])
    }

    @Test func listsKeysThatItCannotSay() throws {
        let entry = ExportEntry(
            string: StringID(section: "s", key: "a|==|plural.one"), source: "a", value: "b")
        let trip = try RoundTrip(
            format, [entry], language: "fr",
            options: ExportOptions(defaultSection: "s", isSource: false))
        #expect(trip.result.unrepresentable.count == 1 && trip.entries.isEmpty)
    }

    private func document(_ units: String) -> String {
        """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"><file original="s" \
        source-language="en" target-language="fr" datatype="plaintext"><body>\(units)</body></file></xliff>
        """
    }

    private func read(_ bytes: [UInt8]) throws -> ReadFile {
        try format.read(bytes, context: ReadContext(section: "s", isSource: false))
    }
}
