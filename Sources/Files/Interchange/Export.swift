public import Texts
public import Translation

/// A string to write.
public struct ExportEntry: Sendable {
    /// The id of the string.
    public var string: StringID
    /// The text in the source language.
    public var source: Value
    /// The text in the file's language; `nil` if it is untranslated.
    public var value: Value?
    /// The source text with the plural forms that the file's language needs.
    ///
    /// `nil` if the forms are the same, or if they do not have to be filled in.
    public var outline: Value?
    /// The details of the string, for formats that contain them.
    public var details: StringDetails
    /// The details of the text, for formats that contain them.
    public var textDetails: TextDetails
    /// Whether the text was written for a source text with a different shape, and was converted to
    /// the current shape.
    public var isFitted = false
    /// Whether the text is inherited from a language in the fallback chain.
    public var isInherited = false
    /// The event that set the text, or `nil` if the text does not come from the log.
    public var attribution: Attribution?

    /// Creates an entry.
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

/// The strings of one language, for a file that contains several languages.
public struct LanguageEntries: Sendable {
    /// The language of the entries.
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
    /// The treatment of untranslated strings, in formats that can omit them.
    public var untranslated: Untranslated
    /// Whether dots in keys are kept, in formats that can nest keys.
    public var isFlat: Bool
    /// The section of strings in files that do not specify a section.
    public var defaultSection: String
    /// Whether the language is the source language.
    public var isSource: Bool
    /// The source language, for formats whose files contain the source text and the translation.
    public var sourceLanguage: LanguageTag?
    /// The languages of the project.
    ///
    /// If a short spelling is ambiguous among them, formats use a longer spelling.
    public var languages: Set<LanguageTag>
    /// The contents of the files other than strings, by section, in formats that keep them.
    ///
    /// See ``ReadFile/skeleton``.
    public var skeletons: [Value.Text: String] = [:]
    /// The layouts of the source language's files, by section, for languages without files of their own.
    public var templates: [Value.Text: String] = [:]
    /// The strings that were removed from the project.
    public var removed: Set<StringID> = []
    /// The strings that existed when the files were imported.
    ///
    /// If such a string has no text and a file lacks it, the string is not added to that file.
    public var absent: Set<StringID> = []
    /// The file whose layout is applied to the output.
    ///
    /// Formats write the strings in the given order, with the same declarations as in that file.
    var layout: String?
    /// Words that are contexts in i18next keys; see ``ReadContext/contexts``.
    public var contexts: [String] = []

    /// The treatment of an untranslated string.
    public enum Untranslated: String, Sendable, CaseIterable {
        /// Omit the string.
        case omit
        /// Write the source text.
        case source
        /// Write an empty text.
        case empty
        /// Write the key.
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

/// The files of one language, and the strings that they cannot express.
public struct ExportResult: Sendable {
    /// The files, sorted by path.
    public var files: [OutputFile]
    /// The strings that were left out because a reader would read them differently.
    public var unrepresentable: [Unrepresentable]
    /// Strings that were left out for a reason that ``unrepresentable`` already contains for another
    /// language.
    public var alsoLeftOut: [Unrepresentable] = []
    /// Files that must be removed, because readers would prefer them to the files just written.
    public var obsolete: [OutputFile] = []
    /// Other notices about the files for users, in full sentences.
    public var notices: [String] = []

    /// Creates a result.
    public init(files: [OutputFile], unrepresentable: [Unrepresentable]) {
        self.files = files
        self.unrepresentable = unrepresentable
    }
}

/// A file to write.
public struct OutputFile: Sendable, Equatable {
    /// The path relative to the output directory, with `/` between its parts.
    public var path: String
    /// The only section in the file; `nil` for a file that can contain several sections.
    public var section: String?
    /// The contents of the file.
    public var bytes: [UInt8]

    /// Creates a file with its path and contents.
    public init(path: String, section: String? = nil, bytes: [UInt8]) {
        self.path = path
        self.section = section
        self.bytes = bytes
    }
}

/// A string that a format cannot express.
public struct Unrepresentable: Sendable, Equatable {
    /// The id of the string that was left out.
    public var string: StringID
    /// The reason, in one sentence.
    public var reason: String
    /// The language, if the file contains several languages and others may have the string.
    public var language: LanguageTag?

    /// Creates a record of a string that was left out.
    public init(string: StringID, reason: String, language: LanguageTag? = nil) {
        self.string = string
        self.reason = reason
        self.language = language
    }
}
