public import Texts
import Translation

/// Swift code with a constant for each string in a project, such as `tr.cart.items`.
///
/// It is used in apps with `DragomanClient`. A single file contains all strings as constants of
/// type `TextIdentifier`, in nested enums like those from NStack's generator. The file contains no
/// texts, so it is the same for all languages and is never read.
public struct SwiftKeys: FileFormat {
    /// The fixed properties of the format.
    ///
    /// The constants are sorted, and a single file serves all languages. Comments for translators
    /// also explain the constants.
    public static let traits = FormatTraits(
        name: "swift-keys",
        summary: "Swift code with a constant for each string: tr.section.key",
        mediaType: "text/plain; charset=utf-8", holdsTexts: false, hasFilePerSection: false,
        holdsAllLanguages: true, definesOrder: false, carriesDetails: true)

    /// Creates the format.
    public init() {}

    /// Returns false, because Swift code is not imported.
    public func recognizes(path: String, bytes: [UInt8]) -> Bool { false }

    /// Returns an empty place, because the file is the same for all languages.
    public func place(ofPath path: String, languages: Set<LanguageTag>) -> FilePlace { FilePlace() }

    /// Throws an error, because the files contain no texts.
    public func read(_ bytes: [UInt8], context: ReadContext) throws(InterchangeError) -> ReadFile {
        throw InterchangeError(
            "Files in the format swift-keys contain no texts.",
            hint: "Import the files that the keys come from.")
    }

    /// Writes `TextKeys.swift` with a constant for each string.
    public func write(
        _ entries: [ExportEntry], language: LanguageTag, options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        let tree = SwiftKeyTree(entries)
        return ExportResult(
            files: [OutputFile(path: "TextKeys.swift", bytes: Array(tree.code.utf8))],
            unrepresentable: tree.unrepresentable)
    }

    /// Writes the same file, from the strings of the first language.
    public func write(
        _ languages: [LanguageEntries], options: ExportOptions
    ) throws(InterchangeError) -> ExportResult {
        guard let first = languages.first else {
            return ExportResult(files: [], unrepresentable: [])
        }
        return try write(first.entries, language: first.language, options: options)
    }
}
