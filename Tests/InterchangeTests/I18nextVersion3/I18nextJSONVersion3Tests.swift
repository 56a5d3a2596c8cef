import Foundation
import Interchange
import TestWorld
import Testing
import Texts
import Translation

struct I18nextJSONVersion3Tests {
    let format = I18nextJSONVersion3()

    @Test func readsPluralsOfTwoForms() throws {
        let file = try format.read(
            text: """
                {"item": "{{count}} item", "item_plural": "{{count}} items", "friend_male": "A", "friend_male_plural": "B",
                 "lone_plural": "x", "gender_one": "y", "gender_other": "z", "menu": {"n": "1", "n_plural": "2"}}
                """, isSource: true)
        #expect(
            file.entries.map(\.string.key)
                == ["item", "friend_male", "lone_plural", "gender_one", "gender_other", "menu.n"])
        #expect(
            file.entries[0].value == plural(["one": "{{count}} item", "other": "{{count}} items"]))
        #expect(file.entries[2].value == Value("x"))
        #expect(file.notices.isEmpty)
    }

    @Test(arguments: [
        ("ru", ["one", "few", "many"]), ("ar", ["zero", "one", "two", "few", "many", "other"]),
        ("cs", ["one", "few", "other"]), ("lv", ["one", "other", "zero"]),
        ("sl", ["other", "one", "two", "few"]),
        ("lt", ["one", "few", "other"]), ("pl-PL", ["one", "few", "many"]),
        ("de", ["one", "other"]),
    ])
    func readsNumberedForms(tag: String, categories: [String]) throws {
        let texts = categories.indices.map { "\"item_\($0)\": \"\($0) {{count}}\"" }.joined(
            separator: ",")
        let source = [exported("item", try #require(plural(["one": "x", "other": "y"])), nil)]
        let file = try format.read(text: "{\(texts)}", sources: source, language: tag)
        #expect(file.entries.map(\.string.key) == ["item"])
        let cases = categories.enumerated().map { Value.Case($1, Value("\($0) {{count}}")) }
        #expect(
            file.entries[0].value
                == Value.Choice(by: .plural, argument: "count", cases: cases).map { .choice($0) })
        let own = try format.read(text: "{\(texts)}", isSource: true, language: tag)
        #expect(
            own.entries.count == (categories.contains("other") ? 1 : categories.count)
                || tag == "de")
    }

    @Test func takesTheOnlyFormForAll() throws {
        let source = [exported("item", try #require(plural(["one": "x", "other": "y"])), nil)]
        for tag in ["ja", "fa"] {
            let file = try format.read(
                text: #"{"item_0": "{{count}}"}"#, sources: source, language: tag)
            #expect(file.entries.map(\.value) == [plural(["other": "{{count}}"])])
        }
    }

    @Test func needsTheLanguageForNumberedForms() throws {
        let source = [exported("item", try #require(plural(["one": "x", "other": "y"])), nil)]
        let file = try format.read(
            text: #"{"item_0": "a", "item_1": "b", "step_0": "c"}"#, sources: source)
        #expect(file.entries.map(\.string.key) == ["step_0"])
        #expect(file.notices.map(\.key) == ["item_0", "item_1"])
    }

    @Test(arguments: [
        (#"{"item": "x", "item_plural": "{{count}}"}"#, true),
        (#"{"item_0": "{{count}}", "item_1": "x", "item_2": "y"}"#, true),
        (#"{"item": "x", "item_plural": "y"}"#, false), (#"{"step_0": "a", "step_1": "b"}"#, false),
        (#"{"item_one": "{{count}}", "item_other": "x"}"#, false),
        (#"{"i": "x", "i_plural": "{{count}}", "n_other": "{{count}}"}"#, false),
        (#"{"i": "x", "i_plural": "{{count}}", "type_other": "Other"}"#, true), ("{", false),
        ("{}", false),
    ])
    func isFoundWhereItCannotBeVersion4(text: String, isOld: Bool) {
        let found = FileFormats.recognizing(path: "en/common.json", bytes: Array(text.utf8))
        #expect((found is I18nextJSONVersion3) == isOld)
    }

    /// Exports are read back without additional plurals.
    @Test(arguments: ["en", "de", "fr", "ru", "pl", "ar", "ja", "fa", "lt", "lv", "sl", "he", "cs"])
    func whatIsExportedIsReadAsItWas(tag: String) throws {
        let forms = PluralRules.categories(of: tag, .cardinal).map(\.rawValue)
        func counting(_ names: [String]) -> Value? {
            Value.Choice(
                by: .plural, argument: "count",
                cases: names.map { Value.Case($0, Value("\($0) {{count}}")) }
            ).map { .choice($0) }
        }
        let source = try #require(plural(["one": "x {{count}}", "other": "y"]))
        let ranks = try #require(plural(["one": "st", "other": "th"], by: .ordinal))
        let isSource = tag == "en"
        let value = isSource ? source : try #require(counting(forms))
        let entries = [
            exported("item", source, value), exported("title", "Title", "Titel"),
            exported("place", ranks, ranks), exported("other", source, nil),
        ]
        let result = try format.write(
            entries, language: language(tag), options: options(isSource: isSource))
        let left = result.unrepresentable.map(\.string.key)
        #expect(left.contains("place"))
        let file = try #require(result.files.first)
        let read = try format.read(
            text: String(decoding: file.bytes, as: UTF8.self), isSource: isSource,
            sources: isSource ? [] : entries, language: tag)
        #expect(read.entries.first { $0.string.key == "title" }?.value == "Titel")
        let item = read.entries.first { $0.string.key == "item" }?.value
        if left.contains("item") {
            // Forms that version 3 lacks are listed; the others are written.
            let said = try #require(item?.texts.map { $0.path[0] })
            #expect(!said.isEmpty && Set(said).isStrictSubset(of: Set(forms)))
        } else {
            #expect(item == value)
        }
    }

    /// An app with `compatibilityJSON: "v3"` shows the exported texts.
    @Test(.enabled(if: I18nextProgram.isThere, "node and node-i18next are not installed"))
    func i18nextFindsWhatIsExported() throws {
        let source = try #require(plural(["one": "{{count}} item", "other": "{{count}} items"]))
        let russian = try #require(
            plural(["one": "{{count}} вещь", "few": "{{count}} вещи", "many": "{{count}} вещей"]))
        let written = try format.write(
            [exported("item", source, russian), exported("a.b", "T", "Т")],
            language: language("ru"), options: options())
        #expect(written.unrepresentable.isEmpty)
        let said = try I18nextProgram.run(
            """
            const t = await load({lng: "ru", compatibilityJSON: "v3",
                resources: {ru: {translation: read("ru/default.json")}}});
            console.log([1, 3, 5, 21].map(n => t("item", {count: n})).join("|"), t("a.b"));
            """, files: written)
        #expect(said == ["1 вещь|3 вещи|5 вещей|21 вещь Т"])
    }

    /// The last i18next for version 3 returns the text of our category for each number.
    @Test(
        .enabled(if: I18nextProgram.isThere, "node and node-i18next are not installed"),
        arguments: [
            ("en", 0), ("ru", 3), ("pl", 3), ("cs", 3), ("ar", 6), ("lt", 3), ("ro", 3), ("ja", 1),
            ("sl", 4), ("ga", 5),
            ("uk", 3), ("sk", 3), ("ar-EG", 6),
        ])
    func i18nextFindsTheSameTexts(tag: String, count: Int) throws {
        let forms = count == 0 ? ["item", "item_plural"] : (0..<count).map { "item_\($0)" }
        let text = "{" + forms.map { "\"\($0)\": \"\($0)\"" }.joined(separator: ",") + "}"
        let source = [exported("item", try #require(plural(["one": "x", "other": "y"])), nil)]
        let file = try format.read(text: text, sources: source, language: tag)
        guard case .choice(let choice)? = file.entries.first?.value else {
            Issue.record("It is no plural.")
            return
        }
        // Irish 0 has the form of 3 in version 3, and is `other` in CLDR.
        let numbers = Array((tag == "ga" ? 1 : 0)...130)
        let said = try I18nextProgram.run(
            """
            const t = (await load({lng: "\(tag)", compatibilityJSON: "v3",
                resources: {"\(tag)": {translation: \(text)}}}));
            for (const n of \(numbers)) console.log(t("item", {count: n}));
            """)
        let expected = numbers.map {
            let category = PluralRules.category(for: $0, in: tag, .cardinal).rawValue
            return (choice[category] ?? choice["other"])?.plainText ?? "none"
        }
        #expect(said == expected)
    }

    /// Files for apps on version 3 have the texts of our categories.
    ///
    /// Latvian and Welsh are excluded: version 3's rules differ from CLDR's.
    @Test(
        .enabled(if: I18nextProgram.isThere, "node and node-i18next are not installed"),
        arguments: [
            "en", "de", "fr", "pt-BR", "ru", "pl", "cs", "ar", "lt", "ro", "ja", "zh-Hant", "sl",
            "ga", "he", "fa", "vi",
        ])
    func i18nextFindsWhatIsWritten(tag: String) throws {
        // Version 3 has one form in Persian, and none for millions in Portuguese.
        let own =
            tag == "fa" ? ["other"] : PluralRules.categories(of: tag, .cardinal).map(\.rawValue)
        let value = try #require(
            Value.Choice(
                by: .plural, argument: "count",
                cases: own.map { Value.Case($0, Value("\($0) {{count}}")) }
            ).map { Value.choice($0) })
        let source = try #require(plural(["one": "x", "other": "y"]))
        let entries = [
            exported("item", source, tag == "en" ? source : value),
            exported("deep.title", Value("Title"), Value("Title")),
        ]
        let written = try I18nextJSONVersion3(isServed: true).write(
            entries, language: language(tag), options: options(isSource: tag == "en"))
        #expect(written.unrepresentable.isEmpty)
        // Irish 0 has the form of 3, and 20 in Hebrew its own form.
        let numbers = Array((tag == "ga" ? 1 : 0)...130)
        let said = try I18nextProgram.run(
            """
            const t = await load({lng: "\(tag)", compatibilityJSON: "v3",
                resources: {"\(tag)": {translation: read("\(tag)/default.json")}}});
            for (const n of \(numbers)) console.log(t("item", {count: n}));
            console.log(t("deep.title"));
            """, files: written)
        let expected = numbers.map { number in
            let category = PluralRules.category(for: number, in: tag, .cardinal).rawValue
            if tag == "en" { return category == "one" ? "x" : "y" }
            return tag == "fa" ? "other \(number)" : "\(category) \(number)"
        }
        #expect(said == expected + ["Title"])
    }

    @Test func formsGiveWayToOtherStrings() throws {
        let items = try #require(plural(["one": "one", "other": "many"]))
        func entries(_ keys: [(String, Value)]) -> [ExportEntry] {
            keys.map { exported($0.0, $0.1, $0.1) }
        }
        let written = try I18nextJSONVersion3(isServed: true).write(
            entries([
                ("item", "Thing"), ("item_other", items), ("menu", items), ("menu.file", "File"),
                ("count", items), ("count_plural", "Own"),
            ]), language: language("en"), options: options(isSource: true))
        #expect(
            written.files.map { String(decoding: $0.bytes, as: UTF8.self) } == [
                """
                {
                  "item": "Thing",
                  "item_plural": "many",
                  "menu_plural": "many",
                  "menu": {
                    "file": "File"
                  },
                  "count": "one",
                  "count_plural": "Own"
                }

                """
            ])
    }
}

/// Debian's i18next, run by Node.
enum I18nextProgram {
    private static let module = "/usr/share/nodejs/i18next/dist/umd/i18next.js"

    static let isThere =
        Tool.find("node") != nil && FileManager.default.fileExists(atPath: module)

    /// Runs JavaScript that can `load` i18next with options, and returns the printed lines.
    static func run(_ script: String, files: ExportResult? = nil) throws -> [String] {
        let sandbox = try Sandbox()
        if let files { try sandbox.write(files) }
        try sandbox.write(
            """
            const i18next = require("\(module)");
            const fs = require("fs");
            const read = path => JSON.parse(fs.readFileSync(path, "utf8"));
            const load = options => i18next.createInstance().init({interpolation: {escapeValue: false}, ...options});
            (async () => {
            \(script)
            })().catch(error => { console.error(error); process.exit(1); });
            """, to: "main.js")
        return try sandbox.judge(Tool.find("node"), "main.js")
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}
