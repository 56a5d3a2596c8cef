import Texts

/// The description of a check: its name, requirement, severity and scope.
///
/// `docs/guide/checks.md` has a section for each check. The module `Checks` implements each check
/// as a `TextCheck` or a `LanguageCheck`, except for checks with the scope ``Scope/presence``.
public struct CheckInfo: Sendable, Hashable {
    /// The check's name in settings, silencing events and reports: lower case, with hyphens.
    public let name: String
    /// The default severity of the check's findings.
    ///
    /// A check can override the severity of individual findings.
    public let severity: Finding.Severity
    /// The requirement that the check enforces, in one sentence.
    public let summary: String
    /// The texts that the check reads.
    public let scope: Scope
    /// True if the check runs by default, when no checks are selected by name.
    public let isDefault: Bool

    /// The texts that a check reads.
    public enum Scope: Sendable {
        /// Only whether a text exists, and the source that it was made for.
        case presence
        /// A text and its source.
        case text
        /// All texts in a language together.
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
    /// Throws a refusal if the name is unknown.
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

    /// Returns the default severity of a check's findings, or `error` if the check is unknown.
    static func severity(of name: String) -> Finding.Severity {
        all.first { $0.name.hasSameBytes(as: name) }?.severity ?? .error
    }

    /// Requires a text.
    public static let missing = CheckInfo(
        "missing", .warning, "Every translatable string has a text.", .presence)
    /// Requires a text that was made for the current source.
    public static let stale = CheckInfo(
        "stale", .warning, "Every text was made for the current source text.", .presence)
    /// Requires the same placeholders in source and translation.
    public static let placeholders = CheckInfo(
        "placeholders", .error,
        "Source and translation have the same placeholders, each the same number of times.")
    /// Requires a message that ICU can parse.
    public static let messageFormat = CheckInfo(
        "message-format", .error,
        "The translation of an ICU message is an ICU message with the same arguments and all required forms."
    )
    /// Compares tags and entities with those in the source.
    public static let markup = CheckInfo(
        "markup", .error, "Source and translation have the same tags, correctly nested.")
    /// Requires all plural forms that the language needs.
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
    /// Requires the same paragraphs and lines in source and translation.
    public static let newlines = CheckInfo(
        "newlines", .warning, "Source and translation have the same paragraphs and lines.")
    /// Compares the punctuation at the end of the text.
    public static let endPunctuation = CheckInfo(
        "end-punctuation", .info,
        "A translation ends with the same punctuation as its source, in the form that its script uses."
    )
    /// Requires “…” if the source has it.
    public static let ellipsis = CheckInfo(
        "ellipsis", .info, "A translation uses “…” if its source does.")
    /// Requires no-break spaces in French punctuation.
    public static let frenchSpacing = CheckInfo(
        "french-spacing", .info,
        "French texts have a no-break space before “: ; ! ?” and inside « ».")
    /// Requires that brackets are closed if the source closes them.
    public static let brackets = CheckInfo(
        "brackets", .warning, "A translation closes every bracket if its source does.")
    /// Finds repeated words.
    public static let doubledWords = CheckInfo(
        "doubled-words", .warning, "No word occurs twice in a row.")
    /// Requires the same numbers in source and translation.
    public static let numbers = CheckInfo(
        "numbers", .warning, "A translation has the same numbers as its source.")
    /// Requires the same units of time in source and translation.
    public static let units = CheckInfo(
        "units", .warning, "Every unit of time is translated as the same unit.")
    /// Requires the same URLs and mail addresses in source and translation.
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
    /// Requires the glossary's terms.
    public static let glossary = CheckInfo(
        "glossary", .warning, "The terms in the section “glossary” are translated as listed there.",
        .language)
}
