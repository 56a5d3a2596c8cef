public import Texts
import Translation

extension PluralCategories {
    /// The categories of a language, as CLDR has them; costs tens of microseconds.
    public init(of tag: String) {
        self.init(
            cardinal: PluralRules.categories(of: tag, .cardinal).map(\.rawValue),
            ordinal: PluralRules.categories(of: tag, .ordinal).map(\.rawValue)
        ) { category in
            let plurals = IntegerPlurals(of: tag)
            return !Self.usualNumbers.contains { plurals.category(of: $0).rawValue == category }
        }
    }

    /// CLDR's rules look at a number's last two or three digits, at whether there are more, and at whole millions.
    private static let usualNumbers = (0..<1_000).map(UInt64.init) + [1_000, 10_000, 100_000]
}
