public import Texts
public import Translation

/// The content of a localization file.
public struct ReadFile: Sendable {
    /// The language as spelled in the file's contents, not yet canonical; `nil` if they do not name
    /// one.
    public var language: String?
    /// The language of the source texts that the file also contains, in its spelling; `nil` if it
    /// does not name one.
    public var sourceLanguage: String?
    /// The strings in file order, each once.
    public var entries: [FileEntry]
    /// Notices for people about data that was tolerated or left out.
    public var notices: [FileNotice]
    /// The contents other than strings, in the format's own syntax, for
    /// ``ExportOptions/skeletons``.
    ///
    /// `nil` in formats that keep nothing.
    public var skeleton: String?
    /// A digest of the skeleton's values that are not texts; see
    /// ``SkeletonRules/keptValues(in:besides:)``.
    public var kept: String?
    /// The translations of strings that are no longer in the sources; see
    /// ``FormatTraits/keepsObsolete``.
    public var obsolete: [FileEntry]
    /// The placeholder texts of untranslated strings.
    public var stubs: [StringID: Stub] = [:]
    /// The strings for which another file of the section takes precedence, if it contains them too.
    ///
    /// These are the plain texts of a `.strings` next to a `.stringsdict`.
    public var subordinate: Set<StringID> = []

    /// A text that is not a translation, such as a source text that a tool inserted in its place.
    public struct Stub: Sendable {
        /// The text.
        public var value: Value
        /// The details by which it is recognized.
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

/// A notice about something that a reader tolerated or left out.
public struct FileNotice: Sendable, Hashable {
    /// The key in question, as spelled in the file.
    public var key: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The notice, in one sentence.
    public var message: String
    /// Advice, if there is any.
    public var hint: Refusal.Hint?
    /// Whether the value of the key was left out.
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
    /// Advice on how to fix the error.
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
    /// Suggests specifying the format of the file.
    public static let nameFormat = Refusal.Hint.typed(
        "`dragoman import --file-format FORMAT` reads it as another format.")

    /// Suggests specifying the version of the format.
    static let nameFormatVersion = Refusal.Hint.typed(
        "`dragoman import --file-format FORMAT` reads another version.")
}
