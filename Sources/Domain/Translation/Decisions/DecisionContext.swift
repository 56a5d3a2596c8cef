public import Texts

/// The inputs of a decision, except for the state: the actor, the time, and language data.
public struct DecisionContext: Sendable {
    /// The person who acts, if known.
    public var actor: Actor?
    /// The guid that acts, if any.
    public var guid: HashedGuid?
    /// The wall-clock time in the format of events: RFC 3339, UTC, milliseconds.
    public var at: String
    /// The idempotency key, if any.
    ///
    /// If a command is repeated with the same key, it has no further effect.
    public var idempotency: Idempotency?
    /// Returns the plural categories that a language requires, in CLDR order.
    public var pluralCategories: @Sendable (LanguageTag) -> PluralCategories
    /// Returns the width of a text on a terminal, in columns.
    public var width: @Sendable (String) -> Int
    /// Returns the checks for texts in a language.
    public var checks: @Sendable (LanguageTag) -> any TextChecks
    /// The source language, if known.
    public var source: LanguageTag?
    /// The placeholder notations that the project's checks recognize.
    public var notations = PlaceholderNotations.implied
    /// True to refuse texts with findings, instead of only reporting the findings.
    public var isStrict = false

    /// Creates a context for a decision that is not strict.
    public init(
        actor: Actor?, guid: HashedGuid?, at: String, idempotency: Idempotency? = nil,
        pluralCategories: @escaping @Sendable (LanguageTag) -> PluralCategories,
        width: @escaping @Sendable (String) -> Int,
        checks: @escaping @Sendable (LanguageTag) -> any TextChecks,
        source: LanguageTag? = nil
    ) {
        self.actor = actor
        self.guid = guid
        self.at = at
        self.idempotency = idempotency
        self.pluralCategories = pluralCategories
        self.width = width
        self.checks = checks
        self.source = source
    }
}

extension DecisionContext {
    /// Returns the findings in a translation of a string, except for findings from silenced checks.
    public func findings(
        of value: Value, for definition: Definition, locale: LanguageTag,
        silenced: Set<Value.Text> = []
    ) -> [Finding] {
        let findings = textChecker(for: locale).findings(of: value, for: definition)
        guard !silenced.isEmpty else { return findings }
        return findings.filter { !silenced.contains(Value.Text($0.check)) }
    }

    /// Prepares a language's checks that satisfy `isWanted`, for use on many texts.
    public func textChecker(
        for locale: LanguageTag, where isWanted: (CheckInfo) -> Bool = { $0.isDefault }
    ) -> TextChecker {
        TextChecker(
            checks: checks(locale).filter(isWanted),
            categories: pluralCategories(locale),
            isSameLanguage: source.map { $0.language == locale.language } ?? false,
            source: source, notations: notations, width: width)
    }
}

/// Checks that are prepared for texts in one language.
public struct TextChecker {
    let checks: any TextChecks
    let categories: PluralCategories
    let isSameLanguage: Bool
    let source: LanguageTag?
    let notations: PlaceholderNotations
    let width: @Sendable (String) -> Int

    /// Returns the findings in a translation of a string.
    ///
    /// If `sayableForms` is given, only these plural forms are required.
    public func findings(
        of value: Value, for definition: Definition, sayableForms: Set<Value.Text>? = nil
    ) -> [Finding] {
        checks.findings(
            in: CheckSubject(
                source: definition.value, target: value, categories: categories,
                limit: definition.maximumLength.map { limit in
                    (count: Int(clamping: limit.count), length: length(in: limit.unit))
                }, isSameLanguage: isSameLanguage, sourceLanguage: source,
                sayableForms: sayableForms, notations: definition.notations(in: notations)))
    }

    private func length(in unit: Definition.Limit.Unit) -> (String) -> Int {
        switch unit {
        case .width: width
        case .grapheme: { $0.count }
        case .utf16: { $0.utf16.count }
        case .byte: { $0.utf8.count }
        }
    }
}

extension Definition {
    /// Returns the placeholder notations of the string.
    ///
    /// These are the project's notations, unless the string's format flags override them.
    public func notations(in project: PlaceholderNotations) -> PlaceholderNotations {
        project.declared(by: formatFlags)
    }
}
