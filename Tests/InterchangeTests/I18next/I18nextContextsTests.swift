import Interchange
import Testing
import Texts
import Translation

/// Contexts that exist only in a translation.
struct I18nextContextsTests {
    private let format = I18nextJSON()

    private func sources() throws -> [ExportEntry] {
        let items = try #require(plural(["one": "{{count}} item", "other": "{{count}} items"]))
        let place = try #require(plural(["one": "st", "other": "th"], by: .ordinal))
        return [
            exported("friend", Value("A friend"), nil), exported("item", items, nil),
            exported("place", place, nil), exported("bye", Value("Bye"), nil),
            exported("sign", Value("Sign"), nil), exported("sign_web", Value("Sign on"), nil),
        ]
    }

    private func select(_ cases: [(String, Value)]) throws -> Value {
        try #require(
            Value.Choice(
                by: .select, argument: "context", cases: cases.map { Value.Case($0.0, $0.1) }
            ).map { .choice($0) })
    }

    private static let text = """
        {
          "friend_male": "Un copain",
          "friend_female": "Une copine",
          "friend": "Un ami",
          "item_one": "{{count}} x",
          "item_other": "{{count}} xs",
          "item_male_one": "{{count}} m",
          "item_male_other": "{{count}} ms",
          "place_female_ordinal_one": "re",
          "place_female_ordinal_other": "e",
          "bye_web": "Au revoir"
        }

        """

    @Test func areFormsOfTheString() throws {
        let file = try format.read(text: Self.text, sources: sources(), language: "fr")
        let items = try #require(plural(["one": "{{count}} x", "other": "{{count}} xs"]))
        let men = try #require(plural(["one": "{{count}} m", "other": "{{count}} ms"]))
        let women = try #require(plural(["one": "re", "other": "e"], by: .ordinal))
        #expect(file.notices.isEmpty)
        #expect(file.entries.map(\.string.key) == ["friend", "item", "place", "bye"])
        #expect(
            file.entries.map(\.value) == [
                try select([("male", "Un copain"), ("female", "Une copine"), ("other", "Un ami")]),
                try select([("male", men), ("other", items)]), try select([("female", women)]),
                // The source has this context for another string.
                try select([("web", "Au revoir")]),
            ])
    }

    /// A word that is not a context may be left over from a removed string.
    @Test(arguments: ["friend_old", "friend_", "_male", "none_male", "sign_web", "item_old_one"])
    func otherKeysAreStringsOfTheirOwn(key: String) throws {
        let file = try format.read(text: "{\"\(key)\": \"x\"}", sources: sources(), language: "fr")
        #expect(file.entries.map(\.string.key) == [key])
        #expect(file.entries.map(\.value) == ["x"])
    }

    /// A word is a context if the project declares it, or if it occurs beside a known context.
    @Test(arguments: [
        (#"{"friend_old": "x", "bye": "y"}"#, ["old"], ["friend", "bye"]),
        (#"{"item_old_one": "x"}"#, ["old"], ["item"]),
        (#"{"friend_male": "x", "friend_old": "y", "bye_old": "z"}"#, [], ["friend", "bye_old"]),
        (#"{"item_male_one": "x", "item_fae_other": "{{count}}"}"#, [], ["item"]),
        (#"{"place_female_ordinal_one": "x", "place_fae_ordinal_one": "y"}"#, [], ["place"]),
        (#"{"friend_old": "x", "friend_young": "y"}"#, [], ["friend_old", "friend_young"]),
    ])
    func areDeclaredOrGuessed(file: String, contexts: [String], keys: [String]) throws {
        let sources = try sources()
        let shape = SourceShape(
            values: Dictionary(uniqueKeysWithValues: sources.map { ($0.string, $0.source) }))
        let read = try format.read(
            Array(file.utf8),
            context: ReadContext(
                section: "default", isSource: false, shape: shape, language: "fr",
                contexts: contexts))
        #expect(read.entries.map(\.string.key) == keys)
        let values = Dictionary(
            read.entries.map { ($0.string.key, $0.value) }, uniquingKeysWith: { a, _ in a })
        let entries = sources.map {
            ExportEntry(
                string: $0.string, source: $0.source, value: values[$0.string.key] ?? nil)
        }
        var options = options()
        options.contexts = contexts
        let result = try format.write(entries, language: language("fr"), options: options)
        #expect(result.unrepresentable.isEmpty)
    }

    /// If the source's texts form a choice, every word is a context; with only one gender among
    /// them, none is.
    @Test(arguments: [
        (["pal_male", "pal_female", "pal_elf"], ["friend"]),
        (["pal_male", "pal_elf"], ["friend_elf"]),
    ])
    func areGuessedFromTheSource(keys: [String], found: [String]) throws {
        let file = try format.read(
            text: #"{"friend_elf": "x"}"#,
            sources: try sources() + keys.map { exported($0, Value("x"), nil) }, language: "fr")
        #expect(file.entries.map(\.string.key) == found)
    }

    @Test func comeOutAgain() throws {
        let sources = try sources()
        let file = try format.read(text: Self.text, sources: sources, language: "fr")
        let values = Dictionary(
            file.entries.map { ($0.string.key, $0.value) }, uniquingKeysWith: { a, _ in a })
        let entries = sources.map { source in
            ExportEntry(
                string: source.string, source: source.source,
                value: values[source.string.key] ?? nil)
        }
        let result = try format.write(entries, language: language("fr"), options: options())
        #expect(result.unrepresentable.isEmpty)
        #expect(result.files.map { String(decoding: $0.bytes, as: UTF8.self) } == [Self.reordered])
        guard I18nextProgram.isThere else { return }
        let said = try I18nextProgram.run(
            """
            const t = await load({lng: "fr", resources: {fr: {translation: read("fr/default.json")}}});
            console.log([t("friend"), t("friend", {context: "male"}), t("friend", {context: "x"}),
                t("item", {count: 1, context: "male"}), t("item", {count: 2, context: "male"}), t("item", {count: 2}),
                t("bye", {context: "web"})].join("|"));
            """, files: result)
        #expect(said == ["Un ami|Un copain|Un ami|1 m|2 ms|2 xs|Au revoir"])
    }

    /// The text without a context follows the contexts.
    private static let reordered = """
        {
          "friend_male": "Un copain",
          "friend_female": "Une copine",
          "friend": "Un ami",
          "item_male_one": "{{count}} m",
          "item_male_other": "{{count}} ms",
          "item_one": "{{count}} x",
          "item_other": "{{count}} xs",
          "place_female_ordinal_one": "re",
          "place_female_ordinal_other": "e",
          "bye_web": "Au revoir"
        }

        """

    @Test func aContextWithinAContextIsLeftOut() throws {
        let inner = try select([("female", "x")])
        let outer = try select([("male", inner)])
        let result = try format.write(
            [exported("friend", Value("A friend"), outer)], language: language("fr"),
            options: options())
        #expect(result.unrepresentable.map(\.string.key) == ["friend"])
    }
}
