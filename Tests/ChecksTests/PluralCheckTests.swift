import Checks
import Testing
import Texts
import Translation

struct PluralCheckTests {
    private let source = plural(["one": "a", "other": "b"])

    @Test func everyCategoryIsNeeded() {
        let slavic = ["one", "few", "many", "other"]
        #expect(
            findings("plurals", source, plural(["one": "a", "other": "b"]), plurals: slavic) == [
                Finding(
                    check: "plurals", severity: .error,
                    message: "The plural lacks “few” and “many”, which the language needs.")
            ])
        let whole = plural(["one": "", "few": "", "many": "", "other": ""])
        #expect(findings("plurals", source, whole, plurals: slavic) == [])
    }

    @Test func whatIsSeldomNeededIsAWarning() {
        let slavic = PluralCategories(
            cardinal: ["one", "few", "many", "other"], ordinal: ["other"]
        ) { category, _ in category == "other" ? [] : [1, 21] }
        func found(_ forms: KeyValuePairs<String, String>) -> [Finding] {
            Checks.common.filter { $0.name == "plurals" }.findings(
                in: CheckSubject(
                    source: source, target: plural(forms), categories: slavic))
        }
        let seldom = Finding(
            check: "plurals", severity: .warning,
            message:
                "The plural lacks “other”, which the language needs for fractions or for millions.")
        #expect(found(["one": "a", "few": "a", "many": "a"]) == [seldom])
        #expect(
            found(["one": "a", "few": "a"]) == [
                Finding(
                    check: "plurals", severity: .error,
                    message: "The plural lacks “many”, which the language needs."), seldom,
            ])
    }

    @Test func othersAreOdd() {
        let target = plural(["=0": "-", "=12": "-", "zero": "-", "one": "", "two": "", "other": ""])
        #expect(
            findings("plurals", source, target) == [
                Finding(
                    check: "plurals", severity: .warning,
                    message: "The plural has “two”, which the language does not use.",
                    path: ["two"])
            ])
    }

    @Test func unknownCategoriesAreNotJudged() {
        #expect(findings("plurals", source, plural(["two": ""]), plurals: []) == [])
    }

    @Test func oneTextForAllNumbers() {
        #expect(findings("plurals", source, Value("x"), plurals: ["other"]) == [])
        #expect(findings("plurals", source, Value("")) == [])
        #expect(
            findings("plurals", source, Value("x")).map(\.message) == [
                "The source is a plural, but the translation is one text for all numbers; the language "
                    + "needs its own forms: “one” and “other”."
            ])
        let ordinal = choice(.ordinal, ["one": "st", "other": "th"])
        #expect(findings("plurals", ordinal, Value("."), ordinals: ["other"]) == [])
        #expect(findings("plurals", ordinal, Value("."), ordinals: ["one", "other"]).count == 1)
        #expect(findings("plurals", choice(.select, ["other": "x"]), Value("y")) == [])
    }

    @Test func aTranslationMayHaveFormsThatTheSourceLacks() {
        #expect(findings("plurals", Value("x"), source) == [])
        #expect(findings("plurals", Value("x"), choice(.select, ["male": "a"])) == [])
        #expect(findings("plurals", Value("x"), plural(["other": ""])).count == 1)
    }

    @Test func selectorsMustBeTheSame() {
        let ordinal = choice(.ordinal, ["other": "x"])
        #expect(
            findings("plurals", source, ordinal).map(\.message) == [
                "The source chooses a form by plural, but the translation chooses one by ordinal."
            ])
        #expect(findings("plurals", source, choice(.select, ["other": "x"])).count == 1)
        #expect(
            findings(
                "plurals", plural(["one": "", "other": ""], argument: "count"),
                plural(["one": "", "other": ""], argument: "nombre")
            ).map(\.message) == [
                "The source chooses a form by “count”, but the translation chooses one by “nombre”."
            ])
    }

    @Test func devicesAreNotWhatIsSaid() throws {
        let byDevice = Value.choice(
            try #require(
                Value.Choice(by: .device, cases: [.init("iphone", source), .init("other", source)]))
        )
        #expect(findings("plurals", source, byDevice) == [])
        #expect(findings("plurals", byDevice, source) == [])
        #expect(findings("plurals", byDevice, Value("x")).count == 1)
        let flat = choice(.device, ["iphone": "x", "other": "y"])
        #expect(findings("plurals", source, flat).map(\.path) == [["iphone"], ["other"]])
    }

    @Test func listsAndVariables() throws {
        let list = Value.list([source, Value("x")])
        #expect(findings("plurals", list, Value.list([source, Value("y")])) == [])
        #expect(
            findings("plurals", list, Value.list([plural(["one": ""])])).map(\.severity)
                == [.warning, .error])
        #expect(findings("plurals", list, Value("x")).count == 1)
        #expect(findings("plurals", Value("x"), list).count == 1)
        #expect(findings("plurals", list, source).count == 1)
        let choice = try #require(Value.Choice(by: .plural, cases: [.init("one", Value("x"))]))
        let format = Value.format("%#@n@", [.init(name: "n", choice: choice)])
        #expect(findings("plurals", format, format).map(\.path) == [["n"]])
        #expect(findings("plurals", format, Value("%d")).count == 1)
        #expect(findings("plurals", format, Value("%d"), plurals: ["other"]) == [])
    }
}
