/// A rule that a target text must keep, given its source.
///
/// A check is pure: it sees only its subject. To add one, conform a type in a file of its own and
/// list it in ``TextChecks/all``.
public protocol TextCheck: Sendable {
    /// The name by which settings, silencing and reports know the check; lower case with hyphens.
    var name: String { get }

    /// How bad its findings are unless it says otherwise of one.
    var severity: Finding.Severity { get }

    /// One sentence that says what the check wants.
    var summary: String { get }

    /// Returns what is wrong, in the order of the target's texts.
    func findings(in subject: CheckSubject) -> [Finding]
}

extension TextCheck {
    /// Makes a finding of this check, with its own severity unless another is given.
    func finding(
        _ message: String, at path: [String], severity: Finding.Severity? = nil
    ) -> Finding {
        Finding(
            check: name, severity: severity ?? self.severity, message: message, path: path)
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
    /// The cardinal categories that the target language needs; empty if they are not known.
    public let pluralCategories: [String]
    /// The ordinal categories that the target language needs; empty if they are not known.
    public let ordinalCategories: [String]
    /// How long each text of the target may be.
    public let limit: Limit?

    /// Puts together what is checked.
    public init(
        source: Value, target: Value, pluralCategories: [String], ordinalCategories: [String],
        limit: Limit? = nil
    ) {
        self.source = source
        self.target = target
        self.pluralCategories = pluralCategories
        self.ordinalCategories = ordinalCategories
        self.limit = limit
    }

    /// The target's texts, each with the source text to compare it to.
    ///
    /// A target that is the empty text is deliberately empty: it has nothing to compare.
    var pairs: [TextPair] {
        target.isEmptyText ? [] : TextPair.pairs(source: source, target: target)
    }
}
