extension PluralRules {
    /// The candidates: small numbers, and those at which CLDR's rules change.
    private static let candidates = Array(0...25) + [100, 101, 102, 103, 111, 1000, 1_000_000]

    /// Returns integers of each category of a language, ascending, at most `count` per category.
    ///
    /// Categories that only fractions have get none.
    public static func samples(
        in tag: String, _ kind: PluralKind, count: Int = 4
    ) -> [PluralCategory: [Int]] {
        let rules = PluralRules(of: tag, kind)
        return Dictionary(grouping: candidates) { rules.category(for: $0) }
            .mapValues { Array($0.prefix(count)) }
    }
}
