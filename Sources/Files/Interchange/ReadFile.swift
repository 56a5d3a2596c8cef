public import Texts
public import Translation

/// The content of a localization file.
public struct ReadFile: Sendable {
    /// The language as spelled in the file's contents, which is not yet canonical.
    ///
    /// `nil` if the contents do not specify a language.
    public var language: String?
    /// The language of the source texts that the file also contains, as spelled in the file.
    ///
    /// `nil` if the file does not specify this language.
    public var sourceLanguage: String?
    /// The strings in file order, without duplicates.
    public var entries: [FileEntry]
    /// Notices for users about data that was tolerated or left out.
    public var notices: [FileNotice]
    /// The contents other than strings, in the format's own syntax.
    ///
    /// This is the input for ``ExportOptions/skeletons``. `nil` in formats that keep no such
    /// contents.
    public var skeleton: String?
    /// A digest of the skeleton's values that are not texts.
    ///
    /// See ``SkeletonRules/keptValues(in:besides:)``.
    public var kept: String?
    /// The translations of strings that are no longer in the sources.
    ///
    /// See ``FormatTraits/keepsObsolete``.
    public var obsolete: [FileEntry]
    /// The placeholder texts of untranslated strings.
    public var stubs: [StringID: Stub] = [:]
    /// The strings whose texts are overridden if another file of the section also contains them.
    ///
    /// These are the plain texts in a `.strings` file with a `.stringsdict` next to it.
    public var subordinate: Set<StringID> = []

    /// A text that is not a translation, such as a source text that a tool inserted as a
    /// placeholder.
    public struct Stub: Sendable {
        /// The placeholder text.
        public var value: Value
        /// The details that identify the text as a placeholder.
        public var details: TextDetails
    }

    /// Creates the result of reading a file.
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
    /// The key that the notice is about, as spelled in the file.
    public var key: String?
    /// The line, counted from 1.
    public var line: Int?
    /// The notice, in one sentence.
    public var message: String
    /// Advice for the user, if there is any.
    public var hint: Refusal.Hint?
    /// Whether the key's value was left out.
    public var isLeftOut: Bool

    /// Creates a notice about a key or a line.
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
    /// A description of the error, in one sentence.
    public var message: String
    /// Advice on how to fix the error.
    public var hint: Refusal.Hint
    /// The line, counted from 1.
    public var line: Int?
    /// The column, counted from 1.
    public var column: Int?

    /// Creates an error with its position, if known.
    public init(_ message: String, hint: Refusal.Hint, line: Int? = nil, column: Int? = nil) {
        self.message = message
        self.hint = hint
        self.line = line
        self.column = column
    }
}

extension Refusal.Hint {
    /// Suggests specifying the format of the file.
    public static let nameFormat = Refusal.Hint(
        typed: "`dragoman import --file-format FORMAT` reads it as another format.",
        page: "Choose another format.")

    /// Suggests specifying the version of the format.
    static let nameFormatVersion = Refusal.Hint(
        typed: "`dragoman import --file-format FORMAT` reads another version.",
        page: "Choose another version of the format.")
}
