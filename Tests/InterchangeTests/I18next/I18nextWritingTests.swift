import Interchange
import Testing
import Texts
import Translation

struct I18nextWritingTests {
    @Test func nestsInTheOrderGiven() throws {
        let result = try write([
            ("title", "Hello"), ("menu.save", "Save"), ("last", "\"\\\u{1}\n/é"),
            ("menu.open", "Open"),
            ("Great. Session succeeded.", "Great."),
        ])
        #expect(result.unrepresentable.isEmpty)
        #expect(result.files.map(\.path) == ["en/common.json"])
        #expect(
            text(result) == #"""
                {
                  "title": "Hello",
                  "menu": {
                    "save": "Save",
                    "open": "Open"
                  },
                  "last": "\"\\\u0001\n/é",
                  "Great": {
                    " Session succeeded": {
                      "": "Great."
                    }
                  }
                }

                """#)
    }

    @Test func keepsDotsIfFlat() throws {
        let result = try write([("a", "1"), ("a.b", "2")], isFlat: true)
        #expect(result.unrepresentable.isEmpty)
        #expect(text(result) == "{\n  \"a\": \"1\",\n  \"a.b\": \"2\"\n}\n")
    }

    @Test func leavesOutWhatCannotBeNested() throws {
        let deep = String(repeating: "x.", count: 64) + "y"
        let result = try write([
            ("a.b.c", "2"), ("a", "1"), ("a.d", "3"), (deep, "4"), ("n\0", "5"),
        ])
        #expect(text(result) == "{\n  \"a\": \"1\"\n}\n")
        #expect(result.unrepresentable.map(\.string.key) == ["a.b.c", "a.d", deep, "n\0"])
        #expect(
            result.unrepresentable.first?.reason
                == "The string cannot be nested below “a”, which is itself a string; "
                + "a flat file can hold both."
        )
    }

    @Test func writesPluralsWithTheirSuffixes() throws {
        let items = try #require(plural(["one": "1", "other": "n"]))
        let few = try #require(plural(["one": "1", "few": "f"], argument: nil))
        let ordinal = try #require(plural(["other": "th"], by: .ordinal))
        let entries = [
            entry("item", items, few), entry("item2", Value("bare"), Value("bare")),
            entry("item2_other", items, few), entry("place_ordinal", ordinal, ordinal),
        ]
        let result = try I18nextJSON().write(
            entries, language: try tag("ru"),
            options: ExportOptions(defaultSection: "d", isSource: false))
        #expect(result.unrepresentable.isEmpty)
        #expect(
            text(result) == """
                {
                  "item_one": "1",
                  "item_few": "f",
                  "item2": "bare",
                  "item2_one": "1",
                  "item2_few": "f",
                  "place_ordinal_ordinal_other": "th"
                }

                """)
    }

    @Test func leavesOutWhatWouldBeReadOtherwise() throws {
        let items = try #require(plural(["one": "1", "other": "n"]))
        let exact = try #require(plural(["=1": "1", "other": "n"]))
        let named = try #require(plural(["other": "n"], argument: "files"))
        let select = try #require(plural(["she": "n"], by: .select))
        let entries = [
            entry("gender_one", Value("x"), Value("x")),
            entry("gender_other", Value("y"), Value("y")),
            entry("item_few", Value("z"), Value("z")), entry("item", items, items),
            entry("exact", exact, exact), entry("named", named, named),
            entry("select", select, select),
            entry("format", .format("x", []), .format("x", [])),
            entry("ordinal", try #require(plural(["other": "n"], by: .ordinal)), items),
        ]
        let result = try I18nextJSON().write(
            entries, language: try tag("en"),
            options: ExportOptions(defaultSection: "d", isSource: true))
        #expect(
            text(result)
                == """
                {
                  "gender_one": "x",
                  "item_one": "1",
                  "item_other": "n",
                  "ordinal_one": "1",
                  "ordinal_other": "n"
                }

                """)
        #expect(
            result.unrepresentable.map(\.string.key)
                == ["gender_other", "item_few", "exact", "named", "select", "format"])
        #expect(
            result.unrepresentable.first?.reason
                == "The key would be read as the case “other” of the plural “gender”.")
    }

    @Test(arguments: [
        (ExportOptions.Untranslated.omit, "{}\n"), (.source, "{\n  \"k\": \"Source\"\n}\n"),
        (.empty, "{\n  \"k\": \"\"\n}\n"), (.key, "{\n  \"k\": \"k\"\n}\n"),
    ])
    func putsInForUntranslatedStrings(choice: ExportOptions.Untranslated, expected: String) throws {
        let result = try I18nextJSON().write(
            [
                ExportEntry(
                    string: StringID(section: "s", key: "k"), source: Value("Source"), value: nil)
            ],
            language: try tag("fr"),
            options: ExportOptions(defaultSection: "d", isSource: false, untranslated: choice))
        #expect(text(result) == expected)
    }

    @Test func writesAFileForEachSection() throws {
        let entries = ["b", "a/c", "B"].map {
            ExportEntry(
                string: StringID(section: $0, key: "k"), source: Value("x"), value: Value("x"))
        }
        let result = try I18nextJSON().write(
            entries, language: try tag("zh-Hant-HK"),
            options: ExportOptions(defaultSection: "d", isSource: false))
        #expect(
            result.files.map(\.path)
                == ["zh-Hant-HK/B.json", "zh-Hant-HK/a/c.json", "zh-Hant-HK/b.json"])
    }

    @Test(arguments: [
        "../x", "/etc", "a/../../b", "", ".", "..", "a\0b", "con", "Aux", "a\\b", "c:d", "a//b",
        "a/", "a.",
        "lpt1",
    ])
    func refusesSectionsThatAreNoPaths(section: String) throws {
        let entries = [
            ExportEntry(
                string: StringID(section: section, key: "k"), source: Value("x"), value: nil)
        ]
        let language = try tag("fr")
        let error = #expect(throws: InterchangeError.self) {
            try I18nextJSON().write(
                entries, language: language,
                options: ExportOptions(defaultSection: "d", isSource: false))
        }
        #expect(error?.hint.typed.isEmpty == false)
    }

    @Test func refusesAFileWhereADirectoryIs() throws {
        let entries = ["a", "a.json/b"].map {
            ExportEntry(string: StringID(section: $0, key: "k"), source: Value("x"), value: nil)
        }
        let language = try tag("fr")
        #expect(throws: InterchangeError.self) {
            try I18nextJSON().write(
                entries, language: language,
                options: ExportOptions(defaultSection: "d", isSource: false))
        }
    }

    private func entry(_ key: String, _ source: Value, _ value: Value) -> ExportEntry {
        ExportEntry(string: StringID(section: "common", key: key), source: source, value: value)
    }

    private func write(
        _ texts: [(key: String, text: String)], isFlat: Bool = false
    ) throws -> ExportResult {
        try I18nextJSON().write(
            texts.map { entry($0.key, Value($0.text), Value($0.text)) }, language: try tag("en"),
            options: ExportOptions(defaultSection: "common", isSource: true, isFlat: isFlat))
    }

    private func text(_ result: ExportResult) -> String {
        String(decoding: result.files.first?.bytes ?? [], as: UTF8.self)
    }

    private func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }
}
