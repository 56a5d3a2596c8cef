import Interchange
import Testing
import Texts
import Translation

@Suite("Apple's tables: what comes back, and what is refused")
struct AppleStringsTests {
    private let format = AppleStrings()

    @Test(arguments: 0..<150)
    func whatIsWrittenComesBack(seed: Int) throws {
        var strings = RandomStrings(seed: seed)
        let isSource = seed.isMultiple(of: 3)
        let entries = strings.entries(isSource: isSource) { $0.text(1...3) }
        let trip = try RoundTrip(
            format, entries, language: "ru",
            options: ExportOptions(defaultSection: "s", isSource: isSource))
        trip.check(entries)
        for item in trip.result.unrepresentable {
            let entry = try #require(entries.first { $0.string == item.string })
            let texts = [entry.string.key, entry.value?.plainText ?? "\0"]
            #expect(texts.contains { $0.utf8.contains(0) })
        }
    }

    @Test func foundationReadsTheSame() throws {
        for seed in 0..<30 {
            var strings = RandomStrings(seed: seed)
            var entries: [ExportEntry] = []
            for index in 0..<40 {
                let value = strings.value()
                // Foundation compares keys by canonical equivalence.
                let key = "\(index)" + strings.text(0...3)
                entries.append(
                    ExportEntry(
                        string: StringID(section: "s", key: key), source: value, value: value))
            }
            let trip = try RoundTrip(
                format, entries, language: "en",
                options: ExportOptions(defaultSection: "s", isSource: true))
            let plain = trip.entries.values.filter { $0.value?.plainText != nil }
            try FoundationJudge.compare(plain, trip.result.files[0].bytes, [])
            guard let rules = trip.result.files.dropFirst().first else { continue }
            let said = Set(try FoundationJudge.texts(rules.bytes))
            for entry in trip.entries.values where entry.value?.plainText == nil {
                for (_, text) in entry.value?.texts ?? [] {
                    // Foundation on Linux treats U+FEFF at the start of a text as a byte order
                    // mark.
                    let isMarked = text.unicodeScalars.first == "\u{FEFF}"
                    #expect(
                        said.contains(isMarked ? String(text.unicodeScalars.dropFirst()) : text))
                }
            }
        }
    }

    @Test func keepsPluralsAndFormatsApart() throws {
        let cases = [Value.Case("one", "%d a"), Value.Case("other", "%d b")]
        let choice = try #require(Value.Choice(by: .plural, cases: cases))
        let named = try #require(Value.Choice(by: .plural, argument: "n", cases: cases))
        let single = Value.format("%#@n@", [.init(name: "n", spec: "d", choice: choice)])
        for (source, value, isTaken) in [
            (single, single, true), (.choice(named), .choice(named), true),
            (.choice(named), single, false), (single, .choice(named), false),
            (.choice(choice), .choice(choice), true),
        ] as [(Value, Value, Bool)] {
            let entry = ExportEntry(
                string: StringID(section: "s", key: "k"), source: source, value: value)
            let trip = try RoundTrip(
                format, [entry], language: "fr",
                options: ExportOptions(defaultSection: "s", isSource: false))
            #expect(trip.result.unrepresentable.isEmpty == isTaken)
            trip.check([entry])
        }
    }

    @Test(arguments: ["ends */ early", "a\nb */", "-- dashes --"])
    func writesComments(comment: String) throws {
        let entry = ExportEntry(
            string: StringID(section: "s", key: "k"), source: "a", value: "a",
            details: StringDetails(comment: comment))
        let trip = try RoundTrip(
            format, [entry], language: "en",
            options: ExportOptions(defaultSection: "s", isSource: true))
        #expect(trip.entries[entry.string]?.details.comment == comment)
    }

    @Test func placesPaths() {
        #expect(
            format.place(ofPath: "App/pt-BR.lproj/Localizable.strings")
                == FilePlace(language: "pt-BR"))
        #expect(
            format.place(ofPath: "fr.lproj/InfoPlist.stringsdict")
                == FilePlace(language: "fr", section: "InfoPlist"))
        #expect(
            format.place(ofPath: "Base.lproj/Main.strings")
                == FilePlace(section: "Main", isSource: true))
        #expect(
            format.place(ofPath: "de.lproj/admin/users.strings")
                == FilePlace(language: "de", section: "admin/users"))
        #expect(format.place(ofPath: "fr.xml") == FilePlace())
    }

    @Test func knowsItsFiles() {
        for text in [
            "/* a */", "\"a\" = \"b\";", "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC",
        ] {
            #expect(format.recognizes(path: "x", bytes: Array(text.utf8)))
        }
        for text in ["\"a\",\"b\"\n", "{\"a\":1}", "msgid \"a\"", "# a", "<resources/>"] {
            #expect(!format.recognizes(path: "x", bytes: Array(text.utf8)))
        }
        #expect(format.recognizes(path: "a/b.strings", bytes: []))
    }

    @Test(arguments: [
        ("\"a\" = \"1\";\n\"a\" = \"2\";", 2), ("\"a\" = \"b\"\n\"c\" = \"d\";", 2),
        ("\"a\" =\n \"b", 2), ("\"a\" = ", 1), ("/* a", 1), ("\"a\" = {b = c;};", 1),
        ("\"a\" = \"\\Ud83d\";", 1), ("\"a\" = \"\\U\";", 1), ("\"a\" = \"\\351\";", 1),
        ("{ \"a\" = \"b\";", 1), ("{} x", 1), ("bplist00", 1), ("\n%", 2),
        ("<plist><dict>\n<key>a</key></dict></plist>", 2), ("<plist><array/></plist>", 1),
        ("<plist><dict><key>a</key><string/>\n<key>a</key><string/></dict></plist>", 2),
        ("<plist><dict>\n<key>a</key><str", 2),
        ("<!DOCTYPE plist [<!ELEMENT a ANY>]>\n<plist><dict/></plist>", 1),
        (
            "<!DOCTYPE plist SYSTEM 'x'>\n<plist><dict><key>a</key><string>&b;</string></dict></plist>",
            2
        ),
    ])
    func refusesWithALine(text: String, line: Int) {
        let error = #expect(throws: InterchangeError.self) { try read(text) }
        #expect(error?.line == line)
    }

    @Test(arguments: [
        "<dict/>", "<array/>", "<integer>1</integer>",
        "<dict><key>NSStringLocalizedFormatKey</key><dict/></dict>",
        "<dict><key>NSStringLocalizedFormatKey</key><string>%#@a@</string><key>a</key><string/></dict>",
        """
        <dict><key>NSStringLocalizedFormatKey</key><string>%#@a@</string><key>a</key><dict>\
        <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>\
        <key>lots</key><string/></dict></dict>
        """,
        """
        <dict><key>NSStringLocalizedFormatKey</key><string>%#@a@</string><key>a</key><dict>\
        <key>NSStringFormatSpecTypeKey</key><string>Other</string>\
        <key>other</key><string/></dict></dict>
        """,
        "<dict><key>NSStringVariableWidthRuleType</key><dict/></dict>",
    ])
    func leavesOutOneStringWithANotice(entry: String) throws {
        let file = try read(
            "<plist><dict><key>ok</key><string>x</string>\n<key>k</key>\(entry)</dict></plist>")
        #expect(file.entries.map(\.value) == ["x"])
        #expect(file.notices.map(\.isLeftOut) == [true] && file.notices.map(\.line) == [2])
    }

    /// A file has Windows line endings only if all its lines do; otherwise they belong to the
    /// comment.
    @Test(arguments: [("\r\n", "a\nb"), ("\n", "a\r\nb")])
    func aFileOfWindowsHasPlainComments(end: String, comment: String) throws {
        let file = "/* a\r\nb */\(end)\"k\" = \"v\";\(end)"
        let comments = try read(file).entries.map { $0.details.comment.map { Value.Text($0) } }
        #expect(comments == [Value.Text(comment)])
    }

    @Test func readsOtherLineEndsAndLists() throws {
        let file = try read("\u{FEFF}{\r\n\"a\" = \"1\";\r\n// x\r\n\r\n\"b\" = \"2\";\r\n}\r\n")
        #expect(file.entries.map(\.value) == ["1", "2"] && file.entries.map(\.line) == [2, 5])
        #expect(file.notices.count == 1)
        #expect(try read("").entries == [] && read("{}").entries == [])
    }

    @Test func takesALongText() throws {
        let long = String(repeating: "a\"\\é\n", count: 200_000)
        let entry = ExportEntry(
            string: StringID(section: "s", key: "k"), source: Value(long), value: Value(long))
        let trip = try RoundTrip(
            format, [entry], language: "en",
            options: ExportOptions(defaultSection: "s", isSource: true))
        trip.check([entry])
    }

    private func read(_ text: String) throws -> ReadFile {
        try format.read(Array(text.utf8), context: ReadContext(section: "s", isSource: true))
    }
}
