import Interchange
import Testing
import Texts
import Translation

/// An exported file has the layout of the imported one.
struct I18nextLayoutTests {
    private static let files = [
        "{\"b\":\"1\",\"a\":\"2\"}",
        "{\r\n\t\"b\" : \"caf\\u00e9\",\r\n\t\"n\": { \"x\": \"\\/\", \"e\": { } }\r\n}\r\n\r\n",
        "\u{FEFF}{\n    \"Really? Yes.\": \"Yes.\",\n    \"a.b\": \"x\",\n    \"a.b.c\": \"y\"\n}",
        """
        { "n": 3, "r": 1.50, "t": true, "z": null, "none": [], "numbers": [1, 2],
          "tags": ["a", "@b"], "days": [ "Mo", "Tu" ], "mixed": ["x", 1, ["y"]],
          "features": [ { "title": "Fast", "icon": 1 }, { "title": "Safe", "tags": ["a"] } ] }
        """,
        "{\"item_other\":\"{{count}} items\",\"item_one\":\"{{count}} item\",\"@\":\"@\"}",
        "{\n\t\"@metadata\": {\n\t\t\"authors\": [\n\t\t\t\"A\"\n\t\t]\n\t},\n\t\"a\": \"1\",\n\t\"a.js\": \"2\"\n}",
        "{}", "{ }\n",
    ]

    @Test(arguments: files) func comesBackAsItCame(_ text: String) throws {
        let bytes = Array(text.utf8)
        let file = try read(text)
        let skeleton = try #require(file.skeleton)
        #expect(try write(file.entries, skeleton) == bytes)
        // The skeleton contains no text of the project in its usual spelling.
        #expect(!skeleton.contains("Safe") && !skeleton.contains("items"))
    }

