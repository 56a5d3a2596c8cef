extension PluralRules {
    /// The candidates for samples: small numbers, and numbers at which CLDR's rules change.
    private static let candidates = Array(0...25) + [100, 101, 102, 103, 111, 1000, 1_000_000]

    /// Returns integers in each category of a language, in ascending order, at most `count` per
    /// category.
    ///
    /// Categories that apply only to fractions are omitted.
    public static func samples(
        in tag: String, _ kind: PluralKind, count: Int = 4
    ) -> [PluralCategory: [Int]] {
        let rules = PluralRules(of: tag, kind)
        return Dictionary(grouping: candidates) { rules.category(for: $0) }
            .mapValues { Array($0.prefix(count)) }
    }
}
