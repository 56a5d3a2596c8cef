import Testing
import Texts

/// The forms that a language requires, made from those of the source.
@Suite struct ValueFormsTests {
    private let russian = PluralCategories(
        cardinal: ["one", "few", "many", "other"], ordinal: ["other"])

    private func choice(
        _ cases: [(String, String)], by selector: Value.Selector = .plural
    ) throws -> Value {
        .choice(
            try #require(
                Value.Choice(by: selector, cases: cases.map { Value.Case($0.0, Value($0.1)) })))
    }

    private func texts(_ value: Value) -> [String] {
        value.texts.map { ($0.path + [$0.text]).joined(separator: " ") }
    }

    @Test func missingFormsSayWhatOtherSays() throws {
        let value = try choice([("one", "a"), ("other", "b")]).withForms(of: russian)
        #expect(texts(value) == ["one a", "few b", "many b", "other b"])
    }

    @Test func formsThatTheLanguageDoesNotHaveAreGone() throws {
        let value = try choice([("=0", "none"), ("zero", "no"), ("one", "a"), ("other", "b")])
        let japanese = PluralCategories(cardinal: ["other"], ordinal: ["other"])
        #expect(texts(value.withForms(of: japanese)) == ["=0 none", "zero no", "other b"])
        let places = try choice([("one", "1st"), ("other", "th")], by: .ordinal)
        #expect(texts(places.withForms(of: russian)) == ["other th"])
    }

    @Test func otherChoicesStayAndTheirPluralsAreFilled() throws {
        let plural = try choice([("one", "a"), ("other", "b")])
        let value = Value.choice(
            try #require(
                Value.Choice(by: .device, cases: [.init("mac", plural), .init("other", plural)])))
        #expect(
            texts(value.withForms(of: russian)) == [
                "mac one a", "mac few b", "mac many b", "mac other b", "other one a", "other few b",
                "other many b", "other other b",
            ])
        let withoutOther = try choice([("female", "a"), ("male", "b")], by: .select)
        #expect(withoutOther.withForms(of: russian) == withoutOther)
    }

    @Test func emptiedValuesSayNothing() throws {
        let value = try choice([("one", "a"), ("other", "b")])
        #expect(!value.saysNothing)
        #expect(value.emptied.saysNothing)
        #expect(texts(value.emptied) == ["one ", "other "])
        #expect(!Value.list([]).saysNothing)
        #expect(Value.list([Value("a")]).emptied == .list([Value("")]))
    }
}
