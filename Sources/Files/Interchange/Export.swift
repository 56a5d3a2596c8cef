public import Texts
public import Translation

/// A string to be written.
public struct ExportEntry: Sendable {
    /// The string.
    public var string: StringID
    /// The text in the source language.
    public var source: Value
    /// The text in the language of the file; `nil` if it is untranslated.
    public var value: Value?
    /// The source text with the plural forms that the language of the file needs.
    ///
    /// `nil` if the forms are the same, or nobody has to fill them.
    public var outline: Value?
    /// The details of the string; only in formats that carry them.
    public var details: StringDetails
    /// The details of the text; only in formats that carry them.
    public var textDetails: TextDetails
    /// Whether the text was made for a source text of another shape, and was brought into that of the present one.
    public var isFitted = false
    /// Whether the text is that of a language that this one falls back to.
    public var isInherited = false

    /// Creates an entry for a string to write.
    public init(
        string: StringID, source: Value, value: Value?, outline: Value? = nil,
        details: StringDetails = StringDetails(), textDetails: TextDetails = TextDetails()
    ) {
        self.string = string
        self.source = source
        self.value = value
        self.outline = outline
        self.details = details
        self.textDetails = textDetails
    }
}

/// The strings of one language, to be written into a file that holds several.
public struct LanguageEntries: Sendable {
    /// The language.
    public var language: LanguageTag
    /// Whether it is the source language.
    public var isSource: Bool
    /// The strings with their texts.
    public var entries: [ExportEntry]

    /// Creates the entries of a language.
    public init(language: LanguageTag, isSource: Bool, entries: [ExportEntry]) {
        self.language = language
        self.isSource = isSource
        self.entries = entries
    }
}

/// The options for writing files.
public struct ExportOptions: Sendable {
    /// The treatment of untranslated strings, in formats that could leave them out.
    public var untranslated: Untranslated
    /// Whether dots in keys stay dots, in formats that could nest.
    public var isFlat: Bool
    /// The section of strings that the format names no section for.
    public var defaultSection: String
    /// Whether the language is the source language.
    public var isSource: Bool
    /// The source language; formats that carry both texts name it.
    public var sourceLanguage: LanguageTag?
    /// The languages of the project; formats whose spelling of a language could be that of another one of these take a
    /// longer one.
    public var languages: Set<LanguageTag>
    /// The content of the files besides their strings, by section, in formats that keep it; see
    /// ``ReadFile/skeleton``.
    public var skeletons: [Value.Text: String] = [:]
    /// The layouts of the source language's files, by section, for languages without files of their own.
    public var templates: [Value.Text: String] = [:]
    /// The strings that the project had and has no more.
    public var removed: Set<StringID> = []
    /// The strings that the project had when the files were imported: one without a text that a file lacks stays out of it.
    public var absent: Set<StringID> = []
    /// The file whose layout the one that is written gets; formats write the strings in the order in which they come, and
    /// declare what that file declares.
    var layout: String?
    /// Words that are contexts in i18next's keys; see ``ReadContext/contexts``.
    public var contexts: [String] = []

    /// The treatment of an untranslated string.
    public enum Untranslated: String, Sendable, CaseIterable {
        /// Nothing.
        case omit
        /// The source text.
        case source
        /// The empty text.
        case empty
        /// The key.
        case key
    }

    /// Creates options.
    public init(
        defaultSection: String, isSource: Bool, untranslated: Untranslated = .omit,
        isFlat: Bool = false, sourceLanguage: LanguageTag? = nil, languages: Set<LanguageTag> = []
    ) {
        self.defaultSection = defaultSection
        self.isSource = isSource
        self.sourceLanguage = sourceLanguage
        self.languages = languages
        self.untranslated = untranslated
        self.isFlat = isFlat
    }
}

/// The files of one language, and what they cannot say.
public struct ExportResult: Sendable {
    /// The files, sorted by path.
    public var files: [OutputFile]
    /// The strings left out because a reader would read them differently.
    public var unrepresentable: [Unrepresentable]
    /// Files that must not stay beside those that are written, because readers would prefer them.
    public var obsolete: [OutputFile] = []
    /// Further notices about the files for people, in whole sentences.
    public var notices: [String] = []

    /// Creates a result.
    public init(files: [OutputFile], unrepresentable: [Unrepresentable]) {
        self.files = files
        self.unrepresentable = unrepresentable
    }
}

/// A file to be written.
public struct OutputFile: Sendable, Equatable {
    /// The path below the directory that the files go to, `/` between its parts.
    public var path: String
    /// The one section whose strings it holds; `nil` for a file that may hold several.
    public var section: String?
    /// The bytes.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(path: String, section: String? = nil, bytes: [UInt8]) {
        self.path = path
        self.section = section
        self.bytes = bytes
    }
}

/// A string that a format cannot carry.
public struct Unrepresentable: Sendable, Equatable {
    /// The string.
    public var string: StringID
    /// The reason, in one sentence.
    public var reason: String
    /// The language, where the file holds several.
    public var language: LanguageTag?

    /// Creates a record of a string that was left out.
    public init(string: StringID, reason: String, language: LanguageTag? = nil) {
        self.string = string
        self.reason = reason
        self.language = language
    }
}
