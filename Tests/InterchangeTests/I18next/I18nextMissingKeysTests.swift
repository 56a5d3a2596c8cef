import Interchange
import Testing
import Texts
import Translation

@Suite struct I18nextMissingKeysTests {
    private func strings(
        _ keys: [(String, String)], beside source: [String: Value] = [:], language: String = "en"
    ) throws -> [String: Value] {
        var missing = I18nextMissingKeys(section: "default")
        for (key, text) in keys { missing.add(key, text) }
        let shape = SourceShape(
            values: Dictionary(
                uniqueKeysWithValues: source.map {
                    (StringID(section: "default", key: $0.key), $0.value)
                }))
        let entries = try missing.strings(
            beside: shape, sourceLanguage: try #require(LanguageTag(language)))
        return Dictionary(
            uniqueKeysWithValues: try entries.map { ($0.string.key, try #require($0.value)) })
    }

    private func choice(
        _ cases: [(String, String)], by selector: Value.Selector = .plural
    ) throws -> Value {
        try #require(
            Value.Choice(
                by: selector, argument: "count", cases: cases.map { Value.Case($0.0, Value($0.1)) }
            )
            .map { .choice($0) })
    }

    @Test func formsWithOtherAreAPlural() throws {
        let found = try strings([
            ("item_one", "one"), ("item_other", "many"), ("lone_one", "lone"),
            ("place_ordinal_one", "st"), ("place_ordinal_other", "th"), ("type_other", "Other"),
            ("file_other", "{{count}} files"),
        ])
        #expect(
            found == [
                "item": try choice([("one", "one"), ("other", "many")]), "lone_one": "lone",
                "type_other": "Other", "file": try choice([("other", "{{count}} files")]),
                "place": try choice([("one", "st"), ("other", "th")], by: .ordinal),
            ])
    }

    @Test func formsOfOtherLanguagesAreLeftOut() throws {
        let keys = ["zero", "one", "two", "few", "many", "other"].map { ("item_\($0)", "items") }
        #expect(
            try strings(keys) == [
                "item": try choice([("one", "items"), ("other", "items")])
            ])
        #expect(
            try strings(keys, language: "ja") == ["item": try choice([("other", "items")])])
        // i18next looks for `_zero` in every language.
        let zero = [("item_zero", "none"), ("item_one", "one"), ("item_other", "many")]
        #expect(
            try strings(zero) == [
                "item": try choice([("zero", "none"), ("one", "one"), ("other", "many")])
            ])
    }

    @Test func whatTheSourceHasIsNotMissing() throws {
        let source: [String: Value] = [
            "title": "Title", "item": try choice([("one", "one"), ("other", "many")]),
            "place": try choice([("one", "st"), ("other", "th")], by: .ordinal),
            "lone_one": "Lone",
        ]
        let keys = [
            "title", "item_one", "item_few", "item_other", "place_ordinal_one",
            "place_ordinal_few", "lone_one", "lone_other", "item", "new",
        ]
        #expect(
            Set(try strings(keys.map { ($0, $0) }, beside: source).keys) == ["lone_other", "new"])
    }

    @Test func sentencesAreKeys() throws {
        let keys = ["Great. Session succeeded.", "Time: 10:30", "a.b", "a.b.c", ".", "…_one"]
        #expect(Set(try strings(keys.map { ($0, $0) }).keys) == Set(keys))
    }
}
