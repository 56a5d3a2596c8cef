import Interchange
import Testing
import Texts
import Translation

/// The real i18next loads exported files, and returns the texts of the values.
@Suite(.enabled(if: I18nextProgram.isThere, "node and node-i18next are not installed"))
struct I18nextJudgeTests {
    private func export(_ tag: String, _ entries: [ExportEntry], isFlat: Bool = false) throws
        -> ExportResult
    {
        var options = options(isSource: tag == "en")
        options.isFlat = isFlat
        let result = try I18nextJSON().write(entries, language: language(tag), options: options)
        #expect(result.unrepresentable.isEmpty)
        return result
    }

    private func count(_ names: [String], by selector: Value.Selector = .plural) throws -> Value {
        try #require(
            Value.Choice(
                by: selector, argument: "count",
                cases: names.map { Value.Case($0, Value("\($0) {{count}}")) }
            )
            .map { .choice($0) })
    }

    @Test(arguments: ["en", "de", "fr", "ru", "pl", "cs", "ar", "ja", "lt", "lv", "sl", "ga", "cy"])
    func findsPluralsAndOrdinals(tag: String) throws {
        func names(_ kind: PluralKind) -> [String] {
            PluralRules.categories(of: tag, kind).map(\.rawValue)
        }
        let source = try count(["one", "other"])
        let place = try count(tag == "en" ? names(.ordinal) : ["one", "other"], by: .ordinal)
        let entries = [
            exported("menu.item", source, tag == "en" ? source : try count(names(.cardinal))),
            exported(
                "place", place, tag == "en" ? place : try count(names(.ordinal), by: .ordinal)),
        ]
        let numbers = Array(0...120) + [1000, 1_000_000]
        let said = try I18nextProgram.run(
            """
            const t = await load({lng: "\(tag)", resources: {"\(tag)": {translation: read("\(tag)/default.json")}}});
            for (const n of \(numbers)) {
                console.log(t("menu.item", {count: n}));
                // Debian 12 has i18next 22; ordinals have had their suffix since 23, which puts it on like this.
                const form = new Intl.PluralRules("\(tag)", {type: "ordinal"}).select(n);
                console.log(t("place_ordinal_" + form, {count: n}));
            }
            """, files: try export(tag, entries))
        let expected = numbers.flatMap { number in
            [PluralKind.cardinal, .ordinal].map { kind in
                "\(PluralRules.category(for: number, in: tag, kind).rawValue) \(number)"
            }
        }
        #expect(said == expected)
    }

    @Test(arguments: [false, true])
    func findsKeysContextsAndFallbacks(isFlat: Bool) throws {
        let strings = [
            ("title", "Hello {{name}}", "Hallo {{name}}"), ("deep.er.key", "Deep", "Tief"),
            ("only", "Only", nil),
            ("friend", "A friend", "Freund"), ("friend_male", "A boyfriend", "Der Freund"),
            ("quote", "\"\\\n", "„\\\n"),
        ]
        let all = try count(["one", "other"])
        func entries(_ isSource: Bool) -> [ExportEntry] {
            strings.map {
                exported($0.0, Value($0.1), isSource ? Value($0.1) : $0.2.map { Value($0) })
            }
                + [
                    exported("item", Value("Thing"), Value("Ding")),
                    exported("item_other", all, all),
                ]
        }
        var files = try export("en", entries(true), isFlat: isFlat)
        files.files += try export("de", entries(false), isFlat: isFlat).files
        let said = try I18nextProgram.run(
            """
            const resources = {en: {translation: read("en/default.json")}, de: {translation: read("de/default.json")}};
            const t = await load({lng: "de-CH", fallbackLng: "en", resources});
            console.log(JSON.stringify([t("title", {name: "Ada"}), t("deep.er.key"), t("only"), t("friend"),
                t("friend", {context: "male"}), t("friend", {context: "female"}), t("quote"), t("item"),
                t("item", {count: 1}), t("item", {count: 2}), t("none")]));
            """, files: files)
        #expect(
            said == [
                #"["Hallo Ada","Tief","Only","Freund","Der Freund","Freund","„\\\n","Ding","one 1","other 2","none"]"#
            ])
    }
}
