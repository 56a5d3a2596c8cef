import Testing
import Texts

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

    @Test(arguments: [
        ("{n, plural, =1 {just #} one {# file} other {# files}} left", "just 1 left"),
        ("{n,plural,one{# file}other{# files}}", "1 file"),
        ("'{n}' {a} {n, plural, one {it''s {b} '#' #} other {x}}", "'{n}' {a} it''s {b} '#' 1"),
        (
            "{g, select, f {{n, plural, one {her file} other {y}}} other {z}}",
            "{g, select, f {her file} other {z}}"
        ),
        ("{n, plural, other {# files}}", "1 files"),
        ("{n, plural, offset:1 one {#} other {#}}", "{n, plural, offset:1 one {#} other {#}}"),
        ("{n, selectordinal, one {#st} other {#th}}", "{n, selectordinal, one {#st} other {#th}}"),
        ("{n, plural, one {#}", "{n, plural, one {#}"), ("} {", "} {"),
        ("{a, number, x} #", "{a, number, x} #"),
        ("{n, plural, one}", "{n, plural, one}"), ("{{count}} 'n {0}", "{{count}} 'n {0}"),
        ("{", "{"), ("'{", "'{"),
        ("{n, plural, }", "{n, plural, }"), ("it's {n, plural, one {é} other {o}}", "it's é"),
    ])
    func messagesOfICUAreChosenIn(_ message: String, _ expected: String) {
        #expect(Value(message).form(for: count("1", "one"))?.plainText == expected)
    }

    @Test func aMessageWithoutTheFormHasNone() {
        #expect(Value("{n, plural, one {#}}").form(for: count("5", "other")) == nil)
        let ordinal = Value("{n, selectordinal, two {#nd} other {#th}}")
        #expect(ordinal.form(for: count("2", "two", by: .ordinal)) == Value("2nd"))
        let deep =
            String(repeating: "{g, select, other {", count: 50) + String(repeating: "}}", count: 50)
        #expect(Value(deep).form(for: count("1", "one")) == Value(deep))
    }
}
