public import Texts

/// The checks of a translation against its source that need no more than the two and Swift's library.
public enum TextChecks {
    /// The checks.
    public static let all: [any TextCheck] = [
        PlaceholderCheck(), MarkupCheck(), PluralCheck(), LengthCheck(), UnchangedCheck(),
        SpacesCheck(), NewlinesCheck(), EllipsisCheck(), NumbersCheck(), AddressesCheck(),
        BracketsCheck(),
    ]

    /// Returns what the checks find in a target value; empty if nothing is wrong.
    ///
    /// `categories` are the plural categories of the target language by CLDR; an empty list means that they are not
    /// known, and nothing is said about categories then.
    /// `limit` holds for each text of the target by itself. The cost is linear in the length of the
    /// texts, but for a target of many cases, each of which is compared to a source text.
    public static func findings(
        source: Value, target: Value, categories: PluralCategories,
        limit: CheckSubject.Limit? = nil,
        isSameLanguage: Bool = false, sourceLanguage: LanguageTag? = nil,
        sayableForms: Set<Value.Text>? = nil, notations: PlaceholderNotations = .implied,
        checks: [any TextCheck] = all
    ) -> [Finding] {
        let subject = CheckSubject(
            source: source, target: target, categories: categories, limit: limit,
            isSameLanguage: isSameLanguage, sourceLanguage: sourceLanguage,
            sayableForms: sayableForms, notations: notations)
        return checks.flatMap { $0.findings(in: subject) }
    }
}
