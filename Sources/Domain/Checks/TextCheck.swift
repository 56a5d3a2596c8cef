public import Texts

/// A rule that a target text must keep, given its source.
///
/// A check is pure: it sees only its subject. To add one, describe it in ``CheckInfo``, conform a
/// type in a file of its own and list it in ``TextChecks/all``, or in the module `Checks` where it
/// needs to know of languages or characters more than Swift's library does.
public protocol TextCheck: Sendable {
    /// What people know of it.
    var info: CheckInfo { get }

    /// Returns what is wrong, in the order of the target's texts.
    func findings(in subject: CheckSubject) -> [Finding]
}

extension TextCheck {
    /// Makes a finding of this check, with its own severity unless another is given.
    public func finding(
        _ message: String, at path: [String], severity: Finding.Severity? = nil
    ) -> Finding {
        Finding(
            check: info.name, severity: severity ?? info.severity, message: message, path: path)
    }
}

/// A rule that is kept or broken by many texts of a language together.
public protocol LanguageCheck: Sendable {
    /// What people know of it.
    var info: CheckInfo { get }

    /// Returns what is wrong, each with the number of the text, in time linear in the texts.
    func findings(in texts: [TranslatedString]) -> [(index: Int, finding: Finding)]
}

extension LanguageCheck {
    /// Makes a finding of this check about a text as a whole.
    public func finding(_ message: String) -> Finding {
        Finding(check: info.name, severity: info.severity, message: message)
    }
}

/// A string with its source and its text in a language, as checks of many texts see it.
public struct TranslatedString: Sendable {
    /// The section of the string.
    public let section: String
    /// The string's name as people write it.
    public let name: String
    /// What the key says of the place in which the source is read; of gettext's messages, `msgctxt`.
    public let context: String?
    /// The source value.
    public let source: Value
    /// The text.
    public let target: Value

    /// States a string and its text.
    public init(
        section: String, name: String, context: String? = nil, source: Value, target: Value
    ) {
        self.section = section
        self.name = name
        self.context = context
        self.source = source
        self.target = target
    }
}

/// A source, its translation, and what the checks need to know of the target language.
///
/// Plural categories come from CLDR, by way of the caller: the domain has no table of languages.
public struct CheckSubject {
    /// A greatest length, and the function that measures a text in the limit's unit.
    public typealias Limit = (count: Int, length: (String) -> Int)

    /// The source value.
    public let source: Value
    /// The value to check.
    public let target: Value
    /// The categories that the target language needs; empty if they are not known.
    public let categories: PluralCategories
    /// The forms that the file of the target can say of a plural; nil where it can say all.
    public let sayableForms: Set<Value.Text>?
    /// How long each text of the target may be.
    public let limit: Limit?
    /// Whether source and target are the same language, as English of two countries.
    public let isSameLanguage: Bool
    /// The source language; nil if it is not known.
    public let sourceLanguage: LanguageTag?
    /// The target's texts, each with the source text to compare it to.
    ///
    /// A target that is the empty text is deliberately empty: it has nothing to compare. Neither has a list of translators.
    public let pairs: [TextPair]

    /// Puts together what is checked.
    public init(
        source: Value, target: Value, categories: PluralCategories, limit: Limit? = nil,
        isSameLanguage: Bool = false, sourceLanguage: LanguageTag? = nil,
        sayableForms: Set<Value.Text>? = nil, notations: PlaceholderNotations = .implied
    ) {
        self.sourceLanguage = sourceLanguage
        self.source = source
        self.target = target
        self.categories = categories
        self.limit = limit
        self.isSameLanguage = isSameLanguage
        self.sayableForms = sayableForms
        pairs =
            target.isEmptyText || TranslatorCredits.areAskedFor(by: source)
            ? []
            : TextPair.pairs(
                source: source, target: target, categories: categories, notations: notations)
    }
}
