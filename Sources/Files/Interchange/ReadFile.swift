public import Texts
public import Translation

/// The content of a localization file.
public struct ReadFile: Sendable {
    /// The language as the file's contents spell it, not yet canonical; `nil` where they say none.
    public var language: String?
    /// The language of the source texts that it has beside the others, as it spells that; `nil` where it does not say.
    public var sourceLanguage: String?
    /// The strings in file order; no string stands twice.
    public var entries: [FileEntry]
    /// Notices for people about what was tolerated or left out.
    public var notices: [FileNotice]
    /// The content besides the strings, in the format's own spelling, for
    /// ``ExportOptions/skeletons``.
    ///
    /// `nil` in formats that keep nothing.
    public var skeleton: String?
    /// The mark of the values in the skeleton that are no texts; see ``SkeletonRules/keptValues(in:besides:)``.
    public var kept: String?
    /// The translations that it keeps of strings that its sources had no more; see ``FormatTraits/keepsObsolete``.
    public var obsolete: [FileEntry]
    /// The placeholders of untranslated strings.
    public var stubs: [StringID: Stub] = [:]
    /// The strings for which another file of the section takes precedence if it has them too.
    ///
    /// These are the plain texts of a `.strings` beside a `.stringsdict`.
    public var subordinate: Set<StringID> = []

    /// A text without a statement, such as the source text that a tool puts in the place of a translation.
    public struct Stub: Sendable {
        /// The text.
        public var value: Value
        /// The marks by which it is recognized.
        public var details: TextDetails
    }

    /// Creates the content of a file.
    public init(
        language: String? = nil, sourceLanguage: String? = nil, entries: [FileEntry],
        notices: [FileNotice] = [], skeleton: String? = nil, obsolete: [FileEntry] = []
    ) {
        self.obsolete = obsolete
        self.skeleton = skeleton
        self.language = language
        self.sourceLanguage = sourceLanguage
        self.entries = entries
        self.notices = notices
    }
}

/// Something that a reader let through or left out.
public struct FileNotice: Sendable, Hashable {
    /// The key that it is about, as the file spells it.
    public var key: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The notice, in one sentence.
    public var message: String
    /// Advice, if there is any.
    public var hint: Refusal.Hint?
    /// Whether what the key says was left out.
    public var isLeftOut: Bool

    /// Creates a notice.
    public init(
        key: String? = nil, line: Int? = nil, message: String, hint: Refusal.Hint? = nil,
        isLeftOut: Bool = false
    ) {
        self.key = key
        self.line = line
        self.message = message
        self.hint = hint
        self.isLeftOut = isLeftOut
    }
}

/// The reason why a file cannot be read or written.
public struct InterchangeError: Error, Sendable, Equatable {
    /// The error, in one sentence.
    public var message: String
    /// Advice on how to resolve the error.
    public var hint: Refusal.Hint
    /// The line, counted from 1.
    public var line: Int?
    /// The column, counted from 1.
    public var column: Int?

    /// Creates an error.
    public init(_ message: String, hint: Refusal.Hint, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
    }
}

extension Refusal.Hint {
    /// Names the format of the file.
    public static let nameFormat = Refusal.Hint.typed(
        "`dragoman import --file-format FORMAT` reads it as another format.")

    /// Names the version of the format.
    static let nameFormatVersion = Refusal.Hint.typed(
        "`dragoman import --file-format FORMAT` reads another version.")
}
