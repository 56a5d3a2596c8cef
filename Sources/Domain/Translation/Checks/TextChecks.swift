public import Texts

/// The checks for texts in a language.
///
/// The module `Checks` implements this protocol, and ``DecisionContext`` passes the checks to
/// decisions. Checks are pure functions of the subject.
public protocol TextChecks: Sendable {
    /// Returns the checks whose descriptions satisfy a predicate.
    func filter(_ isWanted: (CheckInfo) -> Bool) -> Self

    /// Returns the findings in the subject's target, ordered by check and then by the order of the
    /// target's texts.
    func findings(in subject: CheckSubject) -> [Finding]
}

/// A source value, its translation, and facts about the target language that checks need.
///
/// The caller supplies the plural categories from CLDR, because the domain has no language data.
public struct CheckSubject {
    /// A maximum length, and the function that measures a text in the limit's unit.
    public typealias Limit = (count: Int, length: (String) -> Int)

    /// The source value.
    public let source: Value
    /// The value to check.
    public let target: Value
    /// The plural categories that the target language requires.
    ///
    /// If it is empty, the categories are unknown and no findings about them are reported.
    public let categories: PluralCategories
    /// The plural forms that the target's file format can store, or nil if it can store all of
    /// them.
    public let sayableForms: Set<Value.Text>?
    /// The maximum length of each text in the target.
    public let limit: Limit?
    /// True if source and target are variants of one language, such as British and American
    /// English.
    public let isSameLanguage: Bool
    /// The source language, or nil if it is unknown.
    public let sourceLanguage: LanguageTag?
    /// The placeholder notations that the texts use.
    public let notations: PlaceholderNotations

    /// Creates a subject, by default without a maximum length.
    public init(
        source: Value, target: Value, categories: PluralCategories, limit: Limit? = nil,
        isSameLanguage: Bool = false, sourceLanguage: LanguageTag? = nil,
        sayableForms: Set<Value.Text>? = nil, notations: PlaceholderNotations = .implied
    ) {
        self.source = source
        self.target = target
        self.categories = categories
        self.sayableForms = sayableForms
        self.limit = limit
        self.isSameLanguage = isSameLanguage
        self.sourceLanguage = sourceLanguage
        self.notations = notations
    }
}
