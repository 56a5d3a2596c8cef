import Interchange
import Testing
import Texts
import Translation

@Suite("String catalogues: what comes back, and what is refused")
struct XCStringsTests {
    private let format = XCStrings()

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
        for item in trip.result.unrepresentable {
            let entry = try #require(entries.first { $0.string == item.string })
            let isPlain = [entry.source, entry.value ?? entry.source].allSatisfy {
                $0.plainText != nil
            }
            #expect(!isPlain || entry.string.key.utf8.contains(0))
        }
    }

    @Test func marksWhatNeedsWork() throws {
        let string = StringID(section: "s", key: "k")
        for flag in [true, false] {
            let entry = ExportEntry(
                string: string, source: "a", value: "b", textDetails: TextDetails(needsWork: flag))
            let options = ExportOptions(
                defaultSection: "s", isSource: false, sourceLanguage: LanguageTag("en"))
            let trip = try RoundTrip(format, [entry], language: "fr", options: options)
            #expect(trip.entries[string]?.textDetails == TextDetails(needsWork: flag))
        }
    }

    @Test(arguments: zip(ExportOptions.Untranslated.allCases, [nil, nil, nil, "k"] as [Value?]))
    func fillsUntranslated(choice: ExportOptions.Untranslated, expected: Value?) throws {
        let string = StringID(section: "s", key: "k")
        let options = ExportOptions(
            defaultSection: "s", isSource: false, untranslated: choice,
            sourceLanguage: LanguageTag("en"))
        let trip = try RoundTrip(
            format, [ExportEntry(string: string, source: "a", value: nil)], language: "fr",
            options: options)
        #expect(trip.entries[string]?.value == expected)
        let text = String(decoding: trip.result.files[0].bytes, as: UTF8.self)
        #expect(text.contains("\"new\"") == (choice != .omit))
    }

    @Test func knowsItsFiles() {
        #expect(format.recognizes(path: "a/Main.XCSTRINGS", bytes: []))
        #expect(format.recognizes(path: "a.json", bytes: Array("{ \"sourceLanguage\": ".utf8)))
        #expect(!format.recognizes(path: "a.json", bytes: Array("{\"a\": 1}".utf8)))
        #expect(format.place(ofPath: "App/Localizable.xcstrings") == FilePlace())
        #expect(format.place(ofPath: "App/mul.lproj/Main.xcstrings") == FilePlace(section: "Main"))
        #expect(format.place(ofPath: "en.json") == FilePlace())
    }

    @Test func refusesATableTwice() throws {
        let entries = ["s", "Localizable"].map {
            ExportEntry(string: StringID(section: $0, key: "k"), source: "a", value: "b")
        }
        #expect(throws: InterchangeError.self) {
            try format.write(
                entries, language: #require(LanguageTag("fr")),
                options: ExportOptions(defaultSection: "s", isSource: false))
        }
    }

    /// A table is found by its name, whatever its directory.
    @Test func refusesASectionWithDirectories() throws {
        let entry = ExportEntry(
            string: StringID(section: "admin/users", key: "k"), source: "a", value: "b")
        let error = #expect(throws: InterchangeError.self) {
            try format.write(
                [entry], language: #require(LanguageTag("fr")),
                options: ExportOptions(defaultSection: "s", isSource: false))
        }
        #expect(error?.message == "The section “admin/users” would be a directory.")
    }

    @Test(arguments: [
        (#"{"strings":{},"version":"1.0"}"#, 1), (#"{"sourceLanguage":"en"}"#, 1), ("[]", 1),
        ("{\"sourceLanguage\":\"en\",\n\"strings\":{\"a\":1}}", 2),
        ("{\"sourceLanguage\":\"en\",\n\"strings\":{\"a\":{\"localizations\":[]}}}", 2),
        ("{\"sourceLanguage\":\"en\",\n\"strings\":{\"a\":{},\n\"a\":{}}}", 3),
        ("{\"sourceLanguage\":\"en\",\n\"strings\":{\"a\":{", 2),
    ])
    func refusesWithALine(json: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try read(json) }
        #expect(error?.line == line)
    }

    @Test(arguments: [
        #"{"variations":{"plural":{"lots":{"stringUnit":{"state":"new","value":"a"}}}}}"#,
        #"{"variations":{"gender":{"male":{"stringUnit":{"state":"new","value":"a"}}}}}"#,
        #"{"variations":{"plural":{}}}"#, "{}", "3", #"{"stringUnit":{"state":"new"}}"#,
        #"{"stringUnit":{"state":"new","value":"a"},"variations":{}}"#,
        #"{"stringSet":{"state":"new","values":[1]}}"#,
        #"{"stringUnit":{"value":"a"},"substitutions":{"a":{}}}"#,
        """
        {"variations":{"device":{"mac":{"variations":{"device":{"mac":{"variations":{"device":{"mac":\
        {"variations":{"device":{"mac":{"stringUnit":{"value":"a"}}}}}}}}}}}}}}
        """,
    ])
    func leavesOutOneStringWithANotice(localization: String) throws {
        let json = """
            {"sourceLanguage":"en","strings":{
            "a":{"localizations":{"fr":\(localization)}},
            "b":{"localizations":{"fr":{"stringUnit":{"state":"translated","value":"x"}}}}}}
            """
        let file = try format.read(
            Array(json.utf8), context: ReadContext(section: "s", isSource: false, language: "fr"))
        #expect(file.entries.map(\.value) == ["x"])
        #expect(file.notices.map(\.isLeftOut) == [true])
        #expect(file.notices.map(\.line) == [2])
        // The other languages are read.
        #expect(try read(json).entries.count == 2)
    }

    @Test func notesWhatIsUnknown() throws {
        let json = """
            {"sourceLanguage":"en","hints":{"a":1},"strings":{"a":{"localizations":{"en":{"stringUnit":
            {"state":"new","value":"a","more":1}}}},"":{}}}
            """
        let file = try read("\u{FEFF}" + json)
        #expect(file.entries.map(\.string.key) == ["a"])
        #expect(file.notices.count == 3)
    }

    @Test func keepsNoMetaBeyondItsSize() throws {
        let long = String(repeating: "x", count: 5000)
        let file = try read(
            #"{"sourceLanguage":"en","strings":{"a":{"extra":"\#(long)"}}}"#)
        #expect(file.entries.map(\.details.meta) == [nil] && file.notices.count == 1)
    }

    @Test func takesALongText() throws {
        let long = String(repeating: "é\\\"", count: 1 << 20)
        let string = StringID(section: "s", key: "k")
        let options = ExportOptions(defaultSection: "s", isSource: true)
        let trip = try RoundTrip(
            format, [ExportEntry(string: string, source: Value(long), value: Value(long))],
            language: "en", options: options)
        #expect(trip.entries[string]?.value == Value(long))
    }

    private func read(_ json: String) throws -> ReadFile {
        try format.read(Array(json.utf8), context: ReadContext(section: "s", isSource: true))
    }
}
