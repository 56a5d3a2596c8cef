extension PluralRules {
    /// The numbers that are tried: small ones, and those at which CLDR's rules turn.
    private static let candidates = Array(0...25) + [100, 101, 102, 103, 111, 1000, 1_000_000]

    /// Returns whole numbers that take each category of a language, ascending, at most `count` of each.
    ///
    /// Categories that only fractions take have none.
    public static func samples(
        in tag: String, _ kind: PluralKind, count: Int = 4
    ) -> [PluralCategory: [Int]] {
        let rules = PluralRules(of: tag, kind)
        return Dictionary(grouping: candidates) { rules.category(for: $0) }
            .mapValues { Array($0.prefix(count)) }
    }
}
