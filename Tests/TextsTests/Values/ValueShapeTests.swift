import Testing
import Texts

/// Texts of one shape, written in another.
struct ValueShapeTests {
    private let french = PluralCategories(
        cardinal: ["one", "many", "other"], ordinal: ["one", "other"]
    ) {
        name, _ in name == "many" ? [] : [0]
    }

    private func plural(_ forms: [(String, String)], by argument: String? = nil) throws -> Value {
        let cases = forms.map { Value.Case($0.0, Value($0.1)) }
        return .choice(try #require(Value.Choice(by: .plural, argument: argument, cases: cases)))
    }

    @Test func aPlainTextGoesIntoEachFormOfALanguage() throws {
        let source = try plural(
            [("=0", "none"), ("one", "%d file"), ("other", "%d files")], by: "count")
        let fitted = Value("%d fichiers").fitted(to: source, forms: french)
        let wanted = try plural(
            [("one", "%d fichiers"), ("many", "%d fichiers"), ("other", "%d fichiers")],
            by: "count")
        #expect(fitted == wanted)
        #expect(fitted.isFitted(from: Value("%d fichiers"), to: source))
        #expect(!fitted.isFitted(from: Value("%d dossiers"), to: source))
    }

    @Test func theFormOtherBecomesThePlainText() throws {
        let text = try plural([("one", "%d fichier"), ("other", "%d fichiers")])
        let fitted = text.fitted(to: Value("Files"), forms: french)
        #expect(fitted == Value("%d fichiers"))
        #expect(fitted.isFitted(from: text, to: Value("Files")))
    }

    @Test func aTextOfTheShapeStays() throws {
        let source = try plural([("one", "a"), ("other", "b")])
        let text = try plural([("other", "x")])
        #expect(text.fitted(to: source, forms: french) == text)
        #expect(Value("x").fitted(to: Value("y"), forms: french) == Value("x"))
        let list = Value.list([Value("a"), Value("b")])
        #expect(list.fitted(to: source, forms: french) == list)
        #expect(!Value("x").isFitted(from: Value("x"), to: Value("y")))
    }

    @Test func aChoiceByAWordGetsTheTextForEachWord() throws {
        let source = Value.choice(
            try #require(
                Value.Choice(
                    by: .select, argument: "who",
                    cases: [
                        .init("male", try plural([("one", "his"), ("other", "their")])),
                        .init("other", Value("hers")),
                    ])))
        guard case .choice(let choice) = Value("son").fitted(to: source, forms: french) else {
            Issue.record("It is no choice.")
            return
        }
        #expect(choice["other"] == Value("son"))
        #expect(
            choice["male"] == (try plural([("one", "son"), ("many", "son"), ("other", "son")])))
    }

    @Test func formsThatAreSeldomNeededComeFromOther() throws {
        let text = try plural([("one", "a"), ("other", "b")], by: "n")
        let whole = try plural([("one", "a"), ("many", "b"), ("other", "b")], by: "n")
        #expect(text.withSeldomForms(of: french) == whole)
        #expect(whole.withSeldomForms(of: french) == whole)
        #expect(Value("a").withSeldomForms(of: french) == Value("a"))
        let partial = try plural([("one", "a")])
        #expect(partial.withSeldomForms(of: french) == partial)
    }

    @Test func formsThatWereFilledAreTakenOutAgain() throws {
        let text = try plural([("one", "a"), ("other", "b")])
        let whole = text.withSeldomForms(of: french)
        #expect(whole.hasSeldomForms(of: french) && !text.hasSeldomForms(of: french))
        #expect(whole.withoutSeldomForms(filledFrom: text, of: french) == text)
        // If a text was edited, the filled forms are removed, and the edited ones are kept.
        let edited = try plural([("one", "a"), ("many", "b"), ("other", "c")])
        #expect(
            edited.withoutSeldomForms(filledFrom: text, of: french)
                == (try plural([("one", "a"), ("other", "c")])))
        let own = try plural([("one", "a"), ("many", "d"), ("other", "b")])
        #expect(own.withoutSeldomForms(filledFrom: text, of: french) == own)
        #expect(whole.withoutSeldomForms(filledFrom: whole, of: french) == whole)
        #expect(whole.withoutSeldomForms(filledFrom: Value("b"), of: french) == whole)
    }
}
