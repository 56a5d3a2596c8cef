import Texts

/// The description of a check: its name, requirement, severity and scope.
///
/// `docs/guide/checks.md` has a section for each check. The module `Checks` implements each as a
/// `TextCheck` or a `LanguageCheck`, except for those with the scope ``Scope/presence``.
public struct CheckInfo: Sendable, Hashable {
    /// The name of the check in settings, silencing events and reports; lower case with hyphens.
    public let name: String
    /// The default severity of its findings; the check can set another one for a finding.
    public let severity: Finding.Severity
    /// The requirement, in one sentence.
    public let summary: String
    /// The texts that the check reads.
    public let scope: Scope
    /// True if the check runs unless checks are selected by name.
    public let isDefault: Bool

    /// The texts that a check reads.
    public enum Scope: Sendable {
        /// Only the existence of a text, and the source that it was made for.
        case presence
        /// A text and its source.
        case text
        /// All texts of a language together.
        case language
    }

    private init(
        _ name: String, _ severity: Finding.Severity, _ summary: String, _ scope: Scope = .text,
        isDefault: Bool = true
    ) {
        self.name = name
        self.severity = severity
        self.summary = summary
        self.scope = scope
        self.isDefault = isDefault
    }

    /// Every check, in the order in which findings are reported.
    public static let all: [CheckInfo] = [
        .missing, .stale, .placeholders, .messageFormat, .markup, .plurals, .maximumLength,
        .unchanged, .spaces, .newlines, .endPunctuation, .ellipsis, .frenchSpacing, .brackets,
        .doubledWords, .numbers, .units, .addresses, .characters, .scripts, .language, .duplicate,
        .inconsistent, .glossary,
    ]

    /// Returns the check with the name, or rejects an unknown name.
    public static func named(_ name: String) throws(Refusal) -> CheckInfo {
        if let info = all.first(where: { $0.name.hasSameBytes(as: name) }) { return info }
        throw Refusal(
            .unknownCheck, "There is no check “\(name)”.",
            hint: Refusal.Hint(
                typed: "`dragoman check --list` lists the checks.",
                http: "A finding has the name of its check.",
                page: "A finding has the name of its check."),
            nearest: NearestMatches.of(name, among: all.map(\.name)))
    }

    /// Returns the default severity of a check's findings; `error` for an unknown check.
    static func severity(of name: String) -> Finding.Severity {
        all.first { $0.name.hasSameBytes(as: name) }?.severity ?? .error
    }

    /// Requires a text.
    public static let missing = CheckInfo(
        "missing", .warning, "Every string that is to be translated has a text.", .presence)
    /// Requires a text that was made for the current source.
    public static let stale = CheckInfo(
        "stale", .warning, "Every text was made for the source text as it is now.", .presence)
    /// Compares placeholders.
    public static let placeholders = CheckInfo(
        "placeholders", .error, "Source and translation have the same placeholders, as often.")
    /// Requires a message that ICU can parse.
    public static let messageFormat = CheckInfo(
        "message-format", .error,
        "The translation of an ICU message is one, with the same arguments and all forms.")
    /// Compares tags and entities.
    public static let markup = CheckInfo(
        "markup", .error, "Source and translation have the same tags, correctly nested.")
    /// Compares plural forms.
    public static let plurals = CheckInfo(
        "plurals", .error, "A plural has every form that its language needs.")
    /// Enforces the string's maximum length.
    public static let maximumLength = CheckInfo(
        "max-length", .error, "No text is longer than the limit of its string.")
    /// Finds texts that equal their source.
    public static let unchanged = CheckInfo(
        "unchanged", .info, "A translation says something else than its source.")
    /// Checks leading, trailing and doubled spaces.
    public static let spaces = CheckInfo(
        "spaces", .warning,
        "A translation begins and ends with a space where its source does, and has no two in a row."
    )
    /// Compares line breaks.
    public static let newlines = CheckInfo(
        "newlines", .warning, "Source and translation have the same paragraphs and lines.")
    /// Compares the punctuation at the end.
    public static let endPunctuation = CheckInfo(
        "end-punctuation", .info,
        "A translation ends with the punctuation of its source, as its script writes it.")
    /// Requires one spelling of the ellipsis.
    public static let ellipsis = CheckInfo(
        "ellipsis", .info, "A translation writes “…” where its source does.")
    /// Requires the space before `:` in French.
    public static let frenchSpacing = CheckInfo(
        "french-spacing", .info,
        "French has a space that does not break before “: ; ! ?” and in « ».")
    /// Checks pairs of brackets.
    public static let brackets = CheckInfo(
        "brackets", .warning, "A translation closes every bracket, as its source does.")
    /// Finds repeated words.
    public static let doubledWords = CheckInfo(
        "doubled-words", .warning, "No word stands twice in a row.")
    /// Compares numbers.
    public static let numbers = CheckInfo(
        "numbers", .warning, "A translation has the numbers of its source.")
    /// Compares units of time.
    public static let units = CheckInfo(
        "units", .warning, "The name of a unit of time is translated by the name of the same unit.")
    /// Compares URLs and mail addresses.
    public static let addresses = CheckInfo(
        "addresses", .warning, "A translation has the URLs and mail addresses of its source.")
    /// Finds invisible characters.
    public static let characters = CheckInfo(
        "characters", .warning,
        "A translation has no invisible characters that do nothing, or that change all that follows."
    )
    /// Finds words that mix scripts.
    public static let scripts = CheckInfo(
        "scripts", .warning, "No word mixes letters of scripts that look alike.")
    /// Finds texts in the wrong language.
    public static let language = CheckInfo(
        "language", .warning, "A long text is in its language.", isDefault: false)
    /// Finds different sources with the same translation.
    public static let duplicate = CheckInfo(
        "duplicate", .info, "Strings with different sources have different texts.", .language,
        isDefault: false)
    /// Finds equal sources with different translations.
    public static let inconsistent = CheckInfo(
        "inconsistent", .info, "Strings with the same source have the same text.", .language)
    /// Requires the terms of the glossary.
    public static let glossary = CheckInfo(
        "glossary", .warning, "The terms of the section “glossary” are translated as it says.",
        .language)
}
