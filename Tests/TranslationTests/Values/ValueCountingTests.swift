import Testing
import Translation

@Suite struct ValueCountingTests {
    private func plural(_ cases: (String, String)..., by selector: Value.Selector = .plural) throws
        -> Value
    {
        .choice(
            try #require(
                Value.Choice(
                    by: selector, argument: "count", cases: cases.map { .init($0.0, Value($0.1)) }))
        )
    }

    private func count(
        _ number: String, _ category: String, by selector: Value.Selector = .plural,
        isStrict: Bool = false
    ) -> Value.Count {
        Value.Count(by: selector, number: number, category: category, isStrict: isStrict)
    }

    @Test func theNearestFormCounts() throws {
        let value = try plural(
            ("=1", "exactly"), ("zero", "none"), ("one", "one"), ("other", "others"))
        #expect(value.form(for: count("1", "one")) == Value("exactly"))
        #expect(value.form(for: count("1.0", "other")) == Value("others"))
        #expect(value.form(for: count("21", "one")) == Value("one"))
        #expect(value.form(for: count("0", "other")) == Value("none"))
        #expect(value.form(for: count("3", "few")) == Value("others"))
        #expect(value.form(for: count("1", "one", isStrict: true)) == Value("one"))
        #expect(value.form(for: count("3", "few", isStrict: true)) == nil)
        #expect(try plural(("one", "one")).form(for: count("3", "few")) == nil)
        #expect(Value("plain").form(for: count("3", "few")) == Value("plain"))
    }

    @Test func otherChoicesStay() throws {
        let ordinal = try plural(("one", "st"), ("other", "th"), by: .ordinal)
        #expect(ordinal.form(for: count("1", "one")) == ordinal)
        #expect(ordinal.form(for: count("1", "one", by: .ordinal)) == Value("st"))
        let inner = try plural(("one", "one"), ("other", "others"))
        let select = Value.choice(
            try #require(
                Value.Choice(by: .select, cases: [.init("a", inner), .init("b", Value("b"))])))
        #expect(select.form(for: count("2", "other"))?.texts.map(\.text) == ["others", "b"])
        #expect(
            Value.list([inner, Value("x")]).form(for: count("1", "one"))?.texts.map(\.text) == [
                "one", "x",
            ])
    }

    @Test func variablesOfFormatsAreFilledIn() throws {
        guard case .choice(let files) = try plural(("one", "%arg file"), ("other", "%arg files"))
        else { return }
        let value = Value.format(
            "Delete %#@files@ now", [Value.Variable(name: "files", spec: "lld", choice: files)])
        #expect(value.form(for: count("2", "other")) == Value("Delete %lld files now"))
        #expect(value.form(for: count("2", "other", by: .ordinal)) == value)
    }
}
