import Texts
import Translation

/// A generator of 64 random bits from a seed: <https://prng.di.unimi.it/splitmix64.c>.
struct I18nextRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A small set of parts, so that keys often conflict: dots, suffixes, and characters that
    /// combine with them.
    private static let keyParts = [
        "a", "a", "b", ".", ".", "_one", "_other", "_few", "_zero", "_ordinal", "_other", "item",
        "é", "e\u{301}", "\u{600}", "\u{200F}", " ", "\"", "\\", "\n", "\r\n", "🏳️‍🌈", "__proto__",
    ]

    private static let textParts = [
        "x", "{{count}}", "<b>", "&", "]]>", "\"", "\\", "/", "\0", "\u{1}", "\u{7F}", "\u{85}",
        "\r", "\n", "\r\n", "\u{2028}", "\u{202E}", "\u{FFFE}", "\u{10FFFF}", "👩‍👩‍👧",
        "é", "e\u{301}",
    ]

    mutating func key() -> String {
        (0...Int.random(in: 0...4, using: &self)).compactMap { _ in
            Self.keyParts.randomElement(using: &self)
        }.joined()
    }

    mutating func text() -> String {
        (0..<Int.random(in: 0...4, using: &self)).compactMap { _ in
            Self.textParts.randomElement(using: &self)
        }.joined()
    }

    mutating func value() -> Value {
        switch Int.random(in: 0..<10, using: &self) {
        case 0: .list((0..<Int.random(in: 0...3, using: &self)).map { _ in Value(text()) })
        case 1...4: plural()
        default: Value(text())
        }
    }

    private mutating func plural() -> Value {
        let names = ["zero", "one", "few", "other", "other", "=1"].shuffled(using: &self)
        let count = Int.random(in: 1...4, using: &self)
        var seen: Set<String> = []
        let cases = names.prefix(count).filter { seen.insert($0).inserted }
            // Without another form, only the number shows that it is a plural.
            .map { Value.Case($0, Value(($0 == "other" ? "{{count}}" : "") + text())) }
        let choice = Value.Choice(
            by: Int.random(in: 0..<4, using: &self) == 0 ? .ordinal : .plural, argument: "count",
            cases: cases)
        return choice.map { .choice($0) } ?? Value(text())
    }
}
