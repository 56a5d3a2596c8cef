public import Texts
public import Translation

/// A format of localization files: bytes to entries, and entries to bytes.
///
/// Formats do not access the file system. To add one, write a type that conforms, and name it in ``FileFormats/all``.
public protocol FileFormat: Sendable {
    /// The fixed properties of the format.
    static var traits: FormatTraits { get }

    /// Returns true if a file with this path, or with these first bytes, is in the format.
    func recognizes(path: String, bytes: [UInt8]) -> Bool

    /// Returns the format of a file that was recognized as this one, once the project is known.
    func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat

    /// Returns the language and the section that a path names, if any.
    ///
    /// `languages` are those of the project: an ambiguous name is read as one of them.
    func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace

    /// Returns the languages that the contents of a file name, in the spelling of the file, each once.
    func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String]

    /// Reads a file. Throws an ``InterchangeError`` with the place of the fault.
    func read(_ bytes: [UInt8], context: ReadContext) throws(InterchangeError) -> ReadFile

    /// Writes the files of one language.
    ///
    /// Leaves out and lists strings that would be read differently. The bytes depend on the arguments alone. Throws for
    /// sections whose file would lie outside its directory.
    func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult

    /// Writes the files of several languages, as ``write(_:language:options:)`` does.
    ///
    /// `options` are those of the source language.
    func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult
}

extension FileFormat {
    /// The fixed properties of the format.
    public var traits: FormatTraits { Self.traits }

    /// The name of the format.
    public var name: String { Self.traits.name }

    /// Returns the format itself.
    public func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat { self }

    /// Returns the language and the section that a path names without regard to a project.
    public func place(ofPath path: String) -> FilePlace { place(ofPath: path, languages: []) }

    /// Reads the file and returns its one language; returns none for formats whose files name no language.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        guard traits.namesLanguage else { return [] }
        let file = try read(bytes, context: ReadContext(section: "default", isSource: false))
        return file.language.map { [$0] } ?? []
    }

    /// Writes the files of one language after the other.
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
            all.notices += result.notices
            all.obsolete += result.obsolete
        }
        return all
    }
}

/// The known formats.
public enum FileFormats {
    /// All formats, in the order in which they are tried on a file of unknown format.
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

/// The section and language that a file's path implies.
public struct FilePlace: Sendable, Equatable {
    /// The language as the path spells it, not yet canonical.
    public var language: String?
    /// The section.
    public var section: String?
    /// Whether the place is that of the source language, which such paths do not name: `res/values`, `Base.lproj`.
    public var isSource: Bool
    /// A part of the path that could be a language but is also a word, and was read as a word:
    /// `app` of `my_app`.
    public var doubtfulLanguage: String?
    /// Whether the language is the name of a directory further up than the file's own, which often means something else.
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

/// The facts that a reader needs besides the bytes.
public struct ReadContext: Sendable {
    /// The section of entries that name none.
    public var section: String
    /// Whether somebody has named the section, so that it is that of all entries.
    public var isSectionNamed: Bool
    /// Whether the file is of the source language, so that it says itself which strings are plurals.
    public var isSource: Bool
    /// The strings of the source that are plurals, for files of other languages.
    public var shape: SourceShape
    /// The language to read, as the file spells it, of a file that holds several.
    public var language: String?
    /// The source language, whose texts in such a file are those that the others are translated from.
    public var sourceLanguage: String?
    /// Words that are contexts in i18next's keys, besides those that are found.
    public var contexts: [String]
    /// The key of what files say of themselves, which is no string.
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

    /// Returns the section of an entry that the file puts into a section, or into none.
    func section(of own: String?) -> String { isSectionNamed ? section : own ?? section }

    /// Returns whether a key belongs to what files say of themselves.
    public func isMetadata(_ key: String) -> Bool {
        metadata.map { key == $0 || key.utf8.starts(with: ($0 + ".").utf8) } ?? false
    }
}

/// The strings of the source language, and which of them are plurals.
public struct SourceShape: Sendable {
    /// The source values by string; formats look at what kind of value each is.
    public var values: [StringID: Value]
    /// The places of the strings in the project's order; of those that are known by ``values`` alone, none.
    public var places: [StringID: Int]
    /// The details of the strings in the source language's files, if these are read together with
    /// others.
    public var details: [StringID: StringDetails] = [:]

    /// Takes the source values and places.
    public init(values: [StringID: Value] = [:], places: [StringID: Int] = [:]) {
        self.values = values
        self.places = places
    }
}
