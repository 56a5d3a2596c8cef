public import Texts
import Translation

/// A file of several languages, which is parsed once and read language by language.
public protocol Catalogue: Sendable {
    /// The languages, as the file spells them, each once.
    var languages: [String] { get }

    /// Whether it has the texts of the source language apart from these languages.
    var hasSourceTexts: Bool { get }

    /// Whether one of the languages may be a word that means something else, and counts only where the project has such a language.
    func mayBeWord(_ language: String) -> Bool

    /// Reads the language of the context.
    func read(_ context: ReadContext) throws(InterchangeError) -> ReadFile
}

extension Catalogue {
    /// None.
    public var hasSourceTexts: Bool { false }

    /// None is.
    public func mayBeWord(_: String) -> Bool { false }
}

/// A format whose files hold all languages.
///
/// Conforming types write languages together.
public protocol CatalogueFormat: FileFormat {
    /// Parses a file. Throws an ``InterchangeError`` that says where the fault is.
    func catalogue(_ bytes: [UInt8]) throws(InterchangeError) -> any Catalogue
}

extension CatalogueFormat {
    /// The languages of the file.
    public func languages(in bytes: [UInt8]) throws(InterchangeError) -> [String] {
        try catalogue(bytes).languages
    }

    /// Parses the file for one language; where several are read, ``catalogue(_:)`` does it once.
    public func read(
        _ bytes: [UInt8], context: ReadContext
    ) throws(InterchangeError) -> ReadFile {
        try catalogue(bytes).read(context)
    }

    /// Writes a file that holds one language, beside the source texts where the format has them.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        try write(
            [LanguageEntries(language: language, isSource: options.isSource, entries: entries)],
            options: options)
    }
}