    @Test func aFileInTheUsualLayoutNeedsNoSkeleton() throws {
        #expect(
            try read("{\n  \"a\": \"1\",\n  \"b\": {\n    \"c\": \"2\"\n  }\n}\n").skeleton == "")
    }

    @Test func changesTouchOnlyTheirOwnLines() throws {
        let file = try read(
            """
            {
                "title": "Caf\\u00e9",
                "gone": "x",
                "n": 3,
                "group": { "only": "y" },
                "menu": {
                    "save": "S\\u0061ve",
                    "open": "Open"
                }
            }
            """)
        let changed = try write(
            [
                entry("title", "Café"), entry("new.one", "1"), entry("menu.save", "Keep"),
                entry("menu.last", "\"L\""), entry("menu.open", "Open"),
            ], file.skeleton ?? "")
        #expect(
            String(decoding: changed, as: UTF8.self) == """
                {
                    "title": "Caf\\u00e9",
                    "new": {
                        "one": "1"
                    },
                    "n": 3,
                    "menu": {
                        "save": "Keep",
                        "last": "\\"L\\"",
                        "open": "Open"
                    }
                }
                """)
    }

    @Test func aFlatFileTakesNewKeysFlat() throws {
        let file = try read("{\"a.b\": \"x\", \"Yes. No.\": \"y\"}")
        let bytes = try write(file.entries + [entry("c.d", "z")], file.skeleton ?? "")
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "{\"a.b\": \"x\", \"Yes. No.\": \"y\", \"c.d\": \"z\"}")
    }

    @Test func listsOfObjectsAreWholeOrAbsent() throws {
        let file = try read(
            "{\"l\": [{\"t\": \"Fast\", \"n\": 1}, {\"t\": \"Safe\", \"n\": 2}], \"a\": \"A\"}")
        let skeleton = file.skeleton ?? ""
        func translated(_ texts: [String: Value]) throws -> String {
            let entries = file.entries.map { entry in
                ExportEntry(
                    string: entry.string, source: entry.value ?? Value(""),
                    value: texts[entry.string.key])
            }
            return String(decoding: try write(entries, skeleton), as: UTF8.self)
        }
        #expect(try translated(["a": Value("Ä")]) == "{ \"a\": \"Ä\"}")
        #expect(
            try translated(["l.1.t": Value("Sicher")])
                == "{\"l\": [{\"t\": \"Fast\", \"n\": 1}, {\"t\": \"Sicher\", \"n\": 2}]}")
    }

    @Test func aTranslationKeepsWhatTheSourceLacks() throws {
        let source = try read("{\"a\": \"A\"}")
        let shape = SourceShape(
            values: Dictionary(
                uniqueKeysWithValues: source.entries.map { ($0.string, $0.value ?? Value("")) }))
        let text = "{\"old\": \"alt\", \"a\": \"Ä\", \"empty\": \"\"}"
        let file = try I18nextJSON().read(
            Array(text.utf8), context: ReadContext(section: "common", isSource: false, shape: shape)
        )
        let own = file.entries.filter { $0.string.key == "a" }
        #expect(try write(own, file.skeleton ?? "") == Array(text.utf8))
    }

    @Test(arguments: ["", "[]", "{", "{\"a\": @", "{\"a\": \"x\"} {", "{\"a\" \"x\"}", "{\"a\": }"])
    func aSkeletonThatIsNoneCountsForNothing(_ skeleton: String) throws {
        let bytes = try write([entry("a", "x")], skeleton)
        #expect(String(decoding: bytes, as: UTF8.self) == "{\n  \"a\": \"x\"\n}\n")
    }

    /// The file's existing nesting is kept; a new text in place of an object is refused.
    @Test func whatCannotBeNestedIsListed() throws {
        let file = try read("{\"a\": {\"n\": 1, \"t\": \"x\"}}")
        var options = ExportOptions(defaultSection: "d", isSource: true)
        options.skeletons = ["common": file.skeleton ?? ""]
        let entries = [entry("a.t", "x"), entry("a.n", "2"), entry("a", "y")]
        let result = try I18nextJSON().write(
            entries.map(exported),
            language: try #require(LanguageTag("en")), options: options)
        #expect(Set(result.unrepresentable.map(\.string.key)) == ["a"])
        #expect(
            String(decoding: result.files[0].bytes, as: UTF8.self)
                == "{\"a\": {\"n\": \"2\", \"t\": \"x\"}}")
    }

    @Test func version3KeepsItsLayoutToo() throws {
        let text = "{\"item_plural\": \"{{count}} items\",\n\"item\": \"{{count}} item\", \"n\": 1}"
        let file = try I18nextJSONVersion3().read(
            Array(text.utf8),
            context: ReadContext(section: "common", isSource: true, language: "en"))
        #expect(file.entries.map(\.string.key) == ["item"])
        var options = ExportOptions(defaultSection: "d", isSource: true)
        options.skeletons = ["common": file.skeleton ?? ""]
        let result = try I18nextJSONVersion3().write(
            file.entries.map(exported), language: try #require(LanguageTag("en")), options: options)
        #expect(String(decoding: result.files[0].bytes, as: UTF8.self) == text)
    }

    private func entry(_ key: String, _ text: String) -> FileEntry {
        FileEntry(string: StringID(section: "common", key: key), value: Value(text))
    }

    private func exported(_ entry: FileEntry) -> ExportEntry {
        ExportEntry(string: entry.string, source: entry.value ?? Value(""), value: entry.value)
    }

    private func read(_ text: String) throws -> ReadFile {
        try I18nextJSON().read(
            Array(text.utf8),
            context: ReadContext(section: "common", isSource: true, language: "en"))
    }

    private func write(_ entries: [FileEntry], _ skeleton: String) throws -> [UInt8] {
        try write(entries.map(exported), skeleton)
    }

    private func write(_ entries: [ExportEntry], _ skeleton: String) throws -> [UInt8] {
        var options = ExportOptions(defaultSection: "d", isSource: true)
        options.skeletons = ["common": skeleton]
        let result = try I18nextJSON().write(
            entries, language: try #require(LanguageTag("en")), options: options)
        return result.files.first?.bytes ?? Array(skeleton.utf8)
    }
}
