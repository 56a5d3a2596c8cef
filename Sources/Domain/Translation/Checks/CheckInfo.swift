import Texts

/// A check as people know it: its name, what it wants, and how bad it is where it does not get it.
///
/// All that are listed here exist; `docs/guide/checks.md` has a section for each. The module `Checks` has a `TextCheck` or a
/// `LanguageCheck` for each, except for those whose scope is ``Scope/presence``.
public struct CheckInfo: Sendable, Hashable {
    /// The name by which settings, silencing and reports know the check; lower case with hyphens.
    public let name: String
    /// How bad its findings are unless it says otherwise of one.
    public let severity: Finding.Severity
    /// One sentence that says what the check wants.
    public let summary: String
    /// What it looks at.
    public let scope: Scope
    /// Whether it is carried out where nobody names it.
    public let isDefault: Bool

    /// What a check looks at.
    public enum Scope: Sendable {
        /// Whether there is a text, and for which source.
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

    /// Returns the check of a name; refuses a name that none has.
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

    /// Returns how bad the findings of a check are; those of an unknown one are errors.
    static func severity(of name: String) -> Finding.Severity {
        all.first { $0.name.hasSameBytes(as: name) }?.severity ?? .error
    }

    /// There is a text.
    public static let missing = CheckInfo(
        "missing", .warning, "Every string that is to be translated has a text.", .presence)
    /// The text was made for the source as it is.
    public static let stale = CheckInfo(
        "stale", .warning, "Every text was made for the source text as it is now.", .presence)
    /// What the app puts in is there.
    public static let placeholders = CheckInfo(
        "placeholders", .error, "Source and translation have the same placeholders, as often.")
    /// ICU can read the message.
    public static let messageFormat = CheckInfo(
        "message-format", .error,
        "The translation of an ICU message is one, with the same arguments and all forms.")
    /// Tags and entities.
    public static let markup = CheckInfo(
        "markup", .error, "Source and translation have the same tags, correctly nested.")
    /// Forms of plurals.
    public static let plurals = CheckInfo(
        "plurals", .error, "A plural has every form that its language needs.")
    /// The limit of the string.
    public static let maximumLength = CheckInfo(
        "max-length", .error, "No text is longer than the limit of its string.")
    /// The text was translated at all.
    public static let unchanged = CheckInfo(
        "unchanged", .info, "A translation says something else than its source.")
    /// Spaces at the ends, and two in a row.
    public static let spaces = CheckInfo(
        "spaces", .warning,
        "A translation begins and ends with a space where its source does, and has no two in a row."
    )
    /// Lines.
    public static let newlines = CheckInfo(
        "newlines", .warning, "Source and translation have the same paragraphs and lines.")
    /// What a text ends with.
    public static let endPunctuation = CheckInfo(
        "end-punctuation", .info,
        "A translation ends with the punctuation of its source, as its script writes it.")
    /// One way to write three dots.
    public static let ellipsis = CheckInfo(
        "ellipsis", .info, "A translation writes “…” where its source does.")
    /// The space before `:` in French.
    public static let frenchSpacing = CheckInfo(
        "french-spacing", .info,
        "French has a space that does not break before “: ; ! ?” and in « ».")
    /// Pairs of brackets.
    public static let brackets = CheckInfo(
        "brackets", .warning, "A translation closes every bracket, as its source does.")
    /// A word that is there twice.
    public static let doubledWords = CheckInfo(
        "doubled-words", .warning, "No word stands twice in a row.")
    /// Numbers.
    public static let numbers = CheckInfo(
        "numbers", .warning, "A translation has the numbers of its source.")
    /// Units of time.
    public static let units = CheckInfo(
        "units", .warning, "The name of a unit of time is translated by the name of the same unit.")
    /// URLs and mail addresses.
    public static let addresses = CheckInfo(
        "addresses", .warning, "A translation has the URLs and mail addresses of its source.")
    /// Characters that nobody sees.
    public static let characters = CheckInfo(
        "characters", .warning,
        "A translation has no invisible characters that do nothing, or that change all that follows."
    )
    /// Letters of several scripts in a word.
    public static let scripts = CheckInfo(
        "scripts", .warning, "No word mixes letters of scripts that look alike.")
    /// Another language than it should be.
    public static let language = CheckInfo(
        "language", .warning, "A long text is in its language.", isDefault: false)
    /// One text for two sources.
    public static let duplicate = CheckInfo(
        "duplicate", .info, "Strings with different sources have different texts.", .language,
        isDefault: false)
    /// Two texts for one source.
    public static let inconsistent = CheckInfo(
        "inconsistent", .info, "Strings with the same source have the same text.", .language)
    /// Agreed terms.
    public static let glossary = CheckInfo(
        "glossary", .warning, "The terms of the section “glossary” are translated as it says.",
        .language)
}
