public import Texts
public import Translation

/// A format of localization files: bytes to entries, and entries to bytes.
///
/// Formats know no file system. To add one, write a type that conforms and name it in ``FileFormats/all``.
public protocol FileFormat: Sendable {
    /// The name by which people ask for the format, such as `verid-xml`.
    var name: String { get }

    /// What the format is, in one line.
    var summary: String { get }

    /// The media type of its files, as IANA registers it.
    var mediaType: String { get }

    /// Whether a file's order is the order of the strings.
    var definesOrder: Bool { get }

    /// Whether a file of the source language says more than keys, so that it is exported with the others.
    var exportsSource: Bool { get }

    /// Whether a file's contents can say their language.
    var saysLanguage: Bool { get }

    /// False for files that only name strings: they are the same for all languages, and are written and never read.
    var holdsTexts: Bool { get }

    /// Whether each section has a file of its own, rather than a place in one that may hold several.
    var hasFilePerSection: Bool { get }

    /// Whether files are for translators and their tools, rather than for an app.
    var isForExchange: Bool { get }

    /// Where a file that ``write(_:language:options:)`` made goes, of a resource that has its files at `place`.
    func path(of file: OutputFile, at place: String) -> String

    /// Whether one file holds all languages, the source language among them, as string catalogues do.
    var holdsAllLanguages: Bool { get }

    /// Whether an untranslated string stands in a file without a text in its place.
    var hasUntranslated: Bool { get }

    /// Whether a source text in a file may be no more than the name of its string.
    var keysAreSources: Bool { get }

    /// Whether files can mark texts that need work.
    var marksWork: Bool { get }

    /// Whether a string can be a plural.
    var holdsPlurals: Bool { get }

    /// Whether readers ask for the plural form of every number, and do not fall back to `other`.
    var needsSeldomForms: Bool { get }

    /// Whether files carry more of a string than texts: comments, limits, marks, what is kept in `meta`.
    var carriesDetails: Bool { get }

    /// Whether files keep what they have besides their strings; see ``ReadFile/skeleton``.
    var keepsSkeleton: Bool { get }

    /// Whether a file's skeleton is the file as it came, into which an export puts what has changed.
    var keepsLayout: Bool { get }

    /// The text of a file as it came, if a skeleton has it; `path` is where an export writes the file.
    func layout(ofFile path: String, in skeleton: String) -> String?

    /// Returns a layout of the source language's file without what is about that language alone, such as its translators.
    func template(of layout: String) -> String

    /// A skeleton that has `layout` for the file at a path, and else what `known` has.
    func skeleton(_ known: String, with layout: String, ofFile path: String) -> String

    /// Returns the values in a skeleton that are no texts, by name, such as numbers in JSON and fields of a header.
    ///
    /// `written` is what an export writes without the skeleton. Concurrent changes of such values are a conflict.
    func keptValues(
        in skeleton: String, besides written: [UInt8]
    ) -> [(name: String, value: String)]

    /// Whether files keep translations of strings that their sources have no more.
    var keepsObsolete: Bool { get }

    /// The translations in a skeleton of strings that the sources had no more.
    func obsolete(in skeleton: String, context: ReadContext) -> [FileEntry]

    /// Whether the file of a language that had none yet is laid out as the one of the source language is.
    var sharesSkeleton: Bool { get }

    /// Returns whether what a file has besides its strings differs from what is known of that only in what changes whenever a
    /// tool writes the file, such as a date.
    func isIncidental(_ skeleton: String, after known: String) -> Bool

    /// The name under which events keep in `meta` what only this format knows.
    var metaName: String { get }

    /// The languages that a file's contents name, as they spell them, each once; none where they say nothing.
    func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String]

    /// Whether a file of this name, or with this beginning, is of the format.
    func recognizes(path: String, bytes: [UInt8]) -> Bool

    /// The format that a file is of that was recognized as this one, now that the project is known.
    func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat

    /// What people are told of files that were recognized as this format and may be of another; `nil` where they cannot.
    var noticeOfGuess: FileNotice? { get }

    /// The language and the section that a path says, each where it says one.
    ///
    /// `languages` are those of the project: a name that could be anything is taken for one that it has.
    func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace

    /// Reads a file. Throws an ``InterchangeError`` that says where the fault is.
    func read(_ bytes: [UInt8], context: ReadContext) throws(InterchangeError) -> ReadFile

    /// Writes the files of one language.
    ///
    /// What a reader would read otherwise than it was is left out and listed. The bytes depend on nothing but
    /// the arguments. Throws for sections whose file would lie outside its directory.
    func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult

    /// Writes the files of all languages, of formats where one file holds them.
    ///
    /// `options` are those of the source language. As ``write(_:language:options:)`` otherwise.
    func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult
}

extension FileFormat {
    /// True: files are read as well as written.
    public var holdsTexts: Bool { true }

    /// Each section has.
    public var hasFilePerSection: Bool { true }

    /// They are for apps.
    public var isForExchange: Bool { false }

    /// The place itself.
    public func path(of _: OutputFile, at place: String) -> String { place }

    /// One language a file.
    public var holdsAllLanguages: Bool { false }

