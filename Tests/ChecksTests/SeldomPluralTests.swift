import Checks
import Testing
import Texts
import Translation

/// Plural forms that CLDR uses only for fractions and for numbers from a million on.
@Suite struct SeldomPluralTests {
    @Test(arguments: [
        ("ru", ["other"]), ("uk", ["other"]), ("pl", ["other"]), ("cs", ["many"]), ("lt", ["many"]),
        ("fr", ["many"]), ("pt-BR", ["many"]), ("es", ["many"]), ("en", []), ("de", []), ("ar", []),
        ("ja", []), ("sl", []), ("cy", []), ("lv", []), ("kw", []), ("br", ["many"]),
    ])
    func formsThatGettextHasNoPlaceFor(language: String, seldom: [String]) {
        let categories = PluralCategories(of: language)
        #expect(categories.cardinal.filter(categories.isSeldom) == seldom)
    }

    /// The forms of a typical PO file.
    @Test(arguments: [
        ("ru", ["one", "few", "many"]), ("cs", ["one", "few", "other"]), ("fr", ["one", "other"]),
    ])
    func aPluralWithoutThemIsAWarning(language: String, forms: [String]) throws {
        func plural(_ forms: [String]) throws -> Value {
            let cases = forms.map { Value.Case($0, Value("%d \($0)")) }
            return .choice(
                try #require(Value.Choice(by: .plural, argument: nil, cases: cases)))
        }
        #expect(
            try findings("plurals", language, plural(["one", "other"]), plural(forms))
                .map(\.severity) == [.warning])
    }
}
