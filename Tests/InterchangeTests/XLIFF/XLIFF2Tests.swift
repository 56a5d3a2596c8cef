import Interchange
import JSON
import Testing
import Texts
import Translation

@Suite("XLIFF 2")
struct XLIFF2Tests {
    private let format = XLIFF2()
    private let options = ExportOptions(
        defaultSection: "s", isSource: false, sourceLanguage: LanguageTag("en"))

    @Test func readsEveryConstruct() throws {
        let file = try read(Fixture.text("xliff/constructs2.xlf"))
        #expect(file.language == "fr")
        #expect(
            file.entries.map(\.string.key) == ["button", "u7", "several", "items", "untouched"])
        #expect(file.entries.allSatisfy { $0.string.section == "messages" })
        let button = file.entries[0]
        #expect(
            button.source
                == """
                Press <pc id="1" dataRefStart="d1" dataRefEnd="d2">OK</pc> or <ph id="2" disp="{0}"/>\
                <sc id="3"/>now<ec startRef="3"/> <mrk id="m1" translate="no">A &amp; B</mrk>
                """)
        #expect(button.details.comment == "On the button.")
        #expect(button.details.meta?["id"] == "inline")
        #expect(
            button.details.meta?["originalData"]?.stringValue?.hasPrefix("\n        <data") == true)
        #expect(button.textDetails.needsWork == false)
        #expect(button.textDetails.meta?["state"] == "final")
        #expect(button.textDetails.meta?["subState"] == "my:ok")
        #expect(
            button.textDetails.meta?["notes"]
                == [
                    .object {
                        $0.add("text", "Short.")
                        $0.add("category", "length")
                        $0.add("priority", "2")
                    }
                ])
        #expect(file.entries[1].details.isTranslatable == false && file.entries[1].value == nil)
        #expect(file.entries[1].source == "Dragoman <b>")
        #expect(file.entries[2].source == "One. Two." && file.entries[2].value == "Un. Deux.")
        #expect(file.entries[2].textDetails.needsWork == true)
        guard case .choice(let items)? = file.entries[3].value else {
            Issue.record("It is no plural.")
            return
        }
        #expect(items.selector == .plural && items.argument == "count")
        #expect(items.cases.map(\.value) == ["{count} élément", "{count} éléments"])
        #expect(file.entries[4].value == nil)
        // The skeleton, two attributes of the outer group, and the segments.
        #expect(file.notices.map(\.isLeftOut) == [false, false, false])
    }

    @Test func comesOutAgain() throws {
        let file = try read(Fixture.text("xliff/constructs2.xlf"))
        let entries = file.entries.map {
            ExportEntry(
                string: $0.string, source: $0.source ?? $0.value ?? "", value: $0.value,
                details: $0.details, textDetails: $0.textDetails)
        }
        let trip = try RoundTrip(format, entries, language: "fr", options: options)
        trip.check(entries)
        for entry in file.entries {
            #expect(trip.entries[entry.string]?.details == entry.details)
            #expect(trip.entries[entry.string]?.textDetails == entry.textDetails)
        }
        guard Judge.xmllint.isInstalled else { return }
        #expect(try Judge.fault(trip.result.files[0].bytes, schema: "xliff-core-2.0.xsd") == nil)
    }

    @Test(arguments: 0..<150)
    func whatIsWrittenComesBack(seed: Int) throws {
        var strings = RandomStrings(seed: seed)
        let isSource = seed.isMultiple(of: 3)
        let entries = strings.entries(isSource: isSource) { $0.text(1...3) }
        var options = options
        options.isSource = isSource
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
                entries, language: #require(LanguageTag("ru")), options: options)
            guard let file = result.files.first else { continue }
            #expect(try Judge.fault(file.bytes, schema: "xliff-core-2.0.xsd") == nil)
        }
    }

    /// Debian's translate-toolkit only reads version 1.
    @Test(.enabled(if: Judge.python.isInstalled, "python3 of Debian is not installed"))
    func anotherParserReadsTheSame() throws {
        let entries = ["Hello & <co>", " two\nlines ", "é 😀"].enumerated().map { index, text in
            ExportEntry(
                string: StringID(section: "s", key: "k\(index)"), source: Value(text),
                value: Value(text + "!"))
        }
        let result = try format.write(
            entries, language: #require(LanguageTag("fr")), options: options)
        let units = try Judge.script("xliff2.py", on: result.files[0].bytes)
            .compactMap(\.objectValue)
        #expect(units.map { $0["source"]?.stringValue } == entries.map(\.source.plainText))
        #expect(units.map { $0["target"]?.stringValue } == entries.map { $0.value?.plainText })
    }

    @Test func writesNoEmptyFile() throws {
        let result = try format.write(
            [], language: #require(LanguageTag("fr")), options: options)
        #expect(result.files.isEmpty)
    }

    @Test func knowsItsFiles() {
        let root = #"<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1">"#
        #expect(FileFormats.recognizing(path: "fr.xlf", bytes: Array(root.utf8))?.name == "xliff-2")
        #expect(!format.recognizes(path: "fr.xlf", bytes: []))
    }

    @Test(arguments: [
        (
            "<unit id='a'><segment><source/></segment></unit>\n<unit id='a'><segment><source/></segment></unit>",
            2
        ),
        ("<unit><segment><source/></segment></unit>", 1), ("<unit id='a'/>", 1),
        ("<unit id='a'><segment/></unit>", 1), ("<unit id='a'><seg", 1),
    ])
    func refusesWithALine(units: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try read(document(units)) }
        #expect(error?.line == line)
    }

    @Test(arguments: [
        "<group id='g' type='dragoman:value'/>",
        "<group id='g' type='dragoman:value'><unit id='u' name='plural.lots'><segment><source/><target>a</target></segment></unit></group>",
        "<unit id='g'><segment><source>a<m:b xmlns:m='urn:m'/></source></segment></unit>",
    ])
    func leavesOutOneStringWithANotice(unit: String) throws {
        let file = try read(
            document(
                "<unit id='ok'><segment><source>x</source><target>y</target></segment></unit>"
                    + unit))
        #expect(file.entries.map(\.value) == ["y"])
        #expect(file.notices.map(\.isLeftOut) == [true])
    }

    private func document(_ units: String) -> String {
        """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr">\
        <file id="f1" original="s">\(units)</file></xliff>
        """
    }

    private func read(_ text: String) throws -> ReadFile {
        try format.read(Array(text.utf8), context: ReadContext(section: "s", isSource: false))
    }
}
