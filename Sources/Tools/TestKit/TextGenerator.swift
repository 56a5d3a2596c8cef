/// A seeded generator of texts with placeholders, tags and other parts that checks look for.
public struct TextGenerator: RandomNumberGenerator {
    private var random: SplitMix64

    /// Starts the sequence for a seed.
    public init(state: UInt64) { random = SplitMix64(seed: state) }

    /// Returns the next random number.
    public mutating func next() -> UInt64 { random.next() }

    private static let pieces = [
        "%", "%%", "%d", "%1$@", "%@", "{", "}", "{{", "}}", "{n", "name", ", plural, ", "one", " ",
        "$t(", ")", "${", "%{", "<b>", "</b>", "<", ">", "<br/>", "/", "=", "\"", "100", "é",
        "e\u{301}",
        "漢", "字", "🏳️‍🌈", "\r\n", "\n", "\u{0}", "x", "-", "#@", "@", "*", ".", "l", "other {", "ไทย",
    ]

    /// Returns a text of at most `maximumPieces` pieces.
    public mutating func text(maximumPieces: Int = 24) -> String {
        (0..<Int.random(in: 0...maximumPieces, using: &self)).map { _ in
            Self.pieces.randomElement(using: &self) ?? ""
        }.joined()
    }
}
