public import Texts

/// The checks of the texts of a language.
///
/// The module `Checks` implements them, and ``DecisionContext`` passes them to a decision. Checks
/// are pure: they read only the subject.
public protocol TextChecks: Sendable {
    /// Returns the checks whose descriptions satisfy a predicate.
    func filter(_ isWanted: (CheckInfo) -> Bool) -> Self

    /// Returns the findings in the subject's target, by check and then in the order of the target's
    /// texts.
    func findings(in subject: CheckSubject) -> [Finding]
}

/// A source, its translation, and facts about the target language that checks need.
///
/// The caller supplies the plural categories from CLDR, since the domain has no table of languages.
public struct CheckSubject {
    /// A maximum length, and the function that measures a text in the limit's unit.
    public typealias Limit = (count: Int, length: (String) -> Int)

    /// The source value.
    public let source: Value
    /// The value to check.
    public let target: Value
    /// The plural categories that the target language requires.
    ///
    /// If it is empty, they are unknown, and no finding is about categories.
    public let categories: PluralCategories
    /// The plural forms that the target's file format can store; nil if it can store all.
    public let sayableForms: Set<Value.Text>?
    /// The maximum length of each text of the target.
    public let limit: Limit?
    /// True if source and target are variants of one language, such as English of two countries.
    public let isSameLanguage: Bool
    /// The source language; nil if it is not known.
    public let sourceLanguage: LanguageTag?
    /// The notations of placeholders that the texts use.
    public let notations: PlaceholderNotations

    /// Creates a subject.
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
