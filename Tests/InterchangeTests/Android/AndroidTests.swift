import Interchange
import Testing
import Texts
import Translation

@Suite("Android's resources: what comes back, and what is refused")
struct AndroidTests {
    private let format = AndroidStrings()

    @Test(arguments: 0..<150)
    func whatIsWrittenComesBack(seed: Int) throws {
        var strings = RandomStrings(seed: seed)
        let isSource = seed.isMultiple(of: 3)
        let entries = strings.entries(isSource: isSource) { $0.name() }
        let trip = try RoundTrip(
            format, entries, language: "ru",
            options: ExportOptions(defaultSection: "s", isSource: isSource))
        trip.check(entries)
        for item in trip.result.unrepresentable {
            let entry = try #require(entries.first { $0.string == item.string })
            let text = entry.value?.plainText
            #expect(
                text.map { $0.utf8.contains(0) || $0.unicodeScalars.contains("\u{FFFF}") } ?? true)
        }
    }

    @Test(.enabled(if: Judge.python.isInstalled, "python3 of Debian is not installed"))
    func aaptReadsTheSame() throws {
        for seed in 0..<12 {
            var strings = RandomStrings(seed: seed)
            var entries: [ExportEntry] = []
            for index in 0..<60 {
                let value = strings.value(depth: 2)
                entries.append(
                    ExportEntry(
                        string: StringID(section: "s", key: "k\(index)"), source: value,
                        value: value))
            }
            let trip = try RoundTrip(
                format, entries, language: "en",
                options: ExportOptions(defaultSection: "s", isSource: true))
            try AndroidJudge.compare(Array(trip.entries.values), trip.result.files[0].bytes)
        }
    }

    @Test(arguments: [
        ("fr", "res/values-fr/strings.xml"), ("pt-BR", "res/values-pt-rBR/strings.xml"),
        ("sr-Latn", "res/values-b+sr+Latn/strings.xml"), ("he", "res/values-iw/strings.xml"),
        ("es-419", "res/values-b+es+419/strings.xml"),
    ])
    func namesItsFiles(language: String, path: String) throws {
        let entry = ExportEntry(
            string: StringID(section: "s", key: "k"), source: "a", value: "b")
        let tag = try #require(LanguageTag(language))
        let result = try format.write(
            [entry], language: tag, options: ExportOptions(defaultSection: "s", isSource: false))
        #expect(result.files.map(\.path) == [path])
        let place = format.place(ofPath: path)
        #expect(place.section == nil)
        #expect(place.language == (language == "he" ? "iw" : language))
    }

    @Test func placesPaths() {
        #expect(format.place(ofPath: "res/values/strings.xml") == FilePlace(isSource: true))
        #expect(
            format.place(ofPath: "app/src/main/res/values-fr/errors.xml")
                == FilePlace(language: "fr", section: "errors"))
        #expect(format.place(ofPath: "res/values-fr-land/strings.xml") == FilePlace())
        #expect(format.place(ofPath: "res/values-land/strings.xml") == FilePlace())
        #expect(format.place(ofPath: "fr/strings.xml") == FilePlace())
    }

    @Test func knowsItsFiles() {
        #expect(format.recognizes(path: "a.xml", bytes: Array("<?xml?><!-- -->\n<resources>".utf8)))
        #expect(format.recognizes(path: "res/values-de/a.xml", bytes: []))
        #expect(!format.recognizes(path: "de/a.xml", bytes: []))
        #expect(!format.recognizes(path: "res/values/a.xml", bytes: Array("<strings>".utf8)))
        #expect(FileFormats.recognizing(path: "fr.xml", bytes: [])?.name == "verid-xml")
    }

    @Test(arguments: ["1a", "", "a b", "a#default", "a#", "a%", "a:b"])
    func listsKeysThatAreNoNames(key: String) throws {
        let entry = ExportEntry(string: StringID(section: "s", key: key), source: "a", value: "b")
        let trip = try RoundTrip(
            format, [entry], language: "fr",
            options: ExportOptions(defaultSection: "s", isSource: false))
        #expect(trip.result.unrepresentable.map(\.string.key) == [key])
    }

    @Test func keepsTheEscapingOfTheDefinition() throws {
        let string = StringID(section: "s", key: "k")
        let source = try read("<resources><string name='k'>&lt;b>a&lt;/b></string></resources>")
        let entry = ExportEntry(
            string: string, source: "<b>a</b>", value: "<b>b</b>",
            details: try #require(source.entries.first).details)
        let trip = try RoundTrip(
            format, [entry], language: "fr",
            options: ExportOptions(defaultSection: "s", isSource: false))
        let text = String(decoding: trip.result.files[0].bytes, as: UTF8.self)
        #expect(text.contains("&lt;b&gt;b&lt;/b&gt;"))
    }

    @Test(arguments: [
        ("<resources>\n<string name='a'>1</string>\n<string name='a'>2</string></resources>", 3),
        ("<resources>\n<string>1</string></resources>", 2), ("<strings/>", 1), ("", 1),
        ("<resources>\n<string name='a'>1</str", 2),
        ("<!DOCTYPE resources [\n<!ENTITY a '<b/>'>]>\n<resources/>", 2),
        ("<resources>\n<string name='a'>&nbsp;</string></resources>", 2),
    ])
    func refusesWithALine(xml: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try read(xml) }
        #expect(error?.line == line)
    }

    @Test(arguments: [
        #"<string name="k">\u12</string>"#, #"<string name="k">\ud800</string>"#,
        #"<plurals name="k"><item quantity="lots">a</item></plurals>"#,
        #"<plurals name="k"><item quantity="one">a</item><item quantity="one">a</item></plurals>"#,
        #"<plurals name="k"></plurals>"#, #"<string-array name="k"><x/></string-array>"#,
        #"<string name="k"><m:x xmlns:m="urn:m"/></string>"#,
        #"<plurals name="ok"><item quantity="one">a</item></plurals>"#,
    ])
    func leavesOutOneStringWithANotice(xml: String) throws {
        let file = try read("<resources><string name='ok'>x</string>\n\(xml)</resources>")
        #expect(file.entries.map(\.value) == ["x"])
        #expect(file.notices.map(\.isLeftOut) == [true] && file.notices.map(\.line) == [2])
    }

    @Test func readsOtherLineEndsAndByteOrderMarks() throws {
        let file = try read(
            "\u{FEFF}<resources>\r\n<string name='a'>1\r\n2</string>\r\n</resources>\r\n")
        #expect(file.entries.map(\.value) == ["1 2"] && file.notices == [])
        #expect(throws: InterchangeError.self) {
            try format.read(
                [0xFF, 0xFE] + Array("<resources/>".utf16).flatMap { [UInt8($0 & 255), 0] },
                context: ReadContext(section: "s", isSource: true))
        }
    }

    @Test func takesALongText() throws {
        let long = String(repeating: "a  'é\" <b> \n", count: 60_000)
        let entry = ExportEntry(
            string: StringID(section: "s", key: "k"), source: Value(long), value: Value(long))
        let trip = try RoundTrip(
            format, [entry], language: "en",
            options: ExportOptions(defaultSection: "s", isSource: true))
        trip.check([entry])
    }

    private func read(_ xml: String) throws -> ReadFile {
        try format.read(Array(xml.utf8), context: ReadContext(section: "s", isSource: true))
    }
}
