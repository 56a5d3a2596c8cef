/// CLDR's plural rules for a language: its categories, and the category of each number.
///
/// Source: <https://www.unicode.org/reports/tr35/tr35-numbers.html#Language_Plural_Rules>. Creating
/// a value parses the language's rules, which takes tens of microseconds. Each call to a static
/// function takes just as long. To look up many numbers, create one value and reuse it. A language
/// unknown to CLDR has only `other`.
public struct PluralRules: Sendable {
    /// A category with its condition.
    struct Form: Sendable {
        let category: PluralCategory
        /// Nil for `other`, which applies to all other numbers.
        let rule: PluralRule?
        /// Whether integers have this category, according to CLDR's samples.
        let hasIntegers: Bool
    }

    /// The forms in CLDR's order.
    let forms: [Form]

    /// Creates the rules for a language, or for the language that it is a variant of.
    public init(of tag: String, _ kind: PluralKind) {
        forms = Self.rules(of: tag, kind).map(Self.forms) ?? []
    }

    /// The categories of the language in CLDR's order, always including `other`.
    public var categories: [PluralCategory] {
        Set(forms.map(\.category) + [.other]).sorted()
    }

    /// Returns the category of a number.
    public func category(for number: PluralOperands) -> PluralCategory {
        forms.first { $0.rule?.holds(for: number) ?? false }?.category ?? .other
    }

    /// Returns the category of an integer.
    public func category(for number: Int) -> PluralCategory {
        category(for: PluralOperands(number))
    }

    // MARK: Single questions

    /// Returns the categories of a language in CLDR's order, always including `other`.
    public static func categories(of tag: String, _ kind: PluralKind) -> [PluralCategory] {
        PluralRules(of: tag, kind).categories
    }

    /// Returns the category of an integer in a language.
    public static func category(
        for number: Int, in tag: String, _ kind: PluralKind
    ) -> PluralCategory {
        PluralRules(of: tag, kind).category(for: number)
    }

    /// Returns the category of a decimal number in a language; nil if the text is not a number.
    ///
    /// The number is used as written, because rules distinguish visible fractions: English has
    /// `one` for `1` and `other` for `1.0`. ``PluralOperands`` defines the syntax of a number.
    public static func category(
        forDecimal number: String, in tag: String, _ kind: PluralKind
    ) -> PluralCategory? {
        PluralOperands(number).map { PluralRules(of: tag, kind).category(for: $0) }
    }

    // MARK: CLDR's table

    /// Returns the text of a language's rules, such as
    /// `one: i = 1 and v = 0 @integer|other: @integer @decimal`.
    private static func rules(of tag: String, _ kind: PluralKind) -> String? {
        guard let subtags = try? LanguageSubtags(tag) else { return nil }
        let sets =
            kind == .cardinal
            ? CLDRTables.cardinalRulesOfLanguages : CLDRTables.ordinalRulesOfLanguages
        for language in [subtags.extendedLanguage, subtags.language].compactMap({ $0 }) {
            let parts =
                [language] + [subtags.script, subtags.region].compactMap { $0 } + subtags.variants
            for count in stride(from: parts.count, to: 0, by: -1) {
                if let set = sets[parts.prefix(count).joined(separator: "-")] {
                    return CLDRTables.pluralRules[set]
                }
            }
        }
        return nil
    }

    private static func forms(_ rules: String) -> [Form] {
        rules.utf8.split(separator: UInt8(ascii: "|")).compactMap { text in
            let parts = text.split(separator: UInt8(ascii: ":"), maxSplits: 1).map(Substring.init)
            guard parts.count == 2, let category = PluralCategory(rawValue: String(parts[0])) else {
                return nil
            }
            let pieces = parts[1].utf8.split(
                separator: UInt8(ascii: "@"), omittingEmptySubsequences: false
            ).map(Substring.init)
            return Form(
                category: category, rule: category == .other ? nil : PluralRule(pieces[0]),
                hasIntegers: pieces.dropFirst().contains { $0.hasPrefix("integer") })
        }.sorted { $0.category < $1.category }
    }
}