    /// Translated strings only.
    public var hasUntranslated: Bool { false }

    /// Strings have names of their own.
    public var keysAreSources: Bool { false }

    /// They cannot.
    public var marksWork: Bool { false }

    /// It can.
    public var holdsPlurals: Bool { true }

    /// They fall back.
    public var needsSeldomForms: Bool { false }

    /// Texts only.
    public var carriesDetails: Bool { false }

    /// They do where they keep their layout.
    public var keepsSkeleton: Bool { keepsLayout }

    /// It is not.
    public var keepsLayout: Bool { false }

    /// The skeleton.
    public func layout(ofFile _: String, in skeleton: String) -> String? {
        skeleton.isEmpty ? nil : skeleton
    }

    /// The layout.
    public func template(of layout: String) -> String { layout }

    /// The layout: there is one file.
    public func skeleton(_: String, with layout: String, ofFile _: String) -> String { layout }

    /// Of JSON, the values that an export does not write; of other formats, none.
    public func keptValues(
        in skeleton: String, besides written: [UInt8]
    ) -> [(name: String, value: String)] {
        JSONLayout.values(in: Array(skeleton.utf8), besides: written)
    }

    /// They do not.
    public var keepsObsolete: Bool { false }

    /// None.
    public func obsolete(in _: String, context _: ReadContext) -> [FileEntry] { [] }

    /// It is not.
    public var sharesSkeleton: Bool { false }

    /// It is not.
    public func isIncidental(_: String, after _: String) -> Bool { false }

    /// The name of the format.
    public var metaName: String { name }

    /// This format: the contents say enough.
    public func reconsidered(_ bytes: [UInt8], context: ReadContext) -> any FileFormat { self }

    /// Nothing.
    public var noticeOfGuess: FileNotice? { nil }

    /// The language and the section that a path says to someone who knows no project.
    public func place(ofPath path: String) -> FilePlace { place(ofPath: path, languages: []) }

    /// The one language that the contents say, found by reading them.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        guard saysLanguage else { return [] }
        let file = try read(bytes, context: ReadContext(section: "default", isSource: false))
        return file.language.map { [$0] } ?? []
    }

    /// The files of each language, one language after the other.
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

/// The formats that there are.
public enum FileFormats {
    /// All formats, in the order in which they are tried on a file of unknown format.
    public static let all: [any FileFormat] = [
        XCStrings(), AndroidStrings(), AppleStrings(), XLIFF12(), XLIFF2(), TermBase(),
        VerIDXML(), GettextPO(), JavaProperties(), ApplicationResourceBundle(), NStackJSON(),
        I18nextJSONVersion3(), I18nextJSON(), TranslationTable(), SwiftKeys(),
    ]

    /// The format of a name.
    public static func named(_ name: String) -> (any FileFormat)? {
        all.first { $0.name == name }
    }

    /// The formats that files are written in.
    public static let written: [any FileFormat] = all

    /// The formats that hold texts, so that files are read.
    public static let read: [any FileFormat] = all.filter(\.holdsTexts)

    /// The first format that knows a file.
    public static func recognizing(path: String, bytes: [UInt8]) -> (any FileFormat)? {
        all.first { $0.recognizes(path: path, bytes: bytes) }
    }
}

/// What a path says about a file.
public struct FilePlace: Sendable, Equatable {
    /// The language as the path spells it, not yet canonical.
    public var language: String?
    /// The section.
    public var section: String?
    /// Whether the place is that of the source language, which such paths do not name: `res/values`, `Base.lproj`.
    public var isSource: Bool
    /// What may be meant for a language, but is a word as well, and was taken for that: `app` of `my_app`.
    public var doubtfulLanguage: String?
    /// Whether the language is the name of a directory further up than the file's own, which often means something else.
    public var isDistant: Bool

    /// States what a path says.
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

/// What a reader must know besides the bytes.
public struct ReadContext: Sendable {
    /// The section of entries that name none.
    public var section: String
    /// Whether somebody has named the section, so that it is that of all entries.
    public var isSectionNamed: Bool
    /// Whether the file is of the source language, so that it says itself which strings are plurals.
    public var isSource: Bool
    /// Which strings of the source are plurals, for files of other languages.
    public var shape: SourceShape
    /// The language to read, as the file spells it, of a file that holds several.
    public var language: String?
    /// The source language, whose texts in such a file are those that the others are translated from.
    public var sourceLanguage: String?
    /// Words that are contexts in i18next's keys, besides those that are found.
    public var contexts: [String]
    /// The key of what files say of themselves, which is no string.
    public var metadata: String?

    /// States what a reader must know.
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

/// Which strings of the source language are plurals, and which strings there are at all.
public struct SourceShape: Sendable {
    /// The source values by string; formats look at what kind of value each is.
    public var values: [StringID: Value]
    /// The places of the strings in the project's order; of those that are known by ``values`` alone, none.
    public var places: [StringID: Int]
    /// What files of the source language say of the strings, where such are read together with those of others.
    public var details: [StringID: StringDetails] = [:]

    /// Takes the source values and places.
    public init(values: [StringID: Value] = [:], places: [StringID: Int] = [:]) {
        self.values = values
        self.places = places
    }
}
