public import Texts
import Translation

/// A file with several languages, parsed once and read one language at a time.
public protocol Catalogue: Sendable {
    /// The languages as spelled in the file, without duplicates.
    var languages: [String] { get }

    /// Whether the file has source texts separate from these languages.
    var hasSourceTexts: Bool { get }

    /// Returns whether a language tag could also be an ordinary word.
    ///
    /// Such a tag counts as a language only if the project has that language.
    func mayBeWord(_ language: String) -> Bool

    /// Reads the language specified by the context.
    func read(_ context: ReadContext) throws(InterchangeError) -> ReadFile
}

extension Catalogue {
    /// False by default.
    public var hasSourceTexts: Bool { false }

    /// Returns false by default.
    public func mayBeWord(_: String) -> Bool { false }
}

/// A format whose files contain all languages.
///
/// Conforming types write all languages at once.
public protocol CatalogueFormat: FileFormat {
    /// Parses a file.
    ///
    /// Throws an ``InterchangeError`` with the position of the error.
    func catalogue(_ bytes: [UInt8]) throws(InterchangeError) -> any Catalogue
}

extension CatalogueFormat {
    /// Returns the languages in the file.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        try catalogue(bytes).languages
    }

    /// Parses the file for one language.
    ///
    /// To read several languages, use ``catalogue(_:)``, which parses the file only once.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        try catalogue(bytes).read(context)
    }

    /// Writes a file with one language, and the source texts if the format has them.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try write(
            [LanguageEntries(language: language, isSource: options.isSource, entries: entries)],
            options: options)
    }
}
