import JSON
import Texts
import Translation

/// The contents of random events: only a few values, so that some events have the same contents.
enum RandomLogContent {
    static let tags = ["en", "fr", "fr-CA", "de", "en-GB"].compactMap { LanguageTag($0) }
    static let people = [
        Actor(name: "Ines", email: "ines@example.org"),
        Actor(name: "Ines", email: "tom@example.org"),
        Actor(name: "Tom", email: "tom@example.org"),
    ]
    static let guids = ["G1", "G1", "G2", ""].map { HashedGuid($0) }
    static let strings = [
        StringID(section: "default", key: "a"), StringID(section: "default", key: "a\u{0}b"),
        StringID(section: "auth", key: "e\u{301}"), StringID(section: "auth", key: "\u{e9}"),
    ]
    /// An id without an event.
    static let missing = EventID(milliseconds: 1_600_000_000_000, random: (0, 0))
    static let meta = JSONObject(uniqueMembers: [
        ("po", .object(JSONObject(uniqueMembers: [("flags", ["fuzzy"])])))
    ])
    static let limits = [
        Definition.Limit(count: 0, unit: .byte), Definition.Limit(count: 24, unit: .grapheme),
    ]
    static let placeholders = [
        Definition.Placeholder(name: "n", type: "int", example: "3"),
        Definition.Placeholder(name: "", type: ""),
    ]

    /// Texts and trees, some of which differ only in the order of their cases.
    static let values: [Value] =
        ["one", "two words", "", "e\u{301}", "\u{e9}", "one", "two words"].map { Value($0) }
        + [
            choice(.plural, "n", [("other", "b"), ("=10", ""), ("=2", "two"), ("one", "one")]),
            choice(.ordinal, nil, [("few", "c"), ("other", "b")]),
            choice(.select, nil, [("other", "b"), ("one", "a"), ("=1", "c")]),
            choice(.select, nil, [("=1", "c"), ("one", "a"), ("other", "b")]),
            choice(.device, nil, [("", "")]),
            .list([]), .list([Value("one"), .list([Value("two words")])]),
            .format("%#@n@", []), format(["n", "m"]), format(["m", "n"]),
        ].compactMap(\.self)

    private static func choice(
        _ selector: Value.Selector, _ argument: String?, _ cases: [(name: String, text: String)]
    ) -> Value? {
        Value.Choice(
            by: selector, argument: argument,
            cases: cases.map { Value.Case($0.name, Value($0.text)) }
        ).map { .choice($0) }
    }

    private static func format(_ names: [String]) -> Value? {
        let cases = [Value.Case("other", Value("items")), Value.Case("=0", Value("none"))]
        return Value.Choice(by: .plural, argument: "x", cases: cases).map { choice in
            .format(
                "%#@n@ %#@m@",
                names.map {
                    Value.Variable(name: $0, spec: $0 == "n" ? "lld" : nil, choice: choice)
                })
        }
    }

    /// JSON of every kind; some values are equal despite different spellings, but `1` and `true`
    /// are not.
    static let settings: [JSONValue] = [
        .null, .bool(false), .bool(true), .integer(0), .integer(1), .integer(.min), .string(""),
        .string("\u{e9}"), .string("e\u{301}"), [], [[]], [1, .null], object([]),
        object([("a", 1), ("b", [])]), object([("b", []), ("a", 1)]),
        object([("", object([("\u{e9}", .bool(true)), ("e\u{301}", 1)]))]),
    ]

    private static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
        .object(JSONObject(uniqueMembers: members))
    }
}
