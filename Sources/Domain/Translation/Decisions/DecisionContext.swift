public import Texts

/// Who decides, when, and what is known of languages: what a decision needs besides the state.
public struct DecisionContext: Sendable {
    /// Who acts, where somebody is named.
    public var actor: Actor?
    /// The guid that acts, where one does.
    public var guid: HashedGuid?
    /// The wall time as events carry it: RFC 3339, UTC, milliseconds.
    public var at: String
    /// The key under which the same wish is carried out once.
    public var idempotency: Idempotency?
    /// The plural categories that a language needs, in CLDR order.
    public var pluralCategories: @Sendable (LanguageTag) -> PluralCategories
    /// How many columns a text takes on a terminal.
    public var width: @Sendable (String) -> Int
    /// The checks of the texts of a language.
    public var checks: @Sendable (LanguageTag) -> any TextChecks
    /// The source language, where it is known.
    public var source: LanguageTag?
    /// The notations of placeholders that the project's checks know.
    public var notations = PlaceholderNotations.implied
    /// Whether a text with which a check finds fault is refused, not only spoken of.
    public var isStrict = false

    /// States who decides, and when.
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
    /// What the text checks find in a translation of a string, but for checks that are silenced there.
    public func findings(
        of value: Value, for definition: Definition, locale: LanguageTag,
        silenced: Set<Value.Text> = []
    ) -> [Finding] {
        let findings = textChecker(for: locale).findings(of: value, for: definition)
        guard !silenced.isEmpty else { return findings }
        return findings.filter { !silenced.contains(Value.Text($0.check)) }
    }

    /// Prepares the checks of a language, for many texts; `isWanted` chooses among them.
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

/// The checks of a language, ready for texts.
public struct TextChecker {
    let checks: any TextChecks
    let categories: PluralCategories
    let isSameLanguage: Bool
    let source: LanguageTag?
    let notations: PlaceholderNotations
    let width: @Sendable (String) -> Int

    /// What the checks find in a translation of a string.
    ///
    /// A plural is not asked for forms that are not among `sayableForms`, where these are given.
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
    /// Returns the notations of placeholders that the texts of the string have: those of the project, as far as flags say nothing else.
    public func notations(in project: PlaceholderNotations) -> PlaceholderNotations {
        project.declared(by: formatFlags)
    }
}
