import Texts

/// The description of a check: its name, requirement, severity and scope.
///
/// `docs/guide/checks.md` has a section for each check. The module `Checks` implements each as a
/// `TextCheck` or a `LanguageCheck`, except for those with the scope ``Scope/presence``.
public struct CheckInfo: Sendable, Hashable {
    /// The name of the check in settings, silencing events and reports; lower case with hyphens.
    public let name: String
    /// The default severity of its findings.
    ///
    /// The check can give a finding a different severity.
    public let severity: Finding.Severity
    /// The requirement in one sentence.
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

    /// Returns the check with the given name.
    ///
    /// Refuses an unknown name.
    public static func named(_ name: String) throws(Refusal) -> CheckInfo {
        if let info = all.first(where: { $0.name.hasSameBytes(as: name) }) { return info }
        throw Refusal(
            .unknownCheck, "There is no check “\(name)”.",
            hint: Refusal.Hint(
                typed: "`dragoman check --list` lists the checks.",
                http: "Each finding includes the name of its check.",
                page: "Each finding includes the name of its check."),
            nearest: NearestMatches.of(name, among: all.map(\.name)))
    }

    /// Returns the default severity of a check's findings; `error` for an unknown check.
    static func severity(of name: String) -> Finding.Severity {
        all.first { $0.name.hasSameBytes(as: name) }?.severity ?? .error
    }

    /// Requires a text.
    public static let missing = CheckInfo(
        "missing", .warning, "Every translatable string has a text.", .presence)
    /// Requires a text that was made for the current source.
    public static let stale = CheckInfo(
        "stale", .warning, "Every text was made for the current source text.", .presence)
    /// Compares placeholders.
    public static let placeholders = CheckInfo(
        "placeholders", .error,
        "Source and translation have the same placeholders, each the same number of times.")
    /// Requires a message that ICU can parse.
    public static let messageFormat = CheckInfo(
        "message-format", .error,
        "The translation of an ICU message is an ICU message with the same arguments and all required forms."
    )
    /// Compares tags and entities.
    public static let markup = CheckInfo(
        "markup", .error, "Source and translation have the same tags, correctly nested.")
    /// Compares plural forms.
    public static let plurals = CheckInfo(
        "plurals", .error, "Every plural has all forms that its language needs.")
    /// Enforces the string's maximum length.
    public static let maximumLength = CheckInfo(
        "max-length", .error, "No text exceeds the maximum length of its string.")
    /// Finds texts that equal their source.
    public static let unchanged = CheckInfo(
        "unchanged", .info, "A translation differs from its source.")
    /// Checks leading, trailing and doubled spaces.
    public static let spaces = CheckInfo(
        "spaces", .warning,
        "A translation begins and ends with a space if its source does, and has no double spaces."
    )
    /// Compares line breaks.
    public static let newlines = CheckInfo(
        "newlines", .warning, "Source and translation have the same paragraphs and lines.")
    /// Compares the punctuation at the end.
    public static let endPunctuation = CheckInfo(
        "end-punctuation", .info,
        "A translation ends with the same punctuation as its source, in the form that its script uses."
    )
    /// Requires one spelling of the ellipsis.
    public static let ellipsis = CheckInfo(
        "ellipsis", .info, "A translation uses “…” if its source does.")
    /// Requires the space before `:` in French.
    public static let frenchSpacing = CheckInfo(
        "french-spacing", .info,
        "French texts have a no-break space before “: ; ! ?” and inside « ».")
    /// Checks pairs of brackets.
    public static let brackets = CheckInfo(
        "brackets", .warning, "A translation closes every bracket if its source does.")
    /// Finds repeated words.
    public static let doubledWords = CheckInfo(
        "doubled-words", .warning, "No word occurs twice in a row.")
    /// Compares numbers.
    public static let numbers = CheckInfo(
        "numbers", .warning, "A translation has the same numbers as its source.")
    /// Compares units of time.
    public static let units = CheckInfo(
        "units", .warning, "Every unit of time is translated as the same unit.")
    /// Compares URLs and mail addresses.
    public static let addresses = CheckInfo(
        "addresses", .warning, "A translation has the same URLs and email addresses as its source.")
    /// Finds invisible characters.
    public static let characters = CheckInfo(
        "characters", .warning,
        "A translation has no invisible characters that have no effect or that affect all following text."
    )
    /// Finds words that mix scripts.
    public static let scripts = CheckInfo(
        "scripts", .warning, "No word mixes letters of scripts that look alike.")
    /// Finds texts in the wrong language.
    public static let language = CheckInfo(
        "language", .warning, "Longer texts are written in their language.", isDefault: false)
    /// Finds different sources with the same translation.
    public static let duplicate = CheckInfo(
        "duplicate", .info, "Strings with different sources have different texts.", .language,
        isDefault: false)
    /// Finds equal sources with different translations.
    public static let inconsistent = CheckInfo(
        "inconsistent", .info, "Strings with the same source have the same text.", .language)
    /// Requires the terms of the glossary.
    public static let glossary = CheckInfo(
        "glossary", .warning, "The terms in the section “glossary” are translated as listed there.",
        .language)
}
