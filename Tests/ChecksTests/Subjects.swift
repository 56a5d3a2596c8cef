import Texts
import Translation

/// Short ways to write values and to run one check.
func plural(_ cases: KeyValuePairs<String, String>, argument: String? = nil) -> Value {
    choice(.plural, cases, argument: argument)
}

func choice(
    _ selector: Value.Selector, _ cases: KeyValuePairs<String, String>, argument: String? = nil
) -> Value {
    let items = cases.map { Value.Case($0.key, Value($0.value)) }
    return Value.Choice(by: selector, argument: argument, cases: items).map(Value.choice)
        ?? .list([])
}

func findings(
    _ check: String, _ source: Value, _ target: Value, plurals: [String] = ["one", "other"],
    ordinals: [String] = ["other"], limit: CheckSubject.Limit? = nil
) -> [Finding] {
    TextChecks.findings(
        source: source, target: target,
        categories: PluralCategories(cardinal: plurals, ordinal: ordinals), limit: limit
    ).filter { $0.check == check }
}

/// A seeded generator of texts that are full of what checks look for.
struct TextGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    private static let pieces = [
        "%", "%%", "%d", "%1$@", "%@", "{", "}", "{{", "}}", "{n", "name", ", plural, ", "one", " ",
        "$t(", ")", "${", "%{", "<b>", "</b>", "<", ">", "<br/>", "/", "=", "\"", "100", "é",
        "e\u{301}",
        "漢", "字", "🏳️‍🌈", "\r\n", "\n", "\u{0}", "x", "-", "#@", "@", "*", ".", "l", "other {", "ไทย",
    ]

    mutating func text(maximumPieces: Int = 24) -> String {
        (0..<Int.random(in: 0...maximumPieces, using: &self)).map { _ in
            Self.pieces.randomElement(using: &self) ?? ""
        }.joined()
    }
}
