import Interchange
import Testing
import Texts
import Translation

struct I18nextPluralTests {
    @Test func formsPluralsThatHaveOther() throws {
        let file = try readSource(
            """
            {"friend": "A friend", "friend_male": "A boyfriend", "item_zero": "none",
             "x": "between", "item_one": "{{count}} item", "item_other": "{{count}} items",
             "few_one": "no plural", "cart": {"n_other": "{{count}}"}}
            """)
        #expect(
            file.entries.map(\.string.key)
                == ["friend", "friend_male", "item", "x", "few_one", "cart.n"])
        #expect(
            file.entries[2].value
                == plural(["zero": "none", "one": "{{count}} item", "other": "{{count}} items"]))
        #expect(file.entries[4].value == Value("no plural"))
    }

    /// A suffix alone does not make a plural: `other` is also a common last entry of a list.
    @Test(arguments: [
        (#"{"type_cash": "Cash", "type_other": "Other"}"#, "en", ["type_cash", "type_other"]),
        (#"{"add": "+", "add_other": "+ Other"}"#, "en", ["add", "add_other"]),
        // English has no form for few, while i18next looks for zero in every language.
        (
            #"{"a_few": "Few", "a_zero": "0", "a_other": "Other"}"#, "en",
            ["a_few", "a_zero", "a_other"]
        ),
        (#"{"a_few": "Few", "a_other": "Other"}"#, "pl", ["a"]),
        (#"{"a_zero": "Nulle", "a_other": "Citi"}"#, "lv", ["a"]),
        (#"{"a_one": "One", "a_other": "Other"}"#, "ja", ["a_one", "a_other"]),
        (#"{"a_one": "One", "a_other": "Other"}"#, "en", ["a"]),
        (#"{"a_other": "{{count}} items"}"#, "en", ["a"]),
        (#"{"a_other": "{{- count, number}} items"}"#, "ja", ["a"]),
        (#"{"a_other": ["x", "{{count}}"]}"#, "en", ["a"]),
        (#"{"a_zero": "{{count}}", "a_other": "many"}"#, "en", ["a"]),
        (#"{"a_other": "{{counter}} {{amount}} count"}"#, "en", ["a_other"]),
        (#"{"a_other": "{{", "b_one": "{{count}}"}"#, "en", ["a_other", "b_one"]),
        (#"{"x": {"type_other": "Other"}}"#, "en", ["x.type_other"]),
    ])
    func needsMoreThanASuffix(file: String, language: String, keys: [String]) throws {
        let context = ReadContext(section: "common", isSource: true, language: language)
        let source = try I18nextJSON().read(Array(file.utf8), context: context)
        #expect(source.entries.map(\.string.key) == keys)
        let entries = source.entries.compactMap { entry in
            entry.value.map { ExportEntry(string: entry.string, source: $0, value: $0) }
        }
        let written = try I18nextJSON().write(
            entries, language: try #require(LanguageTag(language)),
            options: ExportOptions(defaultSection: "d", isSource: true))
        #expect(written.unrepresentable.isEmpty)
        let again = try I18nextJSON().read(written.files[0].bytes, context: context)
        #expect(again.entries.map(\.value) == source.entries.map(\.value))
    }

    @Test func keepsThePluralsOfTheProject() throws {
        let choice = try #require(plural(["other": "They"]))
        let shape = SourceShape(values: [StringID(section: "common", key: "gender"): choice])
        let file = try I18nextJSON().read(
            Array(#"{"gender_other": "They all", "type_other": "Other"}"#.utf8),
            context: ReadContext(section: "common", isSource: true, shape: shape, language: "en"))
        #expect(file.entries.map(\.string.key) == ["gender", "type_other"])
    }

    @Test func keepsOrdinalsBesideCardinals() throws {
        let file = try readSource(
            """
            {"place_one": "a", "place_other": "b", "place_ordinal_one": "{{count}}st",
             "place_ordinal_other": "{{count}}th"}
            """)
        #expect(file.entries.map(\.string.key) == ["place", "place_ordinal"])
        #expect(file.entries[0].value == plural(["one": "a", "other": "b"]))
        #expect(
            file.entries[1].value
                == plural(["one": "{{count}}st", "other": "{{count}}th"], by: .ordinal))
    }

    @Test(arguments: [
        (#"{"place_ordinal_one": "st", "place_ordinal_other": "th"}"#, ["place"]),
        (#"{"place": "x", "place_ordinal_other": "th"}"#, ["place", "place_ordinal"]),
        (
            #"{"place_other": "{{ count }}", "place_ordinal_other": "th"}"#,
            ["place", "place_ordinal"]
        ),
        (
            #"{"place_ordinal_other": "th", "place_ordinal_ordinal_other": "x"}"#,
            ["place", "place_ordinal"]
        ),
        (#"{"place_ordinal_ordinal_other": "x"}"#, ["place_ordinal"]),
        (
            #"{"place": "x", "place_ordinal": "y", "place_ordinal_other": "th"}"#,
            ["place", "place_ordinal", "place_ordinal_other"]
        ), (#"{"_ordinal_other": "th"}"#, ["_ordinal"]),
    ])
    func findsOrdinalsAsI18nextDoes(file: String, keys: [String]) throws {
        let source = try readSource(file)
        #expect(source.entries.map(\.string.key) == keys)
        let target = try readTarget(file, source: source)
        #expect(target.entries == source.entries)
        let entries = source.entries.compactMap { entry in
            entry.value.map { ExportEntry(string: entry.string, source: $0, value: $0) }
        }
        let written = try I18nextJSON().write(
            entries, language: try #require(LanguageTag("en")),
            options: ExportOptions(defaultSection: "d", isSource: true))
        #expect(written.unrepresentable.isEmpty)
        let bytes = String(decoding: written.files.first?.bytes ?? [], as: UTF8.self)
        #expect(try readSource(bytes).entries.map(\.string) == source.entries.map(\.string))
    }

    @Test func keepsBareKeysApart() throws {
        let source = try readSource(
            #"{"friend_male": "A", "friend_male_one": "B", "friend_male_other": "C"}"#)
        #expect(source.entries.map(\.string.key) == ["friend_male", "friend_male_other"])
        #expect(source.entries[0].value == Value("A"))
        #expect(source.entries[1].value == plural(["one": "B", "other": "C"]))

        let target = try readTarget(
            #"{"friend_male_few": "x", "friend_male": "y"}"#, source: source)
        #expect(target.entries.map(\.string.key) == ["friend_male_other", "friend_male"])
        #expect(target.entries[0].value == plural(["few": "x"]))
    }

    @Test func givesEveryPluralItsOwnKey() throws {
        let file = try readSource(
            #"{"a": "1", "a_one": "2", "a_other": "3", "a_other_one": "4", "a_other_other": "5"}"#)
        #expect(file.entries.map(\.string.key) == ["a", "a_other", "a_other_other"])
        let again = try readTarget(#"{"a_other_few": "f", "a_few": "g"}"#, source: file)
        #expect(again.entries.map(\.string.key) == ["a_other_other", "a_other"])
    }

    @Test func takesTheShapeOfTheSource() throws {
        let source = try readSource(#"{"item_one": "1", "item_other": "n", "gender_one": "x"}"#)
        let target = try readTarget(
            #"{"item_few": "few", "gender_one": "g", "gender_other": "h", "new_other": "i"}"#,
            source: source)
        #expect(
            target.entries.map(\.string.key) == ["item", "gender_one", "gender_other", "new_other"])
        #expect(target.entries[0].value == plural(["few": "few"]))
    }

    @Test func leavesOutABareTextBesideItsPlural() throws {
        let source = try readSource(#"{"item_one": "1", "item_other": "n"}"#)
        let bare = try readTarget(#"{"item": "Ding"}"#, source: source)
        #expect(bare.entries.map(\.value) == [Value("Ding")])
        let both = try readTarget(#"{"item": "Ding", "item_other": "n"}"#, source: source)
        #expect(both.entries.map(\.value) == [plural(["other": "n"])])
        #expect(both.notices.map(\.key) == ["item"])
    }

    @Test func readsSuffixesByBytes() throws {
        // U+0600 and the following letter are one character in Swift.
        let file = try readSource("{\"\u{600}_other\": \"{{count}}\", \"_other\": \"y\"}")
        #expect(file.entries.map(\.string.key) == ["\u{600}", "_other"])
    }

    @Test func takesThatTheSourceNamesNoArgument() throws {
        let choice = try #require(
            Value.Choice(by: .plural, cases: [Value.Case("other", Value("x"))]))
        let string = StringID(section: "common", key: "item")
        let context = ReadContext(
            section: "common", isSource: true, shape: SourceShape(values: [string: .choice(choice)])
        )
        let file = try I18nextJSON().read(Array(#"{"item_other": "y"}"#.utf8), context: context)
        guard case .choice(let read)? = file.entries.first?.value else {
            Issue.record("It is no plural.")
            return
        }
        #expect(read.argument == nil)
    }
}

/// Reads a file of a language other than the source.
func readTarget(_ text: String, source: ReadFile) throws -> ReadFile {
    let pairs = source.entries.compactMap { entry in entry.value.map { (entry.string, $0) } }
    let shape = SourceShape(values: Dictionary(uniqueKeysWithValues: pairs))
    return try I18nextJSON().read(
        Array(text.utf8), context: ReadContext(section: "common", isSource: false, shape: shape))
}

/// Returns a plural by `count`.
func plural(
    _ cases: KeyValuePairs<String, String>, by selector: Value.Selector = .plural,
    argument: String? = "count"
) -> Value? {
    Value.Choice(
        by: selector, argument: argument, cases: cases.map { Value.Case($0.key, Value($0.value)) }
    ).map { .choice($0) }
}
