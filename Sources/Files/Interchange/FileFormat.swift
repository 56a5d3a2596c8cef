public import Texts
public import Translation

/// A localization file format, which converts between bytes and entries.
///
/// Formats do not access the file system. To add a format, write a conforming type and list it in
/// ``FileFormats/all``.
public protocol FileFormat: Sendable {
    /// The fixed properties of the format.
    static var traits: FormatTraits { get }

    /// Returns true if a file with this path, or with these first bytes, is in the format.
    func recognizes(path: String, bytes: [UInt8]) -> Bool

    /// Returns the format to use for a file that was recognized as this format, in the given
    /// project.
    func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat

    /// Returns the language and section implied by a path, if any.
    ///
    /// `languages` are the project's languages, which resolve ambiguous names.
    func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace

    /// Returns the languages specified in a file, in the file's spelling, without duplicates.
    func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String]

    /// Reads a file.
    ///
    /// Throws an ``InterchangeError`` with the position of the error.
    func read(_ bytes: [UInt8], context: ReadContext) throws(InterchangeError) -> ReadFile

    /// Writes the files of one language.
    ///
    /// Strings that would be read back differently are left out and listed. The bytes depend only
    /// on the arguments. Throws if the file of a section would be outside the output directory.
    func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult

    /// Writes the files of several languages, like ``write(_:language:options:)``.
    ///
    /// `options` are the options for the source language.
    func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult
}

extension FileFormat {
    /// The fixed properties of the format.
    public var traits: FormatTraits { Self.traits }

    /// The name that selects the format, such as `verid-xml`.
    public var name: String { Self.traits.name }

    /// Returns the format itself.
    public func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat { self }

    /// Returns the language and section implied by a path, without regard to a project.
    public func place(ofPath path: String) -> FilePlace { place(ofPath: path, languages: []) }

    /// Reads the file and returns its only language.
    ///
    /// Returns an empty list for formats whose files do not specify their language.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        guard traits.namesLanguage else { return [] }
        let file = try read(bytes, context: ReadContext(section: "default", isSource: false))
        return file.language.map { [$0] } ?? []
    }

    /// Writes the files one language at a time.
    public func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        var all = ExportResult(files: [], unrepresentable: [])
        for language in languages {
            var options = options
            options.isSource = language.isSource
            let result = try write(
                language.entries, language: language.language, options: options)
            all.files += result.files
            all.unrepresentable += result.unrepresentable
            all.alsoLeftOut += result.alsoLeftOut
            all.notices += result.notices
            all.obsolete += result.obsolete
        }
        return all
    }
}

/// The supported formats.
public enum FileFormats {
    /// All formats, in the order in which they are tried if a file's format is unknown.
    public static let all: [any FileFormat] = [
        XCStrings(), AndroidStrings(), AppleStrings(), XLIFF12(), XLIFF2(), TermBase(),
        VerIDXML(), GettextPO(), JavaProperties(), ApplicationResourceBundle(), NStackJSON(),
        I18nextJSONVersion3(), I18nextJSON(), TranslationTable(), SwiftKeys(),
    ]

    /// Returns the format with a name.
    public static func named(_ name: String) -> (any FileFormat)? {
        all.first { $0.name == name }
    }

    /// The formats that can be written.
    public static let written: [any FileFormat] = all

    /// The formats that can be read.
    public static let read: [any FileFormat] = all.filter(\.traits.holdsTexts)

    /// Returns the first format that recognizes a file.
    public static func recognizing(path: String, bytes: [UInt8]) -> (any FileFormat)? {
        all.first { $0.recognizes(path: path, bytes: bytes) }
    }
}

/// The section and language implied by a file's path.
public struct FilePlace: Sendable, Equatable {
    /// The language as spelled in the path, which is not yet canonical.
    public var language: String?
    /// The section.
    public var section: String?
    /// Whether the path belongs to the source language in a layout whose source path has no
    /// language tag, such as `res/values` or `Base.lproj`.
    public var isSource: Bool
    /// A part of the path that could be a language but was read as a word, such as `app` in
    /// `my_app`.
    public var doubtfulLanguage: String?
    /// Whether the language comes from a directory above the file's own directory.
    ///
    /// The names of such directories often have another meaning.
    public var isDistant: Bool

    /// Creates a place.
    public init(
        language: String? = nil, section: String? = nil, isSource: Bool = false,
        doubtfulLanguage: String? = nil, isDistant: Bool = false
    ) {
        self.language = language
        self.section = section
        self.isSource = isSource
        self.doubtfulLanguage = doubtfulLanguage
        self.isDistant = isDistant
    }
}

/// The information that a reader needs in addition to the bytes.
public struct ReadContext: Sendable {
    /// The section of entries that do not specify a section.
    public var section: String
    /// Whether the user specified the section, so that it applies to all entries.
    public var isSectionNamed: Bool
    /// Whether the file is in the source language, so that the file itself determines which strings
    /// are plurals.
    public var isSource: Bool
    /// The plural strings of the source, for files in other languages.
    public var shape: SourceShape
    /// The language to read from a file with several languages, as spelled in the file.
    public var language: String?
    /// The source language's spelling in a file with several languages.
    ///
    /// Texts in that language are the source texts.
    public var sourceLanguage: String?
    /// Words that are contexts in i18next keys, in addition to those that are detected.
    public var contexts: [String]
    /// The key of the file's metadata, which is not a string.
    public var metadata: String?

    /// Creates a context for reading.
    public init(
        section: String, isSectionNamed: Bool = false, isSource: Bool,
        shape: SourceShape = SourceShape(),
        language: String? = nil, sourceLanguage: String? = nil, contexts: [String] = []
    ) {
        self.contexts = contexts
        self.section = section
        self.isSectionNamed = isSectionNamed
        self.isSource = isSource
        self.shape = shape
        self.language = language
        self.sourceLanguage = sourceLanguage
    }

    /// Returns the section of an entry, given the section specified in the file, if any.
    func section(of own: String?) -> String { isSectionNamed ? section : own ?? section }

    /// Returns whether a key belongs to a file's metadata.
    public func isMetadata(_ key: String) -> Bool {
        metadata.map { key == $0 || key.utf8.starts(with: ($0 + ".").utf8) } ?? false
    }
}

/// The strings of the source language, including the information about which are plurals.
public struct SourceShape: Sendable {
    /// The source values by string.
    ///
    /// Formats use the kinds of these values.
    public var values: [StringID: Value]
    /// The positions of the strings in the project's order.
    ///
    /// Strings known only from ``values`` have no position.
    public var places: [StringID: Int]
    /// The details of the strings in the source language's files, if those files are read together
    /// with other files.
    public var details: [StringID: StringDetails] = [:]

    /// Creates a shape from source values and their positions.
    public init(values: [StringID: Value] = [:], places: [StringID: Int] = [:]) {
        self.values = values
        self.places = places
    }
}
